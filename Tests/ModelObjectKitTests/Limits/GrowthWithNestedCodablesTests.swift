import Foundation
import ModelObjectKit
import Synchronization
import Testing

private struct Wrap: Codable {
  var node: Node
  var number: Int?
}

private enum Name: String, Codable, CodingKeyRepresentable {
  case a
}

/// Rejected if it isn't the last one and has nothing in it.
private class Node: ModelObject {
  static let count = Atomic(0)
  var one: Wrap?
  var list: [Wrap] = []
  var lists: [[Wrap]] = []
  var byName: [String: Wrap] = [:]
  var byCase: [Name: Wrap] = [:]
  var nodes: [Name: Node] = [:]
  var snapshot: Snapshot<Node>?
  var last = 0

  required init() {
    super.init()
    Self.count.add(1, ordering: .relaxed)
  }

  override func validate() throws {
    let isEmpty = list.isEmpty && lists.isEmpty && byName.isEmpty && byCase.isEmpty && nodes.isEmpty
    if isEmpty, one == nil, snapshot == nil, last != 1 { throw CocoaError(.coderInvalidValue) }
  }
}

private final class Hooked: Node {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    dictionary.merging(["more": 1]) { first, _ in first }
  }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// A value of a `Codable` type that doesn't fit isn't read again on each level around it.
@Suite(.serialized) struct GrowthWithNestedCodables {
  private static let ways: [@Sendable (String, Node.Type) -> Void] = [
    { _ = try? $1.init(json: $0) },
    { _ = try? $1.init(json: $0, options: .strict) },
    {
      let tree = try? JSONSerialization.jsonObject(with: Data($0.utf8))
      _ = try? $1.init(dictionary: tree as? [String: Any] ?? [:])
    },
    { _ = try? JSONDecoder().decode($1, from: Data($0.utf8)) },
    {
      let decoder = JSONDecoder()
      decoder.userInfo[.mappingOptions] = MappingOptions()
      _ = try? decoder.decode($1, from: Data($0.utf8))
    },
    {
      let tree = (try? JSONSerialization.jsonObject(with: Data($0.utf8))) ?? 0
      let list = try? PropertyListSerialization.data(
        fromPropertyList: tree,
        format: .xml,
        options: 0
      )
      _ = try? PropertyListDecoder().decode($1, from: list ?? Data())
    },
  ]

  @Test(
    arguments: [
      (#"{"one":{"node":"#, "}}"),
      (#"{"list":[{"node":"#, "}]}"),
      (#"{"list":{"node":"#, "}}"),
      (#"{"lists":[[{"node":"#, "}]]}"),
      (#"{"byName":{"a":{"node":"#, "}}}"),
      (#"{"byCase":{"a":{"node":"#, "}}}"),
      (#"{"nodes":{"a":"#, "}}"),
      (#"{"snapshot":"#, "}"),
      // A misfit besides, on each level.
      (#"{"one":{"number":"x","node":"#, "}}"),
      (#"{"list":[{"number":"x","node":"#, "}]}"),
    ]
  )
  func isPolynomial(open: String, close: String) {
    let levels = inLongTests(10, else: 7)
    for core in ["{}", #"{"last":1}"#, #"{"last":[]}"#] {
      let json =
        String(repeating: open, count: levels) + core + String(repeating: close, count: levels)
      for type in [Node.self, Hooked.self] {
        for (number, way) in Self.ways.enumerated() {
          let before = Node.count.load(ordering: .relaxed)
          way(json, type)
          let count = Node.count.load(ordering: .relaxed) - before
          #expect(count <= 4 * levels * levels, "\(open) \(core) \(type) way \(number): \(count)")
        }
      }
    }
  }

  /// An enum's patch has a null; decoders and values inside others don't read patches.
  @Test func nullsAreOnlyLeftOutOnce() {
    let levels = 10
    let json =
      String(repeating: #"{"one":{"number":null,"node":"#, count: levels) + "{}"
      + String(repeating: "}}", count: levels)
    for way in Self.ways {
      let before = Node.count.load(ordering: .relaxed)
      way(json, Node.self)
      #expect(Node.count.load(ordering: .relaxed) - before <= 4 * levels * levels)
    }
  }
}
