import Foundation
import ModelObjectKit
import Testing

private class Days: ModelObject {
  var start = Date(timeIntervalSince1970: 5)
  var end: Date?
  var all: [Date] = []
  var holes: [Date?] = []
  var grid: [[Date]] = []
  var byName: [String: Date] = [:]
  var optional: [Date]?
}

private class DaysBySeconds: Days {
  override class var mappingOptions: MappingOptions {
    var options = MappingOptions()
    options.dates.format = .secondsSince1970
    return options
  }
}

private class Trip: ModelObject {
  var days: DaysBySeconds?
  var list: [DaysBySeconds] = []
  var start: Date?
}

private class Journal: ModelObject {
  var day: Date?
  var other: Date?

  override class var dateFormats: [String: DateOptions.Format] {
    ["day": .custom("dd.MM.yyyy")]
  }
}

/// Dates in properties and collections, from text, which has a fast path for common ones, and from
/// dictionaries.
struct DatesInText {
  @Test(
    arguments: [
      #"{"start": "2014-05-06T07:08:09Z", "end": 1399360089}"#,
      #"{"start": 1399360089.5, "end": "1399360089500"}"#,
      #"{"start": null, "end": null}"#,
      #"{"start": "soon", "end": "later"}"#,
      #"{"start": " 2014-05-06 ", "end": "\t2014-05-06T07:08:09Z"}"#,
      #"{"start": "\u0032014-05-06", "end": "\/Date(12)\/"}"#,
      #"{"start": "Tue May 06 07:08:09 +0800 2014", "end": "Wed May 06 07:08:09 +0800 2014"}"#,
      #"{"start": 9223372036854775807, "end": -9223372036854775808}"#,
      #"{"start": 99999999999999999999999, "end": 1e300}"#,
      #"{"start": -0, "end": 0}"#,
      #"{"start": true, "end": {}}"#,
      #"{"START": "2014-05-06", "start": "soon"}"#,
      #"{"START": "2014-05-06", "start": "2015-05-06", "Start": 7}"#,
      #"{"all": ["2014-05-06", 0, "2014-05-06T07:08:09.5Z"], "optional": []}"#,
      #"{"all": ["2014-05-06", null, "soon", 7], "optional": [null]}"#,
      #"{"all": "2014-05-06", "optional": null}"#,
      #"{"holes": ["2014-05-06", null, 7, "x"], "optional": [7]}"#,
      #"{"grid": [["2014-05-06"], [], [7, "x"], null]}"#,
      #"{"byName": {"a": "2014-05-06", "b": 7, "c": "x"}}"#,
    ]
  )
  func areReadAsFromDictionaries(json: String) throws {
    let dictionary = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    )
    #expect(try Days(json: json) == Days(dictionary: dictionary))
  }

  @Test func ofARepeatedKeyTheLastCounts() throws {
    let days = try Days(json: #"{"byName": {"a": "2014-05-06", "a": 8}, "end": 7, "end": 9}"#)
    #expect(days.byName == ["a": Date(timeIntervalSince1970: 8)])
    #expect(days.end == Date(timeIntervalSince1970: 9))
  }

  @Test func aValueThatDoesNotFitLeavesTheInitialOne() throws {
    let days = try Days(json: #"{"start": "soon", "end": "soon"}"#)
    #expect(days.start == Date(timeIntervalSince1970: 5))
    #expect(days.end == nil)
  }

  @Test func followTheFormatOfTheCall() throws {
    var options = MappingOptions()
    options.dates.format = .secondsSince1970
    let json = """
      {"start": "2014-05-06", "end": "100000000000", "all": ["2014-05-06", 100000000000]}
      """
    let days = try Days(json: json, options: options)
    #expect(days.start == Date(timeIntervalSince1970: 5))
    #expect(days.end == Date(timeIntervalSince1970: 100_000_000_000))
    #expect(days.all == [Date(timeIntervalSince1970: 100_000_000_000)])
  }

  @Test func followTheZoneOfTheCall() throws {
    var options = MappingOptions()
    options.dates.timeZone = try #require(TimeZone(secondsFromGMT: 3_600))
    let json = #"{"start": "2014-05-06T07:08:09", "all": ["2014-05-06", "2014-05-06T07:08:09Z"]}"#
    let days = try Days(json: json, options: options)
    #expect(days.start == Date(timeIntervalSince1970: 1_399_360_089 - 3_600))
    #expect(
      days.all == [
        Date(timeIntervalSince1970: 1_399_334_400 - 3_600),
        Date(timeIntervalSince1970: 1_399_360_089),
      ]
    )
  }

  @Test func followTheOptionsOfTheClassAtTheRoot() throws {
    let json = #"{"start": "2014-05-06", "end": 100000000000, "all": [100000000000]}"#
    let root = try DaysBySeconds(json: json)
    #expect(root.start == Date(timeIntervalSince1970: 5))
    #expect(root.end == Date(timeIntervalSince1970: 100_000_000_000))
    #expect(root.all == [Date(timeIntervalSince1970: 100_000_000_000)])
    let trip = try Trip(
      json: #"{"days": \#(json), "list": [\#(json)], "start": 100000000000}"#
    )
    for days in [trip.days, trip.list.first] {
      #expect(days?.start == Date(timeIntervalSince1970: 1_399_334_400))
      #expect(days?.end == Date(timeIntervalSince1970: 100_000_000))
      #expect(days?.all == [Date(timeIntervalSince1970: 100_000_000)])
    }
    #expect(trip.start == Date(timeIntervalSince1970: 100_000_000))
  }

  @Test func followTheFormatOfTheProperty() throws {
    let json = #"{"day": "06.05.2014", "other": "2014-05-06"}"#
    let journal = try Journal(json: json)
    #expect(journal.day == Date(timeIntervalSince1970: 1_399_334_400))
    #expect(journal.other == Date(timeIntervalSince1970: 1_399_334_400))
    try journal.update(json: #"{"day": "2015-05-06", "other": "06.05.2015"}"#)
    #expect(journal.day == Date(timeIntervalSince1970: 1_399_334_400))
    #expect(journal.other == Date(timeIntervalSince1970: 1_399_334_400))
  }

  @Test func areReportedWhereTheyDoNotFit() throws {
    let report = try Days.explain(json: #"{"start": "soon", "all": ["2014-05-06", "x"]}"#)
    let misfits = report.issues.filter { $0.kind == .typeMismatch }
    #expect(misfits.map(\.path) == ["start", "all[1]"])
  }
}
