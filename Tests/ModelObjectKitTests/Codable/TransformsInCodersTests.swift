import Foundation
import ModelObjectKit
import Testing

private struct Size: Codable, Equatable { var width = 0.0 }

private class Shifted: ModelObject {
  var day: Date?
  var days: [Date] = []
  var named: [String: Date] = [:]
  var format: Date?
  var bytes: Data?
  var price: Decimal = 0
  var site: URL?
  var zone: TimeZone?
  var size: Size?

  override class var transforms: [String: PropertyTransform] {
    [
      "day": PropertyTransform(from: Date.self) {
        $0 + 3600
      } write: {
        $0 - 3600
      },
      "days": PropertyTransform(from: [Date].self) {
        $0.map { $0 + 3600 }
      } write: {
        $0.map { $0 - 3600 }
      },
      "named": PropertyTransform(from: [String: Date].self) {
        $0
      } write: {
        $0
      },
      "format": PropertyTransform(from: Date.self) {
        $0 + 3600
      } write: {
        $0 - 3600
      },
      "bytes": PropertyTransform(from: Data.self) {
        $0 + Data([1])
      } write: {
        $0.dropLast()
      },
      "price": PropertyTransform(from: Decimal.self) {
        $0 / 100
      } write: {
        $0 * 100
      },
      "site": PropertyTransform(from: URL.self) {
        $0.appendingPathComponent("x")
      } write: {
        $0.deletingLastPathComponent()
      },
      "zone": PropertyTransform(from: TimeZone.self) {
        $0
      } write: {
        $0
      },
      "size": PropertyTransform(from: Size.self) {
        Size(width: $0.width * 2)
      } write: {
        Size(width: $0.width / 2)
      },
    ]
  }
  override class var dateFormats: [String: DateOptions.Format] { ["format": .custom("dd.MM.yyyy")] }
}

private final class Exporting: Shifted {
  override func didExport(_ dictionary: inout [String: Any]) throws {}
}

private enum Coder: String, CaseIterable {
  case json, seconds, iso8601, propertyList, jsonWithOptions, propertyListWithOptions

  private var isJSON: Bool { self != .propertyList && self != .propertyListWithOptions }
  private var hasOptions: Bool { rawValue.hasSuffix("Options") }

  func encode(_ model: some ModelObject) throws -> Data {
    guard isJSON else {
      let encoder = PropertyListEncoder()
      if hasOptions { encoder.userInfo[.exportOptions] = ExportOptions() }
      return try encoder.encode(model)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    if hasOptions { encoder.userInfo[.exportOptions] = ExportOptions() }
    if self == .seconds { encoder.dateEncodingStrategy = .secondsSince1970 }
    if self == .iso8601 { encoder.dateEncodingStrategy = .iso8601 }
    return try encoder.encode(model)
  }

  func decode<Model: ModelObject>(_ type: Model.Type, from data: Data) throws -> Model {
    guard isJSON else {
      let decoder = PropertyListDecoder()
      if hasOptions { decoder.userInfo[.mappingOptions] = MappingOptions() }
      return try decoder.decode(type, from: data)
    }
    let decoder = JSONDecoder()
    if hasOptions { decoder.userInfo[.mappingOptions] = MappingOptions() }
    if self == .seconds { decoder.dateDecodingStrategy = .secondsSince1970 }
    if self == .iso8601 { decoder.dateDecodingStrategy = .iso8601 }
    return try decoder.decode(type, from: data)
  }
}

/// The type of a transform is coded as a property of that type.
struct TransformsInCoders {
  private static let hour = Date(timeIntervalSince1970: 1_399_338_000)

  private static func shifted(_ type: Shifted.Type = Shifted.self) -> Shifted {
    let shifted = type.init()
    (shifted.day, shifted.days, shifted.named) = (hour, [hour], ["a": hour])
    (shifted.format, shifted.bytes) = (hour, Data([7, 1]))
    shifted.price = Decimal(string: "123456789012345678.25") ?? 0
    shifted.site = URL(string: "https://a.org/x")
    (shifted.zone, shifted.size) = (TimeZone(identifier: "Europe/Berlin"), Size(width: 3))
    return shifted
  }

