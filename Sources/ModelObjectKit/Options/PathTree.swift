/// Paths as a tree.
///
/// Nodes are numbers, so that neither building nor releasing a tree recurses.
struct PathTree {
  struct Node {
    /// The step, with the period in front of it: `statuses`, `[3]`, `.user`.
    let step: Substring
    let parent: Int
    var children: [Int] = []
  }

  private struct Place: Hashable {
    let parent: Int
    let step: Substring

    /// By bytes: an `é` of one scalar and an `é` of two may be different keys.
    static func == (first: Place, second: Place) -> Bool {
      first.parent == second.parent && first.step.utf8.elementsEqual(second.step.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(parent)
      for byte in step.utf8 { hasher.combine(byte) }
    }
  }

  static let root = 0
  private(set) var nodes = [Node(step: "", parent: root)]
  private var places: [Place: Int] = [:]

  /// The prefixes of a path that end with a whole step, shortest first; the last is the path.
  static func prefixes(of path: String) -> [Substring] {
    guard !path.isEmpty else { return [] }
    let ends = path.utf8.indices.dropFirst().filter {
      path.utf8[$0] == UInt8(ascii: ".") || path.utf8[$0] == UInt8(ascii: "[")
    }
    return ends.map { path[..<$0] } + [path[...]]
  }

  /// The rest of a path after a prefix, without its leading period.
  ///
  /// By scalars: a combining mark may follow the period.
  static func withoutLeadingStop(_ rest: Substring) -> String {
    rest.utf8.first == UInt8(ascii: ".")
      ? String(rest.unicodeScalars.dropFirst()) : String(rest)
  }

  mutating func insert(_ path: String) -> Int {
    var node = Self.root
    var start = path.startIndex
    for prefix in Self.prefixes(of: path) {
      let place = Place(parent: node, step: path[start..<prefix.endIndex])
      start = prefix.endIndex
      if let known = places[place] {
        node = known
        continue
      }
      nodes.append(Node(step: place.step, parent: node))
      nodes[node].children.append(nodes.count - 1)
      node = nodes.count - 1
      places[place] = node
    }
    return node
  }

  /// The ancestors of a node, innermost first, without the root.
  func ancestors(of node: Int) -> [Int] {
    Array(sequence(first: nodes[node].parent) { nodes[$0].parent }.prefix { $0 != Self.root })
  }

  /// The last node along a path that satisfies a condition, or the root, and the rest of the path.
  func deepest(
    on path: String,
    where meetsCondition: (Int) -> Bool
  ) -> (node: Int, rest: String) {
    var node = Self.root
    var start = path.startIndex
    var found = (node: Self.root, end: start)
    for prefix in Self.prefixes(of: path) {
      guard let next = places[Place(parent: node, step: path[start..<prefix.endIndex])] else {
        break
      }
      node = next
      start = prefix.endIndex
      if meetsCondition(node) { found = (node, start) }
    }
    let rest = path[found.end...]
    return (found.node, found.node == Self.root ? path : Self.withoutLeadingStop(rest))
  }
}
