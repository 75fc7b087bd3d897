import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Generated classes compile, take their documents with nothing left over, and give them back.
struct GeneratedClassesTests {
  @Test(arguments: Fixture.all)
  func theGeneratorWritesThemAgain(_ fixture: Fixture) throws {
    #expect(try fixture.generated == fixture.source)
  }

  @Test(arguments: Fixture.all)
  func strictMappingTakesTheDocumentAndExportGivesItBack(_ fixture: Fixture) throws {
    var options = MappingOptions.strict
    options.unknownKeys = .fail
    var export = ExportOptions()
    export.keyStyle = fixture.style ?? .property
    let json = try fixture.json
    #expect(try Form.of(fixture.roundTrip(json, options, export)) == Form.of(json))
  }

  @Test(arguments: Fixture.all)
  func everyKeyIsTaken(_ fixture: Fixture) throws {
    let reports = try fixture.explain(fixture.json)
    #expect(!reports.isEmpty)
    for report in reports {
      #expect(report.issues == [])
      #expect(!report.matches.isEmpty)
      for line in report.description.split(separator: "\n") where line.contains(" – ") {
        // A property that not every object has is optional, and has no key in some. A tag of objects
        // without keys of their own has no class.
        #expect(line.contains("no such key") || line.contains("no subclass of "))
      }
    }
  }

  @Test func accessorsAreThoseThatTheLibraryWrites() throws {
    let fixture = try #require(Fixture.all.first { $0.document == "accessors.json" })
    let lines = try fixture.source.replacing("`", with: "").split(separator: "\n").map {
      $0.drop { $0 == " " }
    }
    for type in [AccessorsDocument.self, AccessorsDocument.Item.self, AccessorsDocument.Note.self] {
      for line in type.accessorsSource.split(separator: "\n").dropFirst(2) {
        let line = line.drop { $0 == " " }
        let isThere = lines.contains { $0 == line || $0 == "[\(line.dropLast())]" }
        #expect(isThere, "\(line)")
      }
    }
  }

  @Test func valuesArriveInTheirPlaces() throws {
    let fixture = try #require(Fixture.all.first { $0.document == "collisions.json" })
    let items = try CollisionsDocument(json: fixture.json).items
    #expect(items.map(\.id) == [7, 8])
    #expect(items.map(\.id2) == ["5f1", "5f2"])
    #expect(items.map(\.userName) == ["a", "d"])
    #expect(items.map(\.userName2) == ["b", nil])
    #expect(items.map(\.userName3) == ["c", nil])
    #expect(items.map(\.twoWords) == [2, 3])
  }

  @Test func digitsArriveWhole() throws {
    let fixture = try #require(Fixture.all.first { $0.document == "user.json" })
    let user = try UserDocument(json: fixture.json)
    #expect(user.balance == Decimal(string: "12345678901234567.89"))
    #expect(user.big == Decimal(string: "18446744073709551615"))
  }
}

/// A document as text that is the same for documents that say the same: keys are sorted, a null is
/// as good as a missing key, and numbers and dates are written in one way.
private enum Form {
  private final class Holder: ModelObject {
    var value: Any?
    var date: Date?
  }

  static func of(_ json: Data) throws -> String {
    let text = "{\"value\":\(String(decoding: json, as: UTF8.self))}"
    return form(try Holder(json: text).value ?? JSONNull())
  }

  /// The instant of a string that is a date; nil for other strings and for digits.
  private static func date(_ text: String) -> String? {
    guard text.contains(where: { "-/:".contains($0) }) else { return nil }
    let holder = try? Holder(dictionary: ["date": text])
    return (holder?.date).map { "\($0.timeIntervalSince1970)" }
  }

  private static func form(_ value: Any) -> String {
    switch value {
    case let object as [String: Any]:
      let pairs = object.filter { !($0.value is JSONNull) }.map { key, value in
        "\(key.debugDescription): \(form(value))"
      }
      return "{\(pairs.sorted().joined(separator: ", "))}"
    case let array as [Any]: return "[\(array.map(form).joined(separator: ", "))]"
    case let text as String: return date(text) ?? text.debugDescription
    case let number as Int: return "\(Decimal(number))"
    case let number as Double: return Decimal(string: "\(number)").map { "\($0)" } ?? "\(number)"
    default: return "\(value)"
    }
  }
}