  @Test(arguments: Coder.allCases)
  fileprivate func comeBack(coder: Coder) throws {
    let shifted = Self.shifted()
    let back = try coder.decode(Shifted.self, from: coder.encode(shifted))
    #expect(shifted.changedProperties(since: back) == [])
  }

  @Test(arguments: [Shifted.self, Exporting.self])
  fileprivate func haveTheDatesOfTheCoder(type: Shifted.Type) throws {
    func pairs(_ coder: Coder) throws -> NSDictionary? {
      let data = try coder.encode(Self.shifted(type))
      return try JSONSerialization.jsonObject(with: data) as? NSDictionary
    }
    #expect(try pairs(.json)?["day"] as? Double == 421_027_200)
    #expect(try pairs(.seconds)?["days"] as? [Double] == [1_399_334_400])
    for coder in [Coder.iso8601, .jsonWithOptions] {
      #expect(try pairs(coder)?["day"] as? String == "2014-05-06T00:00:00Z")
      #expect(try pairs(coder)?["format"] as? String == "06.05.2014")
    }
    let list = try Coder.propertyList.encode(Self.shifted(type))
    let plain =
      try PropertyListSerialization.propertyList(from: list, format: nil) as? [String: Any]
    #expect(plain?["day"] as? Date == Self.hour - 3600 && plain?["bytes"] as? Data == Data([7]))
  }

  /// Issues say what is in the input, also if the type can't be decoded.
  @Test func refuseWithTheInputsOwnWords() throws {
    class Counted: ModelObject {
      var count = 0
      override class var transforms: [String: PropertyTransform] {
        ["count": PropertyTransform(from: Int.self) { $0 > 5 ? nil : $0 }]
      }
    }
    for (json, words) in [
      (#"{"count":"x"}"#, #"count: expected Int, found String "x""#),
      (#"{"count":[]}"#, "count: expected Int, found an array"),
      (#"{"count":"6"}"#, #"count: the transform returned nil for String "6" (Int)"#),
      (#"{"count":null}"#, "count: null where a value is expected (Int)"),
    ] {
      let decoder = JSONDecoder()
      decoder.userInfo[.mappingOptions] = MappingOptions.strict
      let error = #expect(throws: ModelError.self) {
        try decoder.decode(Counted.self, from: Data(json.utf8))
      }
      #expect(error?.issues.map(\.description) == [words])
      #expect(throws: ModelError.self) { try Counted(json: json, options: .strict) }
    }
  }
}

/// Dates from `didExport` and from transforms without a type.
struct GivenDatesInCoders {
  private final class Event: ModelObject {
    var at: Date?
    var day: Date?
    override class var transforms: [String: PropertyTransform] {
      let same = PropertyTransform(read: { $0 }, write: { $0 })
      return ["at": same, "day": same]
    }
    override class var dateFormats: [String: DateOptions.Format] { ["day": .custom("dd.MM.yyyy")] }
  }

  private final class Stamped: ModelObject {
    override func didExport(_ dictionary: inout [String: Any]) throws {
      dictionary["at"] = Date(timeIntervalSinceReferenceDate: 0)
    }
  }

  @Test func followTheOptionsOrTheCoder() throws {
    let event = Event()
    (event.at, event.day) = (
      .init(timeIntervalSinceReferenceDate: 0), .init(timeIntervalSince1970: 0)
    )
    func text(_ coder: Coder, _ model: ModelObject) throws -> String {
      String(decoding: try coder.encode(model), as: UTF8.self)
    }
    #expect(try text(.json, event) == #"{"at":0,"day":"01.01.1970"}"#)
    #expect(try text(.json, Stamped()) == #"{"at":0}"#)
    let isoText = #"{"at":"2001-01-01T00:00:00Z","day":"01.01.1970"}"#
    #expect(try text(.jsonWithOptions, event) == isoText)
    #expect(try text(.jsonWithOptions, Stamped()) == #"{"at":"2001-01-01T00:00:00Z"}"#)
    #expect(try Coder.jsonWithOptions.decode(Event.self, from: Data(isoText.utf8)) == event)
  }
}
