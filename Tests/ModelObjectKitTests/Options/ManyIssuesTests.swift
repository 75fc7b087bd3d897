import Foundation
import ModelObjectKit
import Testing

private class Row: ModelObject {
  var age = 0
  var name = ""
}

private class Table: ModelObject {
  var rows: [Row] = []
  var flag = false
  var counts: [Int] = []
  override class var keyMapping: [String: JSONKey] { ["flag": ["flag", "other"]] }
}

private final class RefusedTable: Table {
  override func validate() throws { throw CocoaError(.coderInvalidValue) }
}

private final class HookedTable: Table {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Of issues and of errors the first 100 each are recorded, and all are counted.
struct ManyIssues {
  private struct Found {
    var told: [ModelError.Issue] = []
    var thrown: [ModelError.Issue] = []
    var count = 0
  }

  private func issues(
    _ json: String,
    _ type: Table.Type = Table.self,
    _ change: (inout MappingOptions) -> Void
  ) -> Found {
    nonisolated(unsafe) var found = Found()
    var options = MappingOptions()
    options.issueHandler = { found.told += $0 }
    change(&options)
    do {
      _ = try type.init(json: json, options: options)
    } catch let error as ModelError {
      (found.thrown, found.count) = (error.issues, error.issueCount)
    } catch {
      Issue.record(error)
    }
    return found
  }

  private static func rows(_ row: String, _ count: Int) -> String {
    "[" + Array(repeating: row, count: count).joined(separator: ", ") + "]"
  }

  @Test func reported() {
    let json = #"{"rows": \#(Self.rows(#"{"age": "x"}"#, 150))}"#
    let found = issues(json) { _ in }
    #expect(found.told.count == 100 && found.thrown.isEmpty)
    #expect(found.told.map(\.path) == (0..<100).map { "rows[\($0)].age" })
  }

  /// Errors have room of their own, also after 100 issues that are none.
  @Test func thrownBesideReportedOnes() {
    let rows = Self.rows(#"{"age": "x", "name": "n"}"#, 150)
    for json in [#"{"rows": \#(rows), "what": 1}"#, #"{"what": 1, "rows": \#(rows)}"#] {
      let found = issues(json) { $0.unknownKeys = .fail }
      #expect(found.thrown.map(\.path) == ["what"] && found.count == 1)
      #expect(found.told.count == 100)
    }
  }

  /// Values of keys that compete are noted when it is known which one counts.
  @Test func ofKeysThatCompete() {
    let numbers = "[" + Array(repeating: #""x""#, count: 150).joined(separator: ",") + "]"
    let found = issues(#"{"counts": 5, "COUNTS": \#(numbers), "flag": [], "other": {}}"#) {
      $0.mismatches = .fail
    }
    #expect(found.thrown.count <= 100 && found.told.count <= 100)
    let lists = issues(#"{"COUNTS": \#(numbers), "Counts": null}"#) { $0.mismatches = .fail }
    #expect(lists.thrown.count == 100 && lists.count == 150)
    #expect(lists.thrown.map(\.path) == (0..<100).map { "COUNTS[\($0)]" })
  }

  @Test(arguments: [MappingOptions.Handling.fail, .report])
  func ofDuplicateKeys(handling: MappingOptions.Handling) {
    let double = #"{"age": 1, "age": 2, "name": "n", "NAME": "m"}"#
    for mismatches in [MappingOptions.Handling.ignore, .report, .fail] {
      let many = Self.rows(#"{"age": "x"}"#, 120)
      let json = #"{"rows": \#(many.dropLast()), \#(double)], "flag": true}"#
      let found = issues(json) { ($0.duplicateKeys, $0.mismatches) = (handling, mismatches) }
      let paths = (found.told + found.thrown).filter { $0.kind == .duplicateKey }.map(\.path)
      #expect(paths.allSatisfy { $0.hasPrefix("rows[120].") }, "\(mismatches)")
      #expect(!paths.isEmpty || mismatches == handling || mismatches == .fail, "\(mismatches)")
    }
    let all = issues(#"{"rows": \#(Self.rows(double, 150))}"#) { $0.duplicateKeys = handling }
    let listed = handling == .fail ? all.thrown : all.told
    #expect(listed.count == 100 && (handling == .report || all.count == 300))
    #expect(listed.allSatisfy { $0.path.hasPrefix("rows[") })
  }

  /// Of text that is no JSON nothing is told; of an object that a hook refuses, what was found.
  @Test func ofInputThatEndsTheMapping() {
    let json = #"{"flag": [], "rows": []}"#
    #expect(issues(json) { _ in }.told.map(\.path) == ["flag"])
    for type in [Table.self, RefusedTable.self] {
      #expect(issues(json.dropLast() + ", x", type) { _ in }.told.isEmpty)
      #expect(issues(json + "x", type) { _ in }.told.isEmpty)
    }
    #expect(issues(json, RefusedTable.self) { _ in }.told.map(\.path) == ["flag"])
  }

  /// A property whose keys compete has one issue, of the best key.
  @Test func ofOtherPropertiesThanThoseOfCompetingKeys() {
    for json in [
      #"{"flag": "x", "other": true, "counts": {}, "rows": 5}"#,
      #"{"counts": {}, "flag": "x", "other": true, "rows": 5}"#,
      #"{"rows": 5, "counts": {}, "other": true, "flag": "x"}"#,
    ] {
      #expect(Set(issues(json) { _ in }.told.map(\.path)) == ["counts", "flag", "rows"])
    }
  }

  /// A string that is still arriving is no issue; one that has arrived is.
  @Test(arguments: [
    (#"{"flag": "ma"#, 0), (#"{"rows": [{"age": "x"#, 0), (#"{"counts": [1, "y"#, 0),
    (#"{"flag": "ma""#, 1), (#"{"rows": [{"age": "x""#, 1), (#"{"counts": [1, "y""#, 1),
    (#"{"rows": "x"#, 0), (#"{"rows": "x""#, 1),
  ])
  func ofStringsThatAreStillArriving(json: String, count: Int) throws {
    for type in [Table.self, HookedTable.self] {
      let log = TextLog()
      var options = MappingOptions()
      options.issueHandler = { log.add($0.map(\.path)) }
      _ = try type.init(partialJSON: json, options: options)
      #expect(log.texts.count == count)
    }
  }
}
