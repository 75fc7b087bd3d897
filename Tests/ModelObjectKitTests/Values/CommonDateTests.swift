import Foundation
import Testing

@testable import ModelObjectKit

/// The formats that servers write most often.
struct CommonDates {
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
    #expect(seconds(of: text) == expected)
  }

  @Test func haveTheRightWeekday() {
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let read = names.filter { seconds(of: "\($0) Sep 16 12:20:09 +0800 2015") != nil }
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
      #expect(seconds(of: text) == Double(day * 86_400))
    }
  }
}
