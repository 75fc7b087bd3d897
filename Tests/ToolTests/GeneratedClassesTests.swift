import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Generated classes compile, and take their documents with nothing left over.
struct GeneratedClassesTests {
  @Test(arguments: Fixture.all)
  func theGeneratorWritesThemAgain(_ fixture: Fixture) throws {
    let source = try Generator(className: fixture.className).source(for: fixture.json)
    #expect(source == (try fixture.source))
  }

  @Test(arguments: Fixture.all)
  func strictMappingFindsNothing(_ fixture: Fixture) throws {
    var options = MappingOptions.strict
    options.unknownKeys = .fail
    try fixture.map(fixture.json, options)
  }

  @Test(arguments: Fixture.all)
  func everyKeyIsTaken(_ fixture: Fixture) throws {
    let reports = try fixture.explain(fixture.json)
    #expect(!reports.isEmpty)
    for report in reports {
      #expect(report.issues == [])
      #expect(!report.matches.isEmpty)
      for line in report.description.split(separator: "\n") where line.contains(" – ") {
        // What not every object has is optional, and missing in those.
        #expect(line.contains("no such key"))
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
