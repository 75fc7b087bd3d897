import Foundation
import ModelObjectKit
import Testing

/// Values that a `Codable` type has encoded in an archive, and that are of another type now.
struct EncodedValuesTests {
  /// The encoder of archives writes a date as a number, whatever the class's formats say.
  @Test func theDatesOfAStructThatBecameAModelStay() throws {
    let trip = Trip()
    trip.visits = [Visit(place: "b", when: Date(timeIntervalSince1970: 2))]
    trip.byName = ["c": Visit(place: "c", when: Date(timeIntervalSince1970: 3.25))]
    let data = try trip.archivedData()
    let again = try NewTrip(archive: data)
    #expect(again.visit.place == "a")
    #expect(again.visit.when == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(again.visit.inner?.at == Date(timeIntervalSince1970: 1))
    #expect(again.visit.coded.at == Date(timeIntervalSince1970: 1))
    #expect(again.visits.map(\.when) == [Date(timeIntervalSince1970: 2)])
    #expect(again.byName["c"]?.when == Date(timeIntervalSince1970: 3.25))
    #expect(try MappingCensus(archive: data, classes: [NewTrip.self]).entries == [])
    let formatted = try FormattedTrip(archive: data)
    #expect(formatted.visit.when == Date(timeIntervalSince1970: 1_700_000_000))
  }

  /// In a list as alone.
  @Test func encodedStringsBecomeValuesOfOtherTypes() throws {
    let data = try Links().archivedData()
    let urls = try URLs(archive: data)
    #expect(urls.one?.absoluteString == "a")
    #expect(urls.list.map(\.absoluteString) == ["b", "c"])
    #expect(urls.optionals.map { $0?.absoluteString } == [nil, "d"])
    #expect(urls.lists.map { $0.map(\.absoluteString) } == [[], ["e"]])
    #expect(urls.set == Set([URL(string: "f")]))
    #expect(urls.byName.mapValues(\.absoluteString) == ["x": "g"])
    let texts = try Texts(archive: data)
    #expect(texts.one == "a")
    #expect(texts.list == ["b", "c"])
    #expect(texts.byName == ["x": "g"])
    for type in [URLs.self, Texts.self] as [ModelObject.Type] {
      let entries = try MappingCensus(archive: data, classes: [type]).entries
      #expect(entries.filter { $0.kind == .typeMismatch } == [])
    }
  }

  @Test func aCensusCountsWhatADictionaryThatBecameAModelLoses() throws {
    let data = try Pairs().archivedData()
    #expect(try Boxed(archive: data).box?.b == "q")
    let entries = try MappingCensus(archive: data, classes: [Boxed.self]).entries
    #expect(
      entries.map { "\($0.typeName).\($0.key) \($0.kind.rawValue)" }
        == ["Box.a typeMismatch", "Box.zz unknownKey"]
    )
  }

  struct Inner: Codable { var at = Date(timeIntervalSince1970: 1) }

  struct Visit: Codable {
    var place = "a"
    var when = Date(timeIntervalSince1970: 1_700_000_000)
    var inner = Inner()
    var coded = Inner()
  }

  class Trip: ModelObject {
    var visit = Visit()
    var visits: [Visit] = []
    var byName: [String: Visit] = [:]
    override class var archiveName: String { "Trip" }
  }

  class NewTrip: ModelObject {
    var visit = NewVisit()
    var visits: [NewVisit] = []
    var byName: [String: NewVisit] = [:]
    override class var archiveName: String { "Trip" }
  }

  class NewVisit: ModelObject {
    var place = ""
    var when = Date.distantPast
    var inner: NewInner?
    var coded = Inner(at: .distantPast)
  }

  class NewInner: ModelObject {
    var at = Date.distantPast
  }

  class FormattedTrip: ModelObject {
    var visit = FormattedVisit()
    override class var archiveName: String { "Trip" }
  }

  class FormattedVisit: ModelObject {
    var when = Date.distantPast
    override class var dateFormats: [String: DateOptions.Format] {
      ["when": .millisecondsSince1970]
    }
    override class var mappingOptions: MappingOptions {
      var options = MappingOptions()
      options.dates.format = .iso8601
      return options
    }
  }

  struct Link: Codable, Hashable {
    var text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  class Links: ModelObject {
    var one = Link("a")
    var list = [Link("b"), Link("c")]
    var optionals: [Link?] = [nil, Link("d")]
    var lists = [[], [Link("e")]]
    var set: Set = [Link("f")]
    var byName = ["x": Link("g")]
    override class var archiveName: String { "Links" }
  }

  class URLs: ModelObject {
    var one: URL?
    var list: [URL] = []
    var optionals: [URL?] = []
    var lists: [[URL]] = []
    var set: Set<URL?> = []
    var byName: [String: URL] = [:]
    override class var archiveName: String { "Links" }
  }

  class Texts: ModelObject {
    var one = ""
    var list: [String] = []
    var byName: [String: String] = [:]
    override class var archiveName: String { "Links" }
  }

  class Pairs: ModelObject {
    var box = ["a": "seven", "b": "q", "zz": "lost"]
    override class var archiveName: String { "Pairs" }
  }

  class Box: ModelObject {
    var a = 0
    var b: String?
  }

  class Boxed: ModelObject {
    var box: Box?
    override class var archiveName: String { "Pairs" }
  }
}
