import Foundation
import Testing

@testable import ModelObjectKit

struct DateArithmetic {
  @Test func everyDayOfThreeThousandYearsIsReadAndWritten() {
    // January 1 of year -1; the days are counted one by one from there.
    var dayNumber = -731_216
    for year in -1...3_000 {
      let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in zip(1..., lengths) {
        for day in 1...length {
          let date = CivilDate(year: year, month: month, day: day)
          guard date?.dayNumber == dayNumber, CivilDate(dayNumber: dayNumber) == date,
            (CivilDate.weekday(ofDayNumber: dayNumber) - dayNumber) % 7 == 0
          else {
            Issue.record("\(year)-\(month)-\(day)")
            return
          }
          dayNumber += 1
        }
        #expect(CivilDate(year: year, month: month, day: 0) == nil)
        #expect(CivilDate(year: year, month: month, day: length + 1) == nil)
      }
    }
    #expect(dayNumber == 365_242)
    #expect(CivilDate(dayNumber: 0) == CivilDate(year: 2001, month: 1, day: 1))
  }

  @Test func everyDayHasItsText() {
    for dayNumber in stride(from: -731_216, to: 365_242, by: 7) {
      let expected = Double(dayNumber) * 86_400
      let written = text(of: expected)
      #expect(written.flatMap { seconds(of: $0) } == expected, "\(written ?? "nil")")
    }
  }

  @Test func everyQuarterHourIsAnOffset() {
    for quarter in -72...72 {
      let minutes = abs(quarter) * 15
      let sign = quarter < 0 ? "-" : "+"
      let hour = String(100 + minutes / 60).dropFirst()
      let minute = String(100 + minutes % 60).dropFirst()
      let expected = 421_052_889 - Double(quarter * 900)
      for colon in ["", ":"] {
        let written = "2014-05-06T07:08:09\(sign)\(hour)\(colon)\(minute)"
        #expect(seconds(of: written) == expected, "\(written)")
      }
      let local = zone(hours: Double(quarter) / 4)
      #expect(seconds(of: "2014-05-06T07:08:09", in: local) == expected)
      let ending = quarter == 0 ? "Z" : "\(sign)\(hour):\(minute)"
      #expect(text(of: expected, in: local) == "2014-05-06T07:08:09\(ending)")
      #expect(text(of: expected, as: .dotNetSimple, in: local) == "2014-05-06T07:08:09")
    }
  }

  @Test func fractionsOfAnyLengthGiveTheNearestDate() {
    var generator = SeededGenerator(seed: 1)
    for round in 0..<20_000 {
      // 2001-01-01 to 2001-01-02, and to 2014: the standard library rounds text once.
      let whole = Int.random(in: 0..<(round % 2 == 0 ? 86_400 : 421_000_000), using: &generator)
      let count = Int.random(in: 1...45, using: &generator)
      let digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &generator)) }
        .joined()
      let date = CivilDate(dayNumber: whole / 86_400)
      func padded(_ number: Int) -> Substring { String(100 + number).dropFirst() }
      let written =
        "\(date.year)-\(padded(date.month))-\(padded(date.day))T\(padded(whole / 3_600 % 24)):"
        + "\(padded(whole / 60 % 60)):\(padded(whole % 60)).\(digits)Z"
      #expect(seconds(of: written) == Double("\(whole).\(digits)"), "\(written)")
      // The same distance on the other side of 2001.
      let mirrored = ByteView.with(digits) {
        ExactSeconds.nearest(whole: Int64(-whole) - 1, digits: DecimalDigits(fraction: $0), from: 0)
      }
      let complement = String(
        decoding: ExactSeconds.complement(of: Array(digits.utf8)),
        as: UTF8.self
      )
      let isZero = digits.allSatisfy { $0 == "0" }
      #expect(mirrored == -(Double("\(isZero ? whole + 1 : whole).\(complement)") ?? 0))
    }
  }

  @Test(
    arguments: [
      // Half-way between two doubles, and a little more or less: ties go to the even one.
      ("2018-01-01T00:00:00.0000000298023223876953125", 536_457_600),
      ("2018-01-01T00:00:00.000000029802322387695312500000000000", 536_457_600),
      ("2018-01-01T00:00:00.000000029802322387695312500000000001", 536_457_600.000_000_06),
      ("2018-01-01T00:00:00.0000000894069671630859375", 536_457_600.000_000_1),
      ("2018-01-01T00:00:00.000000089406967163085937499999999999", 536_457_600.000_000_06),
      ("1984-01-01T23:59:59.9999999701976776123046875", -536_457_600),
      ("1984-01-01T23:59:59.999999970197677612304687499999999999", -536_457_600.000_000_06),
      ("1984-01-01T23:59:59.9999999105930328369140625", -536_457_600.000_000_1),
      // Around zero, doubles are most precise.
      ("2001-01-01T00:00:00.00000000000000000000000000000000000001", 1e-38),
      ("2001-01-01T00:00:00.1234567890123456789", 0.1234567890123456789),
      ("2000-12-31T23:59:59.99999999999999999999999999999999999999", -1e-38),
      ("2000-12-31T23:59:59.9999999999999999999", -1e-19),
      ("2000-12-31T23:59:59.0000000000000000001", -1),
      ("2000-12-31T23:59:58.99999999999999999999", -1),
    ] as [(String, Double)]
  )
  func fractionsAreRoundedOnce(text: String, expected: Double) {
    #expect(seconds(of: text) == expected)
  }
}

