import Foundation
import ModelObjectKit
import Testing

private enum Kind: String, Codable { case plain, special }
private struct Point: Codable, Equatable { var x = 1, y = 2.5 }

/// The properties that both classes have, as one text.
private protocol Described {
  var all: String { get }
}

private class Inner: ModelObject {
  var userId = 0
  var at: Date?
  var url: URL?
}

private class Model: ModelObject, Described {
  var firstName = ""
  var count = 0
  var small: Int8 = 0
  var ratio = 0.5
  var single: Float = 0.5
  var flag = false
  var at = Date(timeIntervalSinceReferenceDate: 0)
  var dates: [Date] = []
  var datesByName: [String: Date] = [:]
  var url: URL?
  var uuid: UUID?
  var price = Decimal(0)
  var kind = Kind.plain
  var data = Data()
  var point = Point()
  var points: [Point?] = []
  var tags: Set<String> = []
  var byKind: [Kind: Int] = [:]
  var zone = TimeZone.gmt
  var locale = Locale(identifier: "de")
  var inner: Inner?
  var inners: [Inner] = []
  var byName: [String: Inner] = [:]
  var nothing: Int?

  var all: String {
    let parts: [Any] = [
      firstName, count, small, ratio, single, flag, at.timeIntervalSinceReferenceDate, dates,
      datesByName, url?.absoluteString ?? "", uuid ?? "", price, kind, [UInt8](data), point, points,
      tags, byKind, zone.identifier, locale.identifier, inner?.userId ?? "", inner?.at ?? "",
      inners.map(\.userId), byName.mapValues(\.userId), nothing ?? "",
    ]
    return parts.map { "\($0)" }.joined(separator: " ")
  }
}

private final class SynthesisedInner: Codable {
  var userId = 0
  var at: Date?
  var url: URL?
}

private final class Synthesised: Codable, Described {
  var firstName = "Ada"
  var count = 3
  var small: Int8 = -4
  var ratio = 2.25
  var single: Float = 8.2
  var flag = true
  var at = Date(timeIntervalSinceReferenceDate: 1000)
  var dates = [Date(timeIntervalSinceReferenceDate: 2000)]
  var datesByName = ["a": Date(timeIntervalSinceReferenceDate: 3000)]
  var url = URL(string: "https://example.org/a?b=c")
  var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  var price = Decimal(12.5)
  var kind = Kind.special
  var data = Data([1, 2, 3])
  var point = Point(x: 5, y: 6.5)
  var points = [Point(), nil]
  var tags: Set = ["one"]
  var byKind = [Kind.special: 4]
  var zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
  var locale = Locale(identifier: "fr_CA")
  var inner: SynthesisedInner? = SynthesisedInner()
  var inners = [SynthesisedInner(), SynthesisedInner()]
  var byName = ["k": SynthesisedInner()]
  var nothing: Int?

  init() {
    inner?.userId = 9
    inner?.at = at
    inner?.url = url
    inners[1].userId = 2
    byName["k"]?.userId = 7
  }

  var all: String {
    let parts: [Any] = [
      firstName, count, small, ratio, single, flag, at.timeIntervalSinceReferenceDate, dates,
      datesByName, url?.absoluteString ?? "", uuid ?? "", price, kind, [UInt8](data), point, points,
      tags, byKind, zone.identifier, locale.identifier, inner?.userId ?? "", inner?.at ?? "",
      inners.map(\.userId), byName.mapValues(\.userId), nothing ?? "",
    ]
    return parts.map { "\($0)" }.joined(separator: " ")
  }
}

/// The same with hooks, which get plain values.
private final class Hooked: Model {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
  override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["more"] = 1 }
}

private struct Strategies: CustomStringConvertible {
  let description: String
  let encoder: JSONEncoder
  let decoder: JSONDecoder

  init(_ description: String, _ change: (JSONEncoder, JSONDecoder) -> Void) {
    self.description = description
    encoder = JSONEncoder()
    decoder = JSONDecoder()
    change(encoder, decoder)
  }

  static var all: [Strategies] {
    [
      Strategies("none") { _, _ in },
      Strategies("seconds") {
        $0.dateEncodingStrategy = .secondsSince1970
        $1.dateDecodingStrategy = .secondsSince1970
      },
      Strategies("milliseconds") {
        $0.dateEncodingStrategy = .millisecondsSince1970
        $1.dateDecodingStrategy = .millisecondsSince1970
      },
      Strategies("iso8601") {
        $0.dateEncodingStrategy = .iso8601
        $1.dateDecodingStrategy = .iso8601
      },
      Strategies("data") {
        $0.dataEncodingStrategy = .deferredToData
        $1.dataDecodingStrategy = .deferredToData
      },
      Strategies("snake case") {
        $0.keyEncodingStrategy = .convertToSnakeCase
        $1.keyDecodingStrategy = .convertFromSnakeCase
      },
      Strategies("floats") {
        $0.nonConformingFloatEncodingStrategy = .convertToString(
          positiveInfinity: "inf",
          negativeInfinity: "-inf",
          nan: "nan"
        )
        $1.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "inf",
          negativeInfinity: "-inf",
          nan: "nan"
        )
      },
    ]
  }
}

struct ModelsAndSynthesisedClasses {
  @Test(.needsFoundation) func readAndWriteTheSameJSON() throws {
    for strategies in Strategies.all {
      let original = Synthesised()
      let data = try strategies.encoder.encode(original)
      let model = try strategies.decoder.decode(Model.self, from: data)
      #expect(model.all == original.all, "\(strategies)")
      let written = try strategies.encoder.encode(model)
      let back = try strategies.decoder.decode(Synthesised.self, from: written)
      #expect(back.all == original.all, "\(strategies)")
      #expect(try strategies.decoder.decode(Model.self, from: written) == model, "\(strategies)")
    }
  }

  @Test(.needsFoundation, arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func readAndWriteTheSamePropertyLists(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let original = Synthesised()
    // A property list has no null.
    original.points = [Point()]
    let decoder = PropertyListDecoder()
    let model = try decoder.decode(Model.self, from: encoder.encode(original))
    #expect(model.all == original.all)
    let written = try encoder.encode(model)
    #expect(try decoder.decode(Synthesised.self, from: written).all == original.all)
    #expect(try decoder.decode(Model.self, from: written) == model)
  }

  @Test(.needsFoundation) func doSoBehindHooks() throws {
    for strategies in Strategies.all {
      let original = Synthesised()
      let model = try strategies.decoder.decode(
        Hooked.self,
        from: strategies.encoder.encode(original)
      )
      #expect(model.inner?.userId == 9 && model.inners.count == 2, "\(strategies)")
      #expect(model.at == original.at && model.dates == original.dates, "\(strategies)")
      #expect(model.inner?.at == original.inner?.at, "\(strategies)")
      let written = try strategies.encoder.encode(model)
      let back = try strategies.decoder.decode(Synthesised.self, from: written)
      #expect(back.at == original.at && back.inner?.at == original.at, "\(strategies)")
      #expect(back.data == original.data && back.url == original.url, "\(strategies)")
    }
  }

  /// Hooks get plain values, which are finite.
  @Test(.differs(.hooks)) func goToTheCoderWithNumbersThatAreNotFinite() throws {
    class Number: ModelObject { var value = 0.0 }
    let number = Number()
    number.value = .infinity
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(number) }
    let strategies = try #require(Strategies.all.last)
    let data = try strategies.encoder.encode(number)
    #expect(String(decoding: data, as: UTF8.self) == #"{"value":"inf"}"#)
    #expect(try strategies.decoder.decode(Number.self, from: data).value == .infinity)
  }
}
