import Foundation
import ModelObjectKit
import Testing

/// A change to an archive that a program or a person might have made.
struct Tampering: Sendable, CustomTestStringConvertible {
  let name: String
  let codes: Set<ModelError.Code>
  let change: @Sendable (inout [String: Any]) -> Void

  init(
    _ name: String,
    _ codes: Set<ModelError.Code>,
    _ change: @escaping @Sendable (inout [String: Any]) -> Void
  ) {
    self.name = name
    self.codes = codes
    self.change = change
  }

  var testDescription: String { name }

  func apply(to data: Data) throws -> Data {
    let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    var root = try #require(list as? [String: Any])
    change(&root)
    return try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
  }

  static let all: [Tampering] = [
    Tampering("another format", [.invalidArchive]) { $0["format"] = "other" },
    Tampering("no format", [.invalidArchive]) { $0["format"] = nil },
    Tampering("a newer version", [.invalidArchive]) { $0["version"] = 3 },
    Tampering("version zero", [.invalidArchive]) { $0["version"] = 0 },
    Tampering("no version", [.invalidArchive]) { $0["version"] = nil },
    Tampering("no root", [.invalidArchive]) { $0["root"] = nil },
    Tampering("two roots", [.invalidArchive]) { $0["roots"] = [0] },
    Tampering("a text as root", [.invalidArchive]) { $0["root"] = "0" },
    Tampering("a root out of range", [.invalidArchive]) { $0["root"] = 1_000 },
    Tampering("a root below zero", [.invalidArchive]) { $0["root"] = -1 },
    Tampering("a huge root", [.invalidArchive]) { $0["root"] = Int.max },
    Tampering("a root of another class", [.unknownClass]) { $0["root"] = 1 },
    Tampering("no classes", [.invalidArchive]) { $0["classes"] = nil },
    Tampering("empty classes", [.invalidArchive]) { $0["classes"] = [Any]() },
    Tampering("classes of another kind", [.invalidArchive]) { $0["classes"] = [1] },
    Tampering("no class name", [.invalidArchive]) { $0.classes { $0[0]["class"] = nil } },
    Tampering("a huge count", [.invalidArchive]) { $0.classes { $0[1]["count"] = Int.max } },
    Tampering("a large count", [.invalidArchive]) { $0.classes { $0[1]["count"] = 1 << 32 } },
    Tampering("a negative count", [.invalidArchive]) { $0.classes { $0[0]["count"] = -1 } },
    Tampering("a wrong first", [.invalidArchive]) { $0.classes { $0[1]["first"] = 0 } },
    Tampering("a short column", [.invalidArchive]) { $0.columns { $0["text"] = [Any]() } },
    Tampering("a long column", [.invalidArchive]) { $0.columns { $0["text"] = ["a", "b"] } },
    Tampering("a column of no kind", [.invalidArchive]) { $0.columns { $0["text"] = 1 } },
    Tampering("an unknown column", [.invalidArchive]) { $0.columns { $0["text"] = ["$x": 1] } },
    Tampering("too many lines", [.invalidArchive]) {
      $0.columns { $0["text"] = ["$lines": "a\nb"] }
    },
    Tampering("lines of no text", [.invalidArchive]) { $0.columns { $0["text"] = ["$lines": 1] } },
    Tampering("an unknown text", [.invalidArchive]) { $0.columns { $0["text"] = ["$x"] } },
    Tampering("an unknown tag", [.invalidArchive]) { $0.columns { $0["text"] = [["$x": 1]] } },
    Tampering("an object out of range", [.invalidArchive]) {
      $0.columns { $0["part"] = [["$object": 99]] }
    },
    Tampering("an object below zero", [.invalidArchive]) {
      $0.columns { $0["part"] = ["$objects": [-2]] }
    },
    Tampering("an object that is none", [.invalidArchive]) {
      $0.columns { $0["part"] = [["$object": "x"]] }
    },
    Tampering("an object of another class", [.unknownClass]) {
      $0.columns { $0["part"] = ["$objects": [0]] }
    },
    Tampering("an element of another class", [.unknownClass]) {
      $0.columns { $0["parts"] = [["$objects": [0]]] }
    },
    Tampering("a shared value out of range", [.invalidArchive]) {
      $0.columns { $0["text"] = [["$shared": 0]] }
    },
    Tampering("a shared container", [.invalidArchive]) {
      $0["shared"] = [["$shared": 0]]
      $0.columns { $0["text"] = [["$shared": 0]] }
    },
    Tampering("bytes that are no text", [.invalidArchive]) {
      $0.columns { $0["text"] = [["$utf8": Data([0xFF])]] }
    },
    Tampering("keys without a value", [.invalidArchive]) {
      $0.columns { $0["pairs"] = [["$pairs": ["a"]]] }
    },
    Tampering("a number of no digits", [.invalidArchive]) {
      $0.columns { $0["number"] = [["$decimal": "x"]] }
    },
    Tampering("bits of no digits", [.invalidArchive]) {
      $0.columns { $0["number"] = [["$double": "-"]] }
    },
    Tampering("optionals without end", [.invalidArchive]) {
      var value: Any = 1
      for _ in 0..<100 { value = ["$some": value] }
      let some = value
      $0.columns { $0["number"] = [some] }
    },
    Tampering("a list in a list that is none", [.invalidArchive]) {
      $0.columns { $0["any"] = [["$nested": Data("bplist00".utf8)]] }
    },
    Tampering("a UUID that is none", [.invalidArchive]) {
      $0.columns { $0["any"] = [["$uuid": "x"]] }
    },
  ]
}