struct DatesInChangingZones {
  private let newYork = zone("America/New_York")

  @Test(
    arguments: [
      ("2014-01-15 12:00:00", 411_498_000),
      ("2014-07-15 12:00:00", 427_132_800),
      // Clocks went from 02:00 to 03:00.
      ("2014-03-09 01:59:59", 416_041_199),
      ("2014-03-09 02:00:00", 416_041_200),
      ("2014-03-09 02:30:00", 416_043_000),
      ("2014-03-09 03:00:00", 416_041_200),
      // Clocks went from 02:00 back to 01:00.
      ("2014-11-02 00:59:59", 436_597_199),
      ("2014-11-02 01:00:00", 436_597_200),
      ("2014-11-02 01:59:59", 436_600_799),
      ("2014-11-02 02:00:00", 436_604_400),
    ] as [(String, Double)]
  )
  func localTimesAreInstants(text: String, expected: Double) {
    #expect(seconds(of: text, in: newYork) == expected)
    #expect(seconds(of: text, as: .custom("yyyy-MM-dd HH:mm:ss"), in: newYork) == expected)
    #expect(seconds(of: text + "Z", in: newYork) == seconds(of: text))
  }

  @Test func daysWithoutMidnightBeginAfterTheGap() {
    // In São Paulo clocks went from 00:00 to 01:00; in Apia a day was skipped.
    #expect(
      seconds(of: "2018-11-04", in: zone("America/Sao_Paulo")) == seconds(of: "2018-11-04T03:00Z")
    )
    #expect(
      seconds(of: "2011-12-30", in: zone("Pacific/Apia")) == seconds(of: "2011-12-30T10:00Z")
    )
  }

  @Test func everyHalfHourComesBack() {
    for identifier in ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe"] {
      let zone = zone(identifier)
      for halfHour in 0..<17_520 {
        let instant = 410_227_200 + Double(halfHour) * 1_800
        #expect(text(of: instant, in: zone).flatMap { seconds(of: $0) } == instant)
        let local = text(of: instant, as: .dotNetSimple, in: zone) ?? ""
        let earlier = seconds(of: local, as: .dotNetSimple, in: zone)
        // An hour that occurs twice is read as the first one.
        if earlier != instant {
          #expect(earlier.flatMap { text(of: $0, as: .dotNetSimple, in: zone) } == local)
          #expect(earlier.map { $0 < instant } == true, "\(identifier) \(local)")
        }
      }
    }
  }

  @Test func oddOffsetsAreWrittenInMinutes() {
    // Until 1883 clocks in New York were 4:56:02 behind Greenwich.
    let instant = -3_800_000_000.0
    let written = text(of: instant, in: newYork)
    #expect(written == "1880-08-01T07:30:40-04:56")
    #expect(written.flatMap { seconds(of: $0) } == instant)
    let simple = text(of: instant, as: .dotNetSimple, in: newYork)
    #expect(simple == "1880-08-01T07:30:38")
    #expect(simple.flatMap { seconds(of: $0, in: newYork) } == instant)
  }
}
