import Foundation
import Testing

@testable import ModelObjectKit

struct DateWriting {
  @Test(
    arguments: [
      (421_052_889, 0, "2014-05-06"), (421_113_599.75, 0, "2014-05-06"),
      (421_113_600, 0, "2014-05-07"),
      (421_113_599, 8, "2014-05-07"), (-0.25, 0, "2000-12-31"), (-63_140_342_400, 0, "0000-03-01"),
      (-63_145_526_401, 0, nil), (252_423_993_599, 0, "9999-12-31"), (252_423_993_600, 0, nil),
      (.nan, 0, nil), (.infinity, 0, nil), (1e18, 0, nil),
    ] as [(Double, Double, String?)]
  )
  func aDayAloneIsWrittenAsItIsInTheZone(seconds: Double, hours: Double, expected: String?) {
    #expect(text(of: seconds, as: .dateOnly, in: zone(hours: hours)) == expected)
  }

  @Test(
    arguments: [
      (421_052_889, "2014-05-06T07:08:09Z"),
      (421_052_889.5, "2014-05-06T07:08:09.5Z"),
      (421_052_889.123, "2014-05-06T07:08:09.123Z"),
      (421_052_889.1234567, "2014-05-06T07:08:09.1234567Z"),
      (0, "2001-01-01T00:00:00Z"),
      (-0.0, "2001-01-01T00:00:00Z"),
      (0.1, "2001-01-01T00:00:00.1Z"),
      (-0.25, "2000-12-31T23:59:59.75Z"),
      (-194_195_423.877, "1994-11-06T08:49:36.123Z"),
      (1e-7, "2001-01-01T00:00:00.0000001Z"),
      (1.5e-10, "2001-01-01T00:00:00.00000000015Z"),
      (-1e-10, "2000-12-31T23:59:59.9999999999Z"),
      (-1, "2000-12-31T23:59:59Z"),
      (-63_113_904_000, "0001-01-01T00:00:00Z"),
      (-63_145_526_400, "0000-01-01T00:00:00Z"),
      (-63_145_526_401, "-0001-12-31T23:59:59Z"),
      (-64_496_131_200, "-0043-03-15T00:00:00Z"),
      (252_423_993_599, "9999-12-31T23:59:59Z"),
      (252_423_993_600, "+10000-01-01T00:00:00Z"),
      (31_493_806_473_599, "+999999-12-31T23:59:59Z"),
      (31_493_806_473_600, nil),
      (-31_620_065_904_000, "-999999-01-01T00:00:00Z"),
      (-31_620_065_904_000.5, nil),
      (.greatestFiniteMagnitude, nil), (.infinity, nil), (-.infinity, nil), (.nan, nil),
    ] as [(Double, String?)]
  )
  func iso8601HasTheFewestDigits(seconds: Double, expected: String?) {
    #expect(text(of: seconds) == expected)
    #expect(text(of: seconds, as: .automatic) == expected)
    #expect(text(of: seconds, as: .dotNetWithTimeZone) == expected)
    #expect(text(of: seconds, as: .dotNetSimple) == expected.map { String($0.dropLast()) })
  }

  @Test(
    arguments: [
      (421_052_889, "/Date(1399360089000)/", "1399360089", "1399360089000"),
      (421_052_889.123, "/Date(1399360089123)/", "1399360089.123", "1399360089123"),
      (421_052_889.1234567, "/Date(1399360089123)/", "1399360089.1234567", "1399360089123.4567"),
      (421_052_889.0005, "/Date(1399360089001)/", "1399360089.0005", "1399360089000.5"),
      (421_052_889.9999, "/Date(1399360090000)/", "1399360089.9999", "1399360089999.9"),
      (0, "/Date(978307200000)/", "978307200", "978307200000"),
      (-1e-10, "/Date(978307200000)/", "978307199.9999999999", "978307199999.9999999"),
      (-978_307_200, "/Date(0)/", "0", "0"),
      (-978_307_200.25, "/Date(-250)/", "-0.25", "-250"),
      (-978_307_201, "/Date(-1000)/", "-1", "-1000"),
      (-978_307_202.75, "/Date(-2750)/", "-2.75", "-2750"),
      (-978_307_200.000001, "/Date(0)/", "-0.000001", "-0.001"),
      (-63_113_904_000, "/Date(-62135596800000)/", "-62135596800", "-62135596800000"),
      (.nan, nil, nil, nil), (.infinity, nil, nil, nil), (1e14, nil, nil, nil),
    ] as [(Double, String?, String?, String?)]
  )
  func formatsThatCountFrom1970(
    seconds: Double,
    dotNet: String?,
    unix: String?,
    milliseconds: String?
  ) {
    #expect(text(of: seconds, as: .dotNetJSON) == dotNet)
    #expect(text(of: seconds, as: .secondsSince1970) == unix)
    #expect(text(of: seconds, as: .millisecondsSince1970) == milliseconds)
    guard let number = unix.flatMap({ Double($0) }) else { return }
    #expect(DateText.seconds(of: Date(timeIntervalSinceReferenceDate: seconds)) == number)
  }

