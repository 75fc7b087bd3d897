import Foundation
import ModelObjectKit
import Testing

private struct Point: Codable {
  var x = 1
  var kids: [Point]?
}

private final class Box: Codable {
  var inner: Box?
}

private struct Table: Codable {
  var rows: [String: Table]?
}

private final class Shapes: ModelObject {
  var point: Point?
  var box: Box?
  var table: Table?
  var any: Any?
}

/// A property with recursive values, and the text of one level.
private enum Nested: String, CaseIterable {
  case point, box, table, any

  var level: (open: String, close: String) {
    switch self {
    case .point: (#"{"x":1,"kids":["#, "]}")
    case .box: (#"{"inner":"#, "}")
    case .table: (#"{"rows":{"a":"#, "}}")
    case .any: ("[", "]")
    }
  }

  func json(levels: Int) -> String {
    let core = self == .any ? "1" : #"{"x":1}"#
    return #"{"\#(rawValue)":"#
      + String(repeating: level.open, count: levels) + core
      + String(repeating: level.close, count: levels) + "}"
  }

  func isThere(in shapes: Shapes) -> Bool {
    switch self {
    case .point: shapes.point != nil
    case .box: shapes.box != nil
    case .table: shapes.table != nil
    case .any: shapes.any != nil
    }
  }
}

/// A value of a custom type is decoded and encoded by its own code, which takes stack for each
/// level.
struct DeepValuesOfUsersTypes {
  private static func outcome(_ body: () throws -> Bool) -> String {
    do {
      return try body() ? "ok" : "missing"
    } catch {
      return "\((error as? ModelError)?.code ?? .rejected)"
    }
  }

  @Test(arguments: Nested.allCases, [10, 50, 100, 150, 200, 250])
  fileprivate func endInAnErrorOnASmallStack(nested: Nested, levels: Int) async {
    let json = nested.json(levels: levels)
    let (large, small) = await onThread(stackSize: .largeStack) { () -> (String, [String]) in
      var shapes = Shapes()
      let large = Self.outcome {
        shapes = try Shapes(json: json)
        return try nested.isThere(in: shapes) && shapes.jsonString().count > levels
      }
      let small = onSmallStack {
        [
          Self.outcome { nested.isThere(in: try Shapes(json: json)) },
          Self.outcome { nested.isThere(in: try Shapes(json: json, options: .strict)) },
          Self.outcome { try Shapes.explain(json: json).issues.isEmpty },
          Self.outcome { try shapes.jsonString().count > levels },
          Self.outcome { try !shapes.dictionaryRepresentation().isEmpty },
          Self.outcome { try shapes.archivedData().count > 0 },
          Self.outcome { !"\(shapes)".isEmpty },
        ]
      }
      return (large, small)
    }
    #expect(large == "ok")
    #expect(Set(small).isSubset(of: levels == 10 ? ["ok"] : ["ok", "tooDeep"]), "\(small)")
  }

  @Test(arguments: [100, 255, 511])
  func anythingIsExplainedOnASmallStack(levels: Int) async {
    let json = Nested.any.json(levels: levels)
    let text = await onThread(stackSize: .largeStack) {
      let shapes = try? Shapes(json: json)
      return onSmallStack { Self.outcome { try Shapes.explain(json: json).matches.count == 1 } }
        + (shapes == nil ? " not mapped" : "")
    }
    #expect(["ok", "tooDeep"].contains(text))
  }

  @Test func aReportShowsAValueToItsSixteenthLevel() throws {
    for (levels, value) in [(3, "[[[1]]]"), (17, "[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]")] {
      let match = try Shapes.explain(json: Nested.any.json(levels: levels)).matches.first
      #expect(match?.value == value)
    }
    let match = try Shapes.explain(json: Nested.any.json(levels: 500)).matches.first
    #expect(match?.value == "[[[[[[[[[[[[[[[[[1 element]]]]]]]]]]]]]]]]]")
  }
}
