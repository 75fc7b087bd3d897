import Foundation
import Testing

@testable import ModelObjectKit

/// Binary property lists are read as Foundation reads them.
struct PropertyListReaderTests {
  @Test func readsWhatFoundationReads() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let tree: Any = [Self.tree(depth: 0, &random)]
      let data = try PropertyListSerialization.data(
        fromPropertyList: tree,
        format: .binary,
        options: 0
      )
      let read = try PropertyListReader.read(data)
      #expect(read as? NSArray == tree as? NSArray, "\(tree)")
    }
  }

  @Test func valuesHaveSwiftsOwnTypes() throws {
    let values: [Any] = [
      0, 255, 256, -1, Int.max, Int.min, UInt64.max, true, 0.1, Float(0.1), "text", "今天 🌍",
      "a text that is longer than fifteen bytes", Data([0, 255]),
      Date(timeIntervalSinceReferenceDate: -0.5), [Any](), [String: Any](),
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: values + values,
      format: .binary,
      options: 0
    )
    let read = try #require(PropertyListReader.read(data) as? [Any])
    #expect(read.map { "\(type(of: $0))" } == (values + values).map { "\(type(of: $0))" })
    #expect("\(read)" == "\(values + values)")
  }

  @Test(
    arguments: [
      ([0x00], "unknown value"), ([0x01], "unknown value"), ([0x80, 1], "unknown value"),
      ([0x15], "bad number"), ([0x14], "cut off"), ([0x20, 1], "unknown value"),
      ([0x33, 1], "cut off"),
      ([0x14] + Array(repeating: 1, count: 16), "bad number"), ([0x51, 0xE4], "bad text"),
      ([0x5F, 0x08], "bad size"), ([0xD1, 0, 0], "a key is not a string"),
      ([0xA1, 1], "bad reference"), ([0xA1, 0], "containers overlap"),
      ([0x61, 0], "cut off"), ([0x4A, 0], "cut off"),
    ] as [([UInt8], String)]
  )
  func whatIsWrongIsTold(_ bytes: [UInt8], _ text: String) {
    let flaw = #expect(throws: PropertyListReader.Flaw.self) {
      try PropertyListReader.read(propertyList(of: [bytes]))
    }
    #expect(flaw?.text == text)
  }

  @Test func halfAPairOfUnitsIsReplaced() throws {
    let text = try PropertyListReader.read(propertyList(of: [[0x62, 0xD8, 0x3C, 0, 0x61]]))
    #expect(text as? String == "\u{FFFD}a")
  }

  @Test func ofTwoEqualKeysTheFirstOneCounts() throws {
    let list = propertyList(of: [
      [0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x61], [0x10, 1], [0x10, 2],
    ])
    #expect(try PropertyListReader.read(list) as? [String: Int] == ["a": 1])
  }

  @Test func listsInManyPlacesAreBounded() throws {
    // Each place reads its list again.
    let text = WrittenNode.text(String(repeating: "a", count: 1_000_000))
    let list = PropertyListWriter.list(of: .array([text]), numbers: [])
    func archive(count: Int) -> Data {
      let places = Array(repeating: WrittenNode.tagged(.nested, .data(list)), count: count)
      let table: [String: WrittenNode] = [
        "class": .text("Lists"), "first": .integer(0), "count": .integer(1),
        "columns": .dictionary(["any": .array([.array(places)])]),
      ]
      let root: [String: WrittenNode] = [
        "format": .text("ModelObject"), "version": .integer(1), "root": .integer(0),
        "classes": .array([.dictionary(table)]),
      ]
      return PropertyListWriter.list(of: .dictionary(root), numbers: [])
    }
    #expect(throws: ModelError.self) { try Lists(archive: archive(count: 200)) }
    let few = try Lists(archive: archive(count: 2))
    #expect((few.any as? [String])?.map(\.utf8.count) == [1_000_000, 1_000_000])
  }

  private static func tree(depth: Int, _ random: inout SeededGenerator) -> Any {
    switch Int.random(in: 0..<(depth < 4 ? 12 : 8), using: &random) {
    case 0: Int.random(in: .min ... .max, using: &random)
    case 1: Int.random(in: -300...70_000, using: &random)
    case 2: Double.random(in: -1e9...1e9, using: &random)
    case 3: Bool.random(using: &random)
    case 4: Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &random))
    case 5: Data((0..<Int.random(in: 0..<40, using: &random)).map { UInt8($0) })
    case 6: String(repeating: "ab", count: Int.random(in: 0..<20, using: &random))
    case 7: String(repeating: "ä🌍", count: Int.random(in: 0..<20, using: &random))
    case 8, 9:
      (0..<Int.random(in: 0..<20, using: &random)).map { _ in tree(depth: depth + 1, &random) }
    default:
      Dictionary(
        uniqueKeysWithValues: (0..<Int.random(in: 0..<20, using: &random)).map {
          ("key \($0)", tree(depth: depth + 1, &random))
        }
      )
    }
  }
}

private class Lists: ModelObject {
  var any: Any?
  override class var archiveName: String { "Lists" }
}
