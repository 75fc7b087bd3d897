import Foundation
import ModelObjectKit
import Testing

/// A node of a syntax tree; its kind says which.
private class SyntaxNode: ModelObject {
  var line = 0
  /// A store keeps something of a node only if it may hold an object with an identity.
  var author: Author?

  override class var subclasses: Subclasses? {
    .byTag("kind", ["binary": Binary.self, "call": Call.self, "number": Numeral.self])
  }

  /// The number of nodes, and how many of them are inside each other.
  var size: (nodes: Int, depth: Int) { (1, 1) }

  final func size(with parts: [SyntaxNode?]) -> (nodes: Int, depth: Int) {
    let sizes = parts.compactMap { $0?.size }
    return (sizes.reduce(1) { $0 + $1.nodes }, (sizes.map(\.depth).max() ?? 0) + 1)
  }
}

private final class Binary: SyntaxNode {
  var symbol = ""
  var left: SyntaxNode?
  var right: SyntaxNode?
  override var size: (nodes: Int, depth: Int) { size(with: [left, right]) }
}

private final class Call: SyntaxNode {
  var name = ""
  var arguments: [SyntaxNode] = []
  override var size: (nodes: Int, depth: Int) { size(with: arguments) }
}

private final class Numeral: SyntaxNode {
  var value = 0.0
}

/// A comment with its answers, and a hook that most of them need.
private final class Comment: ModelObject {
  var id = 0
  var body = ""
  var author: Author?
  var answers: [Comment] = []

  override class var identity: Set<String> { ["id"] }

  override func serializeValue(_ value: Any?, key: String) throws {
    let isDeleted = key == "body" && value is NSNull
    try super.serializeValue(isDeleted ? "(deleted)" : value, key: key)
  }

  var size: (nodes: Int, depth: Int) {
    let sizes = answers.map(\.size)
    return (sizes.reduce(1) { $0 + $1.nodes }, (sizes.map(\.depth).max() ?? 0) + 1)
  }
}

private final class Author: ModelObject {
  var name = ""
  override class var identity: Set<String> { ["name"] }
}

/// The text of a tree that is as deep as told; beside each node of the way down there are leaves.
private func syntaxTree(_ depth: Int) -> String {
  let leaf = #"{"kind": "number", "line": \#(depth), "value": \#(depth)}"#
  guard depth > 1 else { return leaf }
  let inner = syntaxTree(depth - 1)
  return depth.isMultiple(of: 3)
    ? #"{"line": \#(depth), "kind": "call", "name": "f", "arguments": [\#(leaf), \#(inner)]}"#
    : #"{"kind": "binary", "line": \#(depth), "symbol": "+", "left": \#(inner), "right": \#(leaf)}"#
}

private func comments(_ depth: Int, _ id: Int = 1) -> String {
  let author = #""author": {"name": "author \#(id % 7)"}"#
  let leaf = #"{"id": \#(10_000 + id), "body": "yes", \#(author), "answers": []}"#
  let answers = depth > 1 ? "\(leaf), \(comments(depth - 1, id + 1))" : ""
  return #"{"id": \#(id), "body": "text \#(id)", \#(author), "answers": [\#(answers)]}"#
}

/// Documents that really are deep, on a thread with 512 KB of stack.
struct DeepDocuments {
  #if DEBUG
  private static let depth = 14
  #else
  private static let depth = 40
  #endif

  private static func sizes<Node: ModelObject>(
    of json: String,
    _ size: (Node) -> (nodes: Int, depth: Int)
  ) throws -> [String] {
    let data = Data(json.utf8)
    let tree = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    let node = try Node(json: json)
    let updated = try Node(json: json)
    try updated.update(json: json)
    try updated.update(dictionary: tree)
    let nodes = [
      node,
      try Node(json: json, options: .strict),
      updated,
      try Node(dictionary: tree),
      try JSONDecoder().decode(Node.self, from: data),
      try JSONDecoder().decode(Node.self, from: try JSONEncoder().encode(node)),
      try Node(json: try node.jsonString()),
      try Node(dictionary: try node.dictionaryRepresentation()),
      node.copy(),
      try ModelStore().upsert(Node.self, json: json),
    ]
    let issues = try Node.explain(json: json).issues
    return nodes.map { "\(size($0))" } + issues.map(\.description)
  }

  @Test func goEachWay() async {
    let (trees, talks) = await onThread(stackSize: .smallStack) { () -> ([String], [String]) in
      do {
        let tree = try Self.sizes(of: syntaxTree(Self.depth)) { (node: SyntaxNode) in node.size }
        let talk = try Self.sizes(of: comments(Self.depth)) { (node: Comment) in node.size }
        return (tree, talk)
      } catch {
        return (["\(error)"], [])
      }
    }
    let size = "\((nodes: 2 * Self.depth - 1, depth: Self.depth))"
    #expect(trees == Array(repeating: size, count: 10))
    #expect(talks == Array(repeating: size, count: 10))
  }
}
