import Foundation
import Testing

@testable import ModelObjectKit

/// Common formats of dates are read at fixed places; the scanner reads all formats, and is used if
/// there is a time zone.
@Suite struct FixedDateForms {
  @Test(
    arguments: [
      ("2015-09-16T12:20:09", 464_098_809),
      ("2015-09-16T12:20:09Z", 464_098_809),
      ("2015-09-16T12:20:09.250Z", 464_098_809.25),
      ("2015-09-16T12:20:09.000Z", 464_098_809),
      ("2015-09-16T12:20:09+08:00", 464_070_009),
      ("2015-09-16T12:20:09-18:00", 464_163_609),
      ("1999-12-31T23:59:59.999Z", -31_622_400.001),
      ("0000-01-01T00:00:00Z", -63_145_526_400),
      ("9999-12-31T23:59:59Z", 252_423_993_599),
      ("2012-02-29T00:00:00Z", 352_166_400),
      ("Wed Sep 16 12:20:09 +0800 2015", 464_070_009),
      ("wED sEP 16 12:20:09 -0030 2015", 464_100_609),
    ] as [(String, Double)]
  )
  func areRead(text: String, expected: Double) {
    #expect(fixed(Array(text.utf8)) == expected)
  }

  @Test(
    arguments: [
      "2015-09-16T12:20:09", "2015-09-16T12:20:09Z", "2015-09-16T12:20:09.250Z",
      "2015-09-16T12:20:09+08:00", "2015-02-28T23:59:59-17:59", "2016-12-31T23:59:60Z",
      "Wed Sep 16 12:20:09 +0800 2015", "Tue May  6 07:08:09 +0000 2014",
    ]
  )
  func withAnyByteChangedAreReadAsTheScannerReadsThem(text: String) {
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = bytes
        changed[place] = byte
        guard let seconds = fixed(changed) else { continue }
        #expect(seconds == scanned(changed), "\(place) \(byte)")
      }
    }
  }

  @Test func haveTheRightWeekday() {
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let read = names.filter { fixed(Array("\($0) Sep 16 12:20:09 +0800 2015".utf8)) != nil }
    #expect(read == ["Wed"])
  }

  @Test func haveEveryMonth() {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    for (number, name) in names.enumerated() {
      let day = CivilDate(year: 2018, month: number + 1, day: 10)?.dayNumber ?? 0
      let weekday = EnglishName.weekdays[CivilDate.weekday(ofDayNumber: day)].prefix(3)
      let text = "\(weekday) \(name) 10 00:00:00 +0000 2018"
      #expect(fixed(Array(text.utf8)) == Double(day * 86_400))
    }
  }

  private func fixed(_ bytes: [UInt8]) -> Double? {
    ByteView.with(bytes) { FixedDateForm.date($0)?.timeIntervalSinceReferenceDate }
  }

  private func scanned(_ bytes: [UInt8]) -> Double? {
    ByteView.with(bytes) {
      DateText.read($0, timeZone: .gmt)?.timeIntervalSinceReferenceDate
    }
  }
}
