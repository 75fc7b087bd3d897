import Foundation
import ModelObjectKit
import Testing

/// A class with hooks, tags, transforms or unknown keys reads what its twin without them reads,
/// through any coder.
struct HookedClassesInCoders {
  @Test(arguments: HookedTwin.allCases, TwinStrategy.allCases)
  func readWhatTheirPlainTwinsReadFromJSON(hooks: HookedTwin, strategy: TwinStrategy) throws {
    let decoder = strategy.decoder
    let data = try strategy.data()
    #expect(try decoder.decode(PlainTwin.self, from: data).at == PlainTwin.sample.at)
    #expect(try hooks.differences(from: JSONTwins(decoder: decoder, data: data)) == [])
  }

  @Test(
    arguments: HookedTwin.allCases,
    [PropertyListSerialization.PropertyListFormat.binary, .xml]
  )
  func readWhatTheirPlainTwinsReadFromPropertyLists(
    hooks: HookedTwin,
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let data = try encoder.encode(PlainTwin.sample)
    #expect(
      try PropertyListDecoder().decode(PlainTwin.self, from: data).data == PlainTwin.sample.data
    )
    #expect(try hooks.differences(from: PropertyListTwins(data: data)) == [])
  }

  @Test(arguments: HookedTwin.allCases, [false, true])
  func readWhatTheirPlainTwinsReadFromRows(hooks: HookedTwin, isCopied: Bool) throws {
    let plain = try PlainTwin.row(isCopied: isCopied).decode(PlainTwin.self)
    #expect(plain.uuid == PlainTwin.sample.uuid && plain.part?.at == PlainTwin.sample.part?.at)
    #expect(try hooks.differences(from: RowTwins(isCopied: isCopied)) == [])
  }

  /// Unknown decoders: values of all kinds, only strings, any container.
  @Test(arguments: HookedTwin.allCases, OddDecoder.Way.allCases)
  func readWhatTheirPlainTwinsReadFromOthers(hooks: HookedTwin, way: OddDecoder.Way) throws {
    let values = try KeptValues(json: TwinStrategy.none.data()).rest
    #expect(try PlainTwin(from: OddDecoder(values, way, OddDecoder.Log())).number == 3)
    let source = OddTwins(values: values, way: way)
    #expect(try hooks.differences(from: source) == [])
    #expect(source.log.secondContainers == 0)
  }

  /// Hooks of models inside are called as often as in text.
  @Test func runNestedHooksOnce() throws {
    class Counted: ModelObject {
      var id = 0
      var runs = 0
      override func didMap(_ dictionary: [String: Any]) throws { runs += 1 }
    }
    class Around: ModelObject {
      var one: Counted?
      var many: [Counted] = []
      var byName: [String: Counted] = [:]
      var any: [Any] = []
      override class var arrayMapping: [String: ModelObject.Type] { ["any": Counted.self] }
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let json = #"{"one":{"id":1},"many":[{"id":2}],"byName":{"a":{"id":3}},"any":[{"id":4},5]}"#
    let around = try JSONDecoder().decode(Around.self, from: Data(json.utf8))
    #expect(around.one?.runs == 1 && around.many.map(\.runs) == [1])
    #expect(around.byName["a"]?.runs == 1 && around.any.count == 1)
    #expect((around.any.first as? Counted)?.runs == 1)
  }

  /// Hooks see plain values of a user's own type, whatever the decoder makes of the dates in it;
  /// passed on, under whatever key, they are what the decoder reads.
  @Test(arguments: TwinStrategy.allCases)
  func showPlainValuesOfUsersTypes(strategy: TwinStrategy) throws {
    struct Visit: Codable, Equatable { var at: Date?, place = "" }
    struct Trip: Codable { var first: Visit, more: [Visit], byDay: [String: Visit] }
    class Tour: ModelObject {
      var first: Visit?
      var last: Visit?
      var more: [Visit] = []
      var byDay: [String: Visit] = [:]
      var places: [String] = []
      override func serializeValue(_ value: Any?, key: String) throws {
        places += Self.places(in: value)
        try super.serializeValue(value, key: key)
        if key == "first" { try super.serializeValue(value, key: "last") }
      }
      private static func places(in value: Any?) -> [String] {
        if let values = value as? [Any] { return values.flatMap(places) }
        guard let values = value as? [String: Any] else { return [] }
        return (values["place"] as? String).map { [$0] } ?? values.values.flatMap(places)
      }
    }
    let visit = Visit(at: Date(timeIntervalSince1970: 86400), place: "Lahore")
    let trip = Trip(first: visit, more: [visit], byDay: ["Monday": visit])
    let tour = try strategy.decoder.decode(Tour.self, from: strategy.encoder.encode(trip))
    #expect(tour.first == visit && tour.last == visit)
    #expect(tour.more == [visit] && tour.byDay == ["Monday": visit])
    #expect(tour.places == ["Lahore", "Lahore", "Lahore"])
  }

  /// Values that a hook changes are converted, others are read by the coder.
  @Test func readChangedValuesByTheTable() throws {
    class Changing: ModelObject {
      var at = Date(timeIntervalSinceReferenceDate: 0)
      var tagged: TwinTaggedPart?
      var count = 0
      override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
        var changed = dictionary
        var tagged = dictionary["tagged"] as? [String: Any]
        tagged?["id"] = 9
        changed["tagged"] = tagged
        changed["count"] = "5"
        return changed
      }
    }
    let twin = PlainTwin.sample
    let json = try JSONEncoder().encode(twin)
    let changing = try JSONDecoder().decode(Changing.self, from: json)
    #expect(changing.at == twin.at && changing.count == 5 && changing.tagged?.id == 9)
    let special = changing.tagged as? TwinTaggedSpecial
    #expect(special?.when == twin.at && special?.data == twin.data)
    #expect((special?.parts.first as? TwinTaggedSpecial)?.when == twin.at)
  }
}
