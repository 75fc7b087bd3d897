import ModelObjectKit

/// A model for graphs of any form.
class GraphNode: ModelObject {
  var id = 0
  var next: GraphNode?
  var list: [GraphNode] = []
  var any: Any?

  convenience init(_ id: Int) {
    self.init()
    self.id = id
  }
}

/// A chain that is released link by link: releasing it whole would take too much stack.
final class NodeChain {
  let first: GraphNode

  init(_ first: GraphNode) {
    self.first = first
  }

  convenience init(count: Int) {
    let first = GraphNode(0)
    var last = first
    for id in 1..<count {
      let node = GraphNode(id)
      last.next = node
      last = node
    }
    self.init(first)
  }

  var last: GraphNode {
    var node = first
    while let next = node.next, next !== first { node = next }
    return node
  }

  deinit {
    var node = first.next
    first.next = nil
    while let current = node {
      node = current.next
      current.next = nil
    }
  }
}

/// A ring of nodes, and its end.
final class NodeRing {
  let first: GraphNode

  init(ids: [Int]) {
    let nodes = ids.map { GraphNode($0) }
    for (node, next) in zip(nodes, nodes.dropFirst() + nodes.prefix(1)) { node.next = next }
    first = nodes[0]
  }

  deinit { first.next = nil }
}
