import Foundation
import ModelObjectKit
import Testing

private class Part: ModelObject {
  var size = 3
  override func validate() throws { if size < 0 { throw TooSmall() } }
}

private struct TooSmall: Error, CustomStringConvertible {
  var description: String { "too small" }
}

private class Former: ModelObject {
  var id = 0
  var one: [String: String] = [:]
  var list: [[String: String]] = []
  var lone: [String: String] = [:]
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "Row" }
}

private class Row: ModelObject {
  var id = 0
  var one = Part()
  var list: [Part] = []
  var lone: [Part] = []
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "Row" }
}

/// Dictionaries that become models as the class has changed.
struct ConvertedModelsTests {
  private func open(_ change: (Former) -> Void) throws -> (row: Row?, issues: [String]) {
    let former = Former { $0.id = 1 }
    change(former)
    let store = ModelStore()
    try store.insert(former)
    var issues: [String] = []
    let opened = try ModelStore(archive: store.archivedData(), classes: [Row.self]) {
      issues.append("\($0)")
    }
    return (opened[Row.self, 1], issues)
  }

  @Test func takeWhatFits() throws {
    let (row, issues) = try open {
      $0.one = ["size": "7"]
      $0.list = [["size": "8"], [:]]
      $0.lone = ["SIZE": "9"]
    }
    #expect(row?.one.size == 7 && row?.list.map(\.size) == [8, 3] && row?.lone.map(\.size) == [9])
    #expect(issues == [])
  }

  @Test func tellOfWhatDoesNotFit() throws {
    let (row, issues) = try open {
      $0.one = ["size": "abc"]
      $0.list = [["size": "8"], ["size": "x"]]
    }
    #expect(row?.one.size == 3 && row?.list.map(\.size) == [8, 3])
    #expect(
      issues == [
        #"[0].one.size: expected Int, found String "abc""#,
        #"[0].list.size: expected Int, found String "x""#,
      ]
    )
  }

  @Test func tellWhyTheyAreRefused() throws {
    let (row, issues) = try open { $0.one = ["size": "-1"] }
    #expect(row?.one.size == 3)
    #expect(issues.contains { $0.contains("too small") }, "\(issues)")
  }

  /// As in JSON, an object that has nothing for a model isn't the only element of a list.
  @Test func areNoListIfTheyHaveNothingForAModel() throws {
    let (row, issues) = try open { $0.lone = ["a": "b"] }
    #expect(row?.lone.isEmpty == true)
    #expect(issues == ["[0].lone: expected [Part], found an object"])
  }
}
