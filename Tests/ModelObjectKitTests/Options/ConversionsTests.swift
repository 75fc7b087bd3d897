import Foundation
import ModelObjectKit
import Synchronization
import Testing

private class Tag: ModelObject {
  var name = ""
}

private class Order: ModelObject {
  var id = 0
  var total = 0.0
  var note: String?
  var counts: [Int] = []
  var tags: [Tag] = []
  var next: Order?
  override class var identity: Set<String> { ["id"] }
}

private class Shape: ModelObject {
  var name = ""
  override class var subclasses: Subclasses? { .byTag("kind", ["1": Circle.self]) }
}

private final class Circle: Shape {}

private final class Told: Sendable {
  private let lines = Mutex<[String]>([])
  var texts: [String] { lines.withLock { $0 } }

  func options(_ conversions: MappingOptions.ConversionHandling) -> MappingOptions {
    MappingOptions(conversions: conversions) { issues in
      self.lines.withLock { $0 += issues.map { "\($0.kind) \($0)" } }
    }
  }
}

struct Conversions {
  private let json = #"""
    {"id": "7", "total": "1.5", "note": 5, "counts": [1, "2", true], "tags": {"name": 1},
     "next": {"id": 8, "counts": "3"}}
    """#

  @Test func areIssuesIfReported() throws {
    let told = Told()
    let order = try Order(json: json, options: told.options(.report))
    #expect(order.total == 1.5 && order.counts == [1, 2, 1] && order.tags[0].name == "1")
    #expect(
      told.texts == [
        #"converted id: String "7" was converted to Int"#,
        #"converted total: String "1.5" was converted to Double"#,
        "converted note: Int 5 was converted to String",
        #"converted counts[1]: String "2" was converted to Int"#,
        "converted counts[2]: Bool true was converted to Int",
        "converted tags.name: Int 1 was converted to String",
        "converted tags: an object was converted to [Tag]",
        #"converted next.counts: String "3" was converted to [Int]"#,
      ]
    )
  }

  @Test func areNeverErrorsIfReported() throws {
    var options = MappingOptions.strict
    options.missingKeys = .ignore
    options.conversions = .report
    #expect(try Order(json: json, options: options).id == 7)
  }

  @Test func areMismatchesIfRefused() throws {
    let told = Told()
    let order = try Order(json: json, options: told.options(.fail))
    #expect(order.id == 0 && order.total == 0 && order.counts == [1] && order.tags.isEmpty)
    #expect(told.texts.allSatisfy { $0.hasPrefix("typeMismatch ") })
    #expect(
      told.texts.map { $0.dropFirst(13) } == [
        #"id: expected Int, found String "7", and conversions are refused"#,
        #"total: expected Double, found String "1.5", and conversions are refused"#,
        "note: expected String, found Int 5, and conversions are refused",
        #"counts[1]: expected Int, found String "2", and conversions are refused"#,
        "counts[2]: expected Int, found Bool true, and conversions are refused",
        "tags: expected [Tag], found an object, and conversions are refused",
        #"next.counts: expected [Int], found String "3", and conversions are refused"#,
      ]
    )
  }

  @Test func whatDoesNotFitIsNoConversion() throws {
    for handling in [MappingOptions.ConversionHandling.report, .fail] {
      let told = Told()
      _ = try Order(json: #"{"total": "x", "counts": ["y"]}"#, options: told.options(handling))
      #expect(
        told.texts == [
          #"typeMismatch total: expected Double, found String "x""#,
          #"typeMismatch counts[0]: expected Int, found String "y""#,
        ]
      )
    }
  }

  @Test func aCensusCountsThemOnlyIfTheyAreSeen() throws {
    func counts(_ conversions: MappingOptions.ConversionHandling) throws -> [String] {
      let census = MappingCensus()
      let options = MappingOptions(conversions: conversions, census: census)
      _ = try [Order](
        json: #"[{"id": 1, "total": "1"}, {"id": 2, "total": "2"}]"#,
        options: options
      )
      return census.entries.filter { $0.kind != .missingKey }
        .map { "\($0.typeName).\($0.key) \($0.kind) \($0.found ?? "-") \($0.count)" }
    }
    #expect(try counts(.apply) == [])
    #expect(try counts(.report) == ["Order.total converted string 2"])
    #expect(try counts(.fail) == ["Order.total typeMismatch string 2"])
  }

  @Test func explainMarksThemWithoutIssues() throws {
    for conversions in [MappingOptions.ConversionHandling.apply, .report] {
      let options = MappingOptions(conversions: conversions)
      let report = try Order.explain(json: json, options: options)
      #expect(report.issues.allSatisfy { $0.kind == .missingKey })
      #expect(
        "\(report)".split(separator: "\n").dropFirst().filter { $0.contains("from") } == [
          #"  id          ← id           7 (from "7")"#,
          #"  total       ← total        1.5 (from "1.5")"#,
          #"  note        ← note         "5" (from 5)"#,
          #"  tags        ← tags         1 element (from an object)"#,
          #"  tags.name   ← tags.name    "1" (from 1)"#,
          #"  next.counts ← next.counts  [3] (from "3")"#,
          #"              ← counts[1]    from "2""#,
          #"              ← counts[2]    from true"#,
        ]
      )
      #expect(report.matches.map(\.value).contains("7"))
    }
  }

  @Test func whatIsComparedMayHaveAnyForm() throws {
    let told = Told()
    let options = told.options(.fail)
    let store = ModelStore()
    let order = try store.upsert(Order.self, json: #"{"id": 7}"#)
    try store.update(order, json: #"{"next": "7"}"#, options: options)
    #expect(order.next === order)
    #expect(try Shape(json: #"{"kind": 1, "name": "a"}"#, options: options) is Circle)
    #expect(told.texts.isEmpty)
    // The value of the property is one of its own.
    _ = try store.upsert(
      Order.self,
      json: #"{"id": "7", "total": 2}"#,
      options: told.options(.report)
    )
    #expect(order.total == 2)
    #expect(told.texts == [#"converted id: String "7" was converted to Int"#])
  }

  @Test func hooksConvertAsTheyLike() throws {
    final class Hooked: ModelObject {
      var count = 0
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(Self.convert(value, to: Int.self), key: key)
      }
    }
    let options = MappingOptions(mismatches: .fail, conversions: .fail)
    #expect(try Hooked(json: #"{"count": "5"}"#, options: options).count == 5)
  }

  @Test func archivesAreNotLookedAt() throws {
    final class Before: ModelObject {
      var count = "5"
      override class var archiveName: String { "ConvertedLater" }
    }
    final class After: ModelObject {
      var count = 0
      override class var archiveName: String { "ConvertedLater" }
      override class var mappingOptions: MappingOptions {
        MappingOptions(mismatches: .fail, conversions: .fail)
      }
    }
    #expect(try After(archive: Before().archivedData()).count == 5)
  }

  @Test func aDecoderShowsWhatItHasNotConverted() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = MappingOptions(mismatches: .fail, conversions: .fail)
    let error = #expect(throws: ModelError.self) {
      try decoder.decode(Order.self, from: Data(#"{"total": "1.5"}"#.utf8))
    }
    #expect(error?.issues.map(\.path) == ["total"])
    let row = DatabaseRow(["total": .text("1.5")], isCopied: false)
    row.userInfo[.mappingOptions] = MappingOptions(mismatches: .fail, conversions: .fail)
    // A row of a statement is a number for who asks for one.
    #expect(throws: Never.self) { try row.decode(Order.self) }
  }

  @Test func aNumberInAStringIsNoDateOfANumber() throws {
    final class Visit: ModelObject {
      var day: Date?
    }
    var options = MappingOptions(mismatches: .fail, conversions: .fail)
    #expect(try Visit(json: #"{"day": "86400"}"#, options: options).day != nil)
    options.dates.format = .secondsSince1970
    #expect(try Visit(json: #"{"day": 86400}"#, options: options).day != nil)
    #expect(throws: ModelError.self) { try Visit(json: #"{"day": "86400"}"#, options: options) }
  }

  @Test func aDictionaryOfACodeIsAsItsTypesSay() throws {
    let date = Date(timeIntervalSince1970: 0)
    let options = MappingOptions(mismatches: .fail, conversions: .fail)
    #expect(throws: Never.self) {
      try Order(dictionary: ["total": 1, "note": "x", "counts": [1.0]], options: options)
    }
    #expect(throws: ModelError.self) { try Order(dictionary: ["note": date], options: options) }
    #expect(throws: ModelError.self) { try Order(dictionary: ["total": "1"], options: options) }
  }
}
