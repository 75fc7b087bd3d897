import Foundation
import ModelObjectKit
import Testing

private final class Calendar: ModelObject {
  var dates: [Date] = []
  var maybe: [Date?] = []
}

/// The days from 1970-01-01 to a day of the Gregorian calendar, counted as Howard Hinnant does: in
/// years that begin with March, so that the leap day is the last one.
private func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
  let shifted = month <= 2 ? year - 1 : year
  let era = (shifted >= 0 ? shifted : shifted - 399) / 400
  let yearOfEra = shifted - era * 400
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

private func isLeap(_ year: Int) -> Bool {
  year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

private func padded(_ number: Int, _ count: Int = 2) -> String {
  let digits = String(abs(number))
  return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - digits.count))
    + digits
}

private func json(_ texts: [String], as key: String = "dates") -> String {
  #"{"\#(key)":["\#(texts.joined(separator: #"",""#))"]}"#
}

struct EveryYear {
  private static let monthDays = [(1, 1), (2, 28), (2, 29), (3, 1), (12, 31)]

  @Test func from9999BeforeTo9999AfterOurEra() throws {
    var texts: [String] = []
    var expected: [Double] = []
    var wrong: [String] = []
    for year in -9_999...9_999 {
      let offDay = (abs(year) % 12 + 1, abs(year) % 28 + 1)
      for (month, day) in Self.monthDays + [offDay] {
        let text = "\(padded(year, 4))-\(padded(month))-\(padded(day))"
        if month == 2, day == 29, !isLeap(year) {
          wrong.append(text)
        } else {
          texts.append(text)
          expected.append(Double(dayNumber(year, month, day) * 86_400))
        }
      }
    }
    let read = try Calendar(json: json(texts)).dates.map(\.timeIntervalSince1970)
    #expect(read == expected)
    #expect(wrong.count == 15_150)
    #expect(try Calendar(json: json(wrong)).dates == [])

    // The written strings are the same days at midnight; years beyond four digits don't occur.
    let calendar = Calendar()
    calendar.dates = expected.map { Date(timeIntervalSince1970: $0) }
    let written = try #require(
      calendar.dictionaryRepresentation()["dates"] as? [String]
    )
    #expect(written == texts.map { $0 + "T00:00:00Z" })
  }

  @Test func everyDayOfFourHundredYears() throws {
    var texts: [String] = []
    for year in 1_900..<2_300 {
      for month in 1...12 {
        for day in 1...31 { texts.append("\(year)-\(padded(month))-\(padded(day))") }
      }
    }
    let read = try Calendar(json: json(texts)).dates.map { Int($0.timeIntervalSince1970) }
    // The valid days follow each other.
    let first = dayNumber(1_900, 1, 1)
    #expect(read == (0..<146_097).map { (first + $0) * 86_400 })
  }

  @Test func everySecondOfADay() throws {
    var texts: [String] = []
    for hour in 0...25 {
      for minute in 0...60 {
        for second in stride(from: 0, through: 61, by: 1) where second < 60 || second > 60 {
          texts.append("2016-12-31T\(padded(hour)):\(padded(minute)):\(padded(second))")
        }
      }
    }
    let midnight = dayNumber(2016, 12, 31) * 86_400
    let read = try Calendar(json: json(texts)).dates.map { Int($0.timeIntervalSince1970) }
    // 24:00 is the end of the day, and no later time is valid.
    #expect(read == (0...86_400).map { midnight + $0 })
  }

  @Test func everyMillisecondOfASecond() throws {
    let texts = (0..<1_000).map { "2014-05-06T07:08:09.\(padded($0, 3))Z" }
    let read = try Calendar(json: json(texts)).dates.map(\.timeIntervalSinceReferenceDate)
    // The standard library also rounds once.
    #expect(read == (0..<1_000).map { Double("421052889.\(padded($0, 3))") })
    let calendar = Calendar()
    calendar.dates = read.map { Date(timeIntervalSinceReferenceDate: $0) }
    let again = try Calendar(json: calendar.jsonString())
    #expect(again.dates == calendar.dates)
  }
}

struct EveryOffset {
  private static let local = dayNumber(2014, 5, 6) * 86_400 + 7 * 3_600 + 8 * 60 + 9

  @Test func ofWholeMinutesInEachForm() throws {
    for colon in ["", ":"] {
      var texts: [String] = []
      var expected: [Double?] = []
      for minutes in -1_500...1_500 {
        let sign = minutes < 0 ? "-" : "+"
        let size = abs(minutes)
        texts.append("2014-05-06T07:08:09\(sign)\(padded(size / 60))\(colon)\(padded(size % 60))")
        // Offsets are limited to eighteen hours.
        expected.append(size <= 1_080 ? Double(Self.local - minutes * 60) : nil)
      }
      let read = try Calendar(json: json(texts, as: "dates")).dates
      #expect(read.map(\.timeIntervalSince1970) == expected.compactMap { $0 })
      #expect(read.count == 2_161)
    }
  }

  @Test func ofWholeHours() throws {
    let texts = (0...30).flatMap {
      ["2014-05-06 07:08:09+\(padded($0))", "2014-05-06 07:08:09-\(padded($0))"]
    }
    let read = try Calendar(json: json(texts)).dates.map { Int($0.timeIntervalSince1970) }
    let expected = (0...18).flatMap { hour -> [Int] in
      let offset = hour * 3_600
      return [Self.local - offset, Self.local + offset]
    }
    #expect(read == expected)
  }

  @Test func ofDotNetDoesNotMoveTheInstant() throws {
    let milliseconds = [-62_135_596_800_000, -1, 0, 1, 1_399_360_089_125, 253_402_300_799_999]
    for instant in milliseconds {
      var texts: [String] = []
      for minutes in -840...840 {
        let sign = minutes < 0 ? "-" : "+"
        let offset = "\(sign)\(padded(abs(minutes) / 60))\(padded(abs(minutes) % 60))"
        texts.append(#"\/Date(\#(instant)\#(offset))\/"#)
      }
      let read = try Calendar(json: json(texts)).dates
      #expect(read.count == 1_681)
      #expect(Set(read).count == 1)
      let seconds = read[0].timeIntervalSince1970 * 1_000
      #expect(abs(seconds - Double(instant)) < 0.05)
    }
  }

  @Test func ofAZoneIsTakenFromTheText() throws {
    for hours in -14...14 {
      var options = MappingOptions()
      options.dates.timeZone = zone(hours: Double(hours))
      let read = try Calendar(
        json: json(["2014-05-06T07:08:09", "2014-05-06T07:08:09Z"]),
        options: options
      )
      #expect(
        read.dates.map { Int($0.timeIntervalSince1970) } == [
          Self.local - hours * 3_600, Self.local,
        ]
      )
    }
  }
}
