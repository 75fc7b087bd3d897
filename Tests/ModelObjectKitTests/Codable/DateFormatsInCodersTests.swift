import Foundation
import ModelObjectKit
import Testing

private class Trip: ModelObject {
  var start = Date(timeIntervalSinceReferenceDate: 0)
  var end: Date?
  var stops: [Date] = []
  var days: Set<Date> = []
  var named: [String: Date] = [:]
  var made: Date?
  override class var dateFormats: [String: DateOptions.Format] {
    [
      "start": .secondsSince1970, "end": .custom("yyyy-dd-MM"), "stops": .dotNetJSON,
      "days": .custom("dd.MM.yyyy"), "named": .dateOnly,
    ]
  }
}

private final class HookedTrip: Trip {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
  override func didExport(_ dictionary: inout [String: Any]) throws {}
}

/// The formats that a class declares count with every coder; other dates follow the coder.
struct DateFormatsInCoders {
  private static let day = Date(timeIntervalSince1970: 1_399_334_400)

  private static func trip<T: Trip>(_ type: T.Type) -> T {
    let trip = T()
    (trip.start, trip.end, trip.stops) = (day, day, [day])
    (trip.days, trip.named, trip.made) = ([day], ["a": day], day)
    return trip
  }

  private static func json(made: String) -> String {
    #"{"days":["06.05.2014"],"end":"2014-06-05","made":\#(made),"named":{"a":"2014-05-06"},"#
      + #""start":1399334400,"stops":["\/Date(1399334400000)\/"]}"#
  }

  @Test func countWhateverTheStrategies() throws {
    let ways: [(JSONEncoder.DateEncodingStrategy, JSONDecoder.DateDecodingStrategy, made: String)] =
      [
        (.deferredToDate, .deferredToDate, "421027200"),
        (.secondsSince1970, .secondsSince1970, "1399334400"),
        (.iso8601, .iso8601, #""2014-05-06T00:00:00Z""#),
      ]
    func check<T: Trip>(_ type: T.Type) throws {
      for way in ways {
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.outputFormatting = .sortedKeys
        (encoder.dateEncodingStrategy, decoder.dateDecodingStrategy) = (way.0, way.1)
        let text = Self.json(made: way.made)
        #expect(String(decoding: try encoder.encode(Self.trip(type)), as: UTF8.self) == text)
        #expect(try decoder.decode(type, from: Data(text.utf8)) == Self.trip(type))
      }
    }
    try check(Trip.self)
    try check(HookedTrip.self)
  }

  /// What a `JSONEncoder` writes whose strategy isn't set.
  @Test(arguments: [1_700_000_000, 0, -0.5, 1_399_360_089.123, 978_307_200.000001])
  func secondsSince2001AreThoseOfAPlainEncoder(seconds: Double) throws {
    struct Old: Codable, Equatable { var placed: Date }
    class Order: ModelObject {
      var placed: Date?
      override class var dateFormats: [String: DateOptions.Format] { ["placed": .secondsSince2001] }
    }
    let old = Old(placed: Date(timeIntervalSince1970: seconds))
    let order = try Order(json: JSONEncoder().encode(old))
    #expect(order.placed == old.placed)
    #expect(try JSONDecoder().decode(Old.self, from: order.jsonData()) == old)
    let coded = try JSONDecoder().decode(Order.self, from: JSONEncoder().encode(order))
    #expect(coded.placed == old.placed)
    #expect(try JSONDecoder().decode(Old.self, from: JSONEncoder().encode(order)) == old)
    #expect(try Order(dictionary: order.dictionaryRepresentation()) == order)
    #expect(try Order(archive: order.archivedData()) == order)
  }

  @Test func countInPropertyListsAndRows() throws {
    func check<T: Trip>(_ type: T.Type) throws {
      let list = try PropertyListEncoder().encode(Self.trip(type))
      let pairs = try PropertyListSerialization.propertyList(from: list, format: nil)
      let end = (pairs as? [String: Any])?["end"] as? String
      #expect(end == "2014-06-05" && (pairs as? [String: Any])?["made"] as? Date == Self.day)
      #expect(try PropertyListDecoder().decode(type, from: list) == Self.trip(type))

      let row = try DatabaseRow(encoding: Self.trip(type))
      #expect(row.columns["end"] == .text("2014-06-05"))
      #expect(row.columns["start"] == .integer(1_399_334_400))
      #expect(row.columns["days"] == .text(#"["06.05.2014"]"#))
      #expect(try row.decode(type) == Self.trip(type))
    }
    try check(Trip.self)
    try check(HookedTrip.self)
  }

  @Test func countForUntypedValuesAndUnknownKeys() throws {
    class Loose: ModelObject {
      var any: Any?
      var rest: [String: Any] = [:]
      override class var unknownKeysProperty: String? { "rest" }
      override class var dateFormats: [String: DateOptions.Format] {
        ["any": .dateOnly, "rest": .secondsSince1970]
      }
    }
    let loose = Loose()
    (loose.any, loose.rest) = (Self.day, ["made": Self.day])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(loose), as: UTF8.self)
    #expect(text == #"{"any":"2014-05-06","made":1399334400}"#)
    var options = ExportOptions()
    options.sortedKeys = true
    #expect(try loose.jsonString(options: options) == text)
  }