  @Test(
    arguments: [
      (421_052_889, "421052889"), (421_052_889.125, "421052889.125"), (0, "0"), (-0.25, "-0.25"),
      (-978_307_202.75, "-978307202.75"), (0.1, "0.1"), (-63_113_904_000, "-63113904000"),
      (.nan, nil), (1e14, nil),
    ] as [(Double, String?)]
  )
  func theFormatThatCountsFrom2001(seconds: Double, expected: String?) {
    #expect(text(of: seconds, as: .secondsSince2001) == expected)
  }

  @Test func aDateThatIsNotFiniteIsNotWritten() {
    for format in [
      DateOptions.Format.iso8601, .dotNetJSON, .secondsSince1970, .secondsSince2001, .custom("y"),
    ] {
      #expect(text(of: .nan, as: format) == nil)
    }
  }

  @Test func theZoneOfTheTextIsTheOneAskedFor() {
    #expect(text(of: 421_052_889, in: zone(hours: 8)) == "2014-05-06T15:08:09+08:00")
    #expect(text(of: 421_052_889, in: zone(hours: -3.5)) == "2014-05-06T03:38:09-03:30")
    #expect(text(of: 421_052_889, in: zone("America/New_York")) == "2014-05-06T03:08:09-04:00")
    #expect(text(of: 421_052_889, in: zone("Europe/London")) == "2014-05-06T08:08:09+01:00")
    #expect(text(of: 411_497_600, in: zone("Europe/London")) == "2014-01-15T16:53:20Z")
    // A year that has only begun in this zone can't be written.
    #expect(text(of: 31_493_806_473_599, in: zone(hours: 1)) == nil)
  }
}

struct DateRoundTrips {
  private static let exactFormats: [DateOptions.Format] = [
    .automatic, .iso8601, .dotNetSimple, .dotNetWithTimeZone, .secondsSince1970,
    .millisecondsSince1970, .secondsSince2001,
  ]

  /// Checks that a date is preserved in every exact format, and that no shorter text would be
  /// enough.
  private func check(_ value: Double, _ zone: TimeZone) {
    for format in Self.exactFormats {
      let written = text(of: value, as: format, in: zone)
      let read = written.flatMap { seconds(of: $0, as: format, in: zone) }
      #expect(read?.bitPattern == value.bitPattern, "\(value) \(written ?? "nil")")
    }
    guard let written = text(of: value, in: .gmt), let point = written.firstIndex(of: ".") else {
      return
    }
    #expect(!written.hasSuffix("0Z"))
    let shorter = written.dropLast(2)
    guard shorter.index(after: point) < shorter.endIndex else { return }
    let last = shorter.last?.wholeNumberValue ?? 0
    #expect(seconds(of: shorter + "Z") != value)
    // Rounded up instead, if that doesn't carry.
    if last < 9 { #expect(seconds(of: shorter.dropLast() + "\(last + 1)Z") != value) }
  }

  @Test func datesOfOurTimeComeBackToTheLastBit() {
    var generator = SeededGenerator(seed: 2014)
    let zones = [TimeZone.gmt, zone(hours: 5.75), zone(hours: -9.5)]
    for round in 0..<inLongTests(50_000, else: 3_000) {
      let range = round % 2 == 0 ? -3e9...3e9 : -4e11...3e11
      check(.random(in: range, using: &generator), zones[round % zones.count])
    }
  }

  @Test func datesOfEveryMagnitudeComeBackToTheLastBit() {
    var generator = SeededGenerator(seed: 2015)
    var count = 0
    while count < inLongTests(50_000, else: 3_000) {
      let value = Double(bitPattern: generator.next())
      // Half of all doubles are below one, and some of them have hundreds of digits.
      let scaled =
        count % 8 == 0 ? value : value.significand * Double.random(in: 0...1e13, using: &generator)
      guard scaled.isFinite, abs(scaled) < 3e13, scaled != 0 else { continue }
      check(scaled, .gmt)
      count += 1
    }
  }

  @Test(
    arguments: [
      .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
      -.leastNormalMagnitude, .ulpOfOne, -.ulpOfOne, Double(1).nextDown, -Double(1).nextDown,
      Double(1).nextUp, -Double(1).nextUp, 978_307_200.0.nextUp, -978_307_200.0.nextUp,
      -978_307_200.0.nextDown, 31_493_806_473_600.0.nextDown, 0.1, 0.3, 2.0 / 3, -1e-300,
    ] as [Double]
  )
  func extremeDatesComeBackToTheLastBit(value: Double) {
    check(value, .gmt)
  }

  @Test func dotNetDatesComeBackToTheMillisecond() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<10_000 {
      let value = Double.random(in: -6e10...6e10, using: &generator)
      let read = text(of: value, as: .dotNetJSON).flatMap { seconds(of: $0) }
      #expect(read.map { abs($0 - value) <= 0.000_51 } == true, "\(value)")
      #expect(read.flatMap { text(of: $0, as: .dotNetJSON) } == text(of: value, as: .dotNetJSON))
    }
  }
}
