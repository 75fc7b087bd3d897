/// The ways that lead from the value of one key to what its targets take, as a tree of steps: one
/// walk through the value finds all of them.
final class PathPlan {
  /// A point on the ways; number 0 is the value of the key itself.
  final class Node {
    let step: JSONKey.Step?
    let parent: Int
    /// The number behind the last one of the points that lie beyond this one; they follow it.
    fileprivate(set) var end: Int
    /// The names that lead on from here: the properties of this index are places in `named`.
    fileprivate(set) var keys: KeyIndex?
    /// The points behind names, those together whose names match the same keys.
    fileprivate(set) var named: [[Int]] = []
    /// The points behind indexes.
    fileprivate(set) var indexed: [(index: Int, node: Int)] = []

    fileprivate init(_ step: JSONKey.Step?, parent: Int, number: Int) {
      self.step = step
      self.parent = parent
      end = number + 1
    }

    func element(at index: Int) -> Int? {
      indexed.first { $0.index == index }?.node
    }
  }

  let nodes: ImmortalArray<Node>
  /// For each target, in their order, its property and the point at which its way ends.
  let ends: ImmortalArray<(property: Int, node: Int)>

  init(_ targets: [KeyIndex.Target], matching: KeyMatching) {
    var nodes = [Node(nil, parent: 0, number: 0)]
    var ends = targets.map { (property: $0.property, node: 0) }
    /// Adds what lies beyond a point: the targets are those whose ways lead there, by their places.
    func grow(_ number: Int, depth: Int, _ places: [Int]) {
      var steps: [JSONKey.Step] = []
      for place in places {
        if targets[place].path.count == depth {
          ends[place].node = number
        } else if !steps.contains(targets[place].path[depth]) {
          steps.append(targets[place].path[depth])
        }
      }
      var namedSteps: [(name: String, node: Int)] = []
      for step in steps {
        let next = nodes.count
        nodes.append(Node(step, parent: number, number: next))
        switch step {
        case .key(let name): namedSteps.append((name, next))
        case .index(let index): nodes[number].indexed.append((index, next))
        }
        grow(
          next,
          depth: depth + 1,
          places.filter { targets[$0].path.count > depth && targets[$0].path[depth] == step }
        )
      }
      nodes[number].end = nodes.count
      nodes[number].lead(to: namedSteps, matching)
    }
    grow(0, depth: 0, Array(targets.indices))
    self.nodes = ImmortalArray(nodes)
    self.ends = ImmortalArray(ends)
  }
}

extension PathPlan.Node {
  fileprivate func lead(to steps: [(name: String, node: Int)], _ matching: KeyMatching) {
    guard !steps.isEmpty else { return }
    let groups = Dictionary(grouping: steps) { step in
      let folded = FoldedKey(step.name)
      return matching == .exact || folded.isEmpty ? "=\(step.name)" : "~\(folded.text)"
    }
    var targets: [KeyIndex.Target] = []
    for group in groups.values {
      targets.append(
        KeyIndex.Target(property: named.count, order: 0, text: group[0].name, path: [])
      )
      named.append(group.map(\.node))
    }
    keys = KeyIndex(targets, matching: matching)
  }
}