  /// A format is the only one that a value may have, as in JSON text.
  @Test func refuseOtherForms() throws {
    let trip = try JSONDecoder().decode(Trip.self, from: Data(#"{"end":"2014-05-13"}"#.utf8))
    #expect(trip.end == nil)
  }

  /// A date that a decoder has as such is taken as it is.
  @Test func takeDatesOfPropertyLists() throws {
    let list = try PropertyListEncoder().encode(["start": Self.day, "end": Self.day])
    let trip = try PropertyListDecoder().decode(Trip.self, from: list)
    #expect(trip.start == Self.day && trip.end == Self.day)
  }

  @Test func countAtTheEndsOfPaths() throws {
    class Leg: ModelObject {
      var from: Date?
      var to: Date?
      override class var keyMapping: [String: JSONKey] { ["from": "times[0]", "to": "last.day"] }
      override class var dateFormats: [String: DateOptions.Format] {
        ["from": .dateOnly, "to": .custom("dd.MM.yyyy")]
      }
    }
    let leg = Leg()
    (leg.from, leg.to) = (Self.day, Self.day)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(leg), as: UTF8.self)
    #expect(text == #"{"last":{"day":"06.05.2014"},"times":["2014-05-06"]}"#)
    #expect(try JSONDecoder().decode(Leg.self, from: Data(text.utf8)) == leg)
  }

  /// Foundation's own dates follow the decoder's strategy, however deep they are.
  @Test(.needsFoundation) func followTheDecoderInEveryContainer() throws {
    class Log: ModelObject {
      var lists: [String: [NSDate]] = [:]
      var byNumber: [Int: [NSDate?]] = [:]
      var byName: [String: [String: NSDate]] = [:]
    }
    let log = Log()
    let date = NSDate(timeIntervalSince1970: 0)
    (log.lists, log.byNumber, log.byName) = (["k": [date]], [1: [date, nil]], ["k": ["l": date]])
    #expect(try JSONDecoder().decode(Log.self, from: JSONEncoder().encode(log)) == log)
  }

  /// A single date for a list follows the decoder's strategy, as those in lists do; so do single values
  /// with dates, and data.
  @Test(arguments: [false, true])
  func followTheDecoderInPlaceOfLists(isHooked: Bool) throws {
    struct Visit: Codable, Equatable { var at: Date }
    class Times: ModelObject {
      var list: [Date] = []
      var set: Set<Date?> = []
      var byName: [String: [Date]] = [:]
      var nested: [[Date]] = []
      var visits: [Visit] = []
      var blobs: [Data] = []
      var none = [Date()]
    }
    final class HookedTimes: Times {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    struct Sent: Codable {
      var list, set, nested: Date
      var byName: [String: Date]
      var visits: Visit
      var blobs: Data
      var none = ""
    }
    let sent = Sent(
      list: Self.day,
      set: Self.day,
      nested: Self.day,
      byName: ["k": Self.day],
      visits: Visit(at: Self.day),
      blobs: Data([1, 2])
    )
    let strategies: [(JSONEncoder.DateEncodingStrategy, JSONDecoder.DateDecodingStrategy)] = [
      (.deferredToDate, .deferredToDate), (.millisecondsSince1970, .millisecondsSince1970),
      (.secondsSince1970, .secondsSince1970), (.iso8601, .iso8601),
    ]
    for (out, into) in strategies {
      let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
      (encoder.dateEncodingStrategy, decoder.dateDecodingStrategy) = (out, into)
      encoder.dataEncodingStrategy = .custom { data, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(data.map { "\($0)" }.joined(separator: " "))
      }
      decoder.dataDecodingStrategy = .custom { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        return Data(text.split(separator: " ").compactMap { UInt8($0) })
      }
      let data = try encoder.encode(sent)
      let type = isHooked ? HookedTimes.self : Times.self
      let times = try decoder.decode(type, from: data)
      #expect(times.list == [Self.day] && times.set == [Self.day] && times.nested == [[Self.day]])
      #expect(times.byName == ["k": [Self.day]] && times.visits == [Visit(at: Self.day)])
      #expect(times.blobs == [Data([1, 2])] && times.none.isEmpty)
    }
  }
}
