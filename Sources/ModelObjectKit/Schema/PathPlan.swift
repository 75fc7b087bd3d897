/// The paths from the value of one key to the values of its targets, as a tree of steps: one walk
/// through the value finds all of them.
struct PathPlan {
  /// A point on the paths; number 0 is the value of the key itself.
  struct Node {
    /// The number behind the last point below this one; the points below follow it.
    let end: Int
    /// The names that lead on from here: the properties of this index are places in `named`.
    let keys: KeyIndex
    /// The points that names lead to, grouped where the names match the same keys.
    let named: ImmortalArray<ImmortalArray<Int>>
    /// The points that indexes lead to.
    let indexed: ImmortalArray<(index: Int, node: Int)>

    fileprivate init(_ point: PointTree.Point, _ matching: KeyMatching) {
      end = point.end
      indexed = ImmortalArray(point.indexed)
      let groups = Dictionary(grouping: point.named) { step in
        let folded = FoldedKey(step.name)
        // A name that folds to nothing is no folded text.
        return ExactKey(matching == .exact || folded.isEmpty ? step.name : folded.text)
      }
      var targets: [KeyIndex.Target] = []
      var named: [ImmortalArray<Int>] = []
      for group in groups.values {
        targets.append(
          KeyIndex.Target(property: named.count, order: 0, text: group[0].name, path: [])
        )
        named.append(ImmortalArray(group.map(\.node)))
      }
      keys = KeyIndex(targets, matching: matching)
      self.named = ImmortalArray(named)
    }

    func element(at index: Int) -> Int? {
      for entry in 0..<indexed.count where indexed[entry].index == index {
        return indexed[entry].node
      }
      return nil
    }
  }

  let nodes: ImmortalArray<Node>
  /// For each point the step that leads there, and the point that it comes from.
  let steps: ImmortalArray<(step: JSONKey.Step?, parent: Int)>
  /// For each target, in their order, its property and the point at which its path ends.
  let ends: ImmortalArray<(property: Int, node: Int)>

  init(_ targets: [KeyIndex.Target], matching: KeyMatching) {
    var tree = PointTree(targets)
    tree.grow(0, depth: 0, Array(targets.indices))
    nodes = ImmortalArray(tree.points.map { Node($0, matching) })
    steps = ImmortalArray(tree.points.map { ($0.step, $0.parent) })
    ends = ImmortalArray(tree.ends)
  }
}

/// The points of the paths of a list of targets, as a plan is made.
private struct PointTree {
  struct Point {
    let step: JSONKey.Step?
    let parent: Int
    /// The number behind the last point below this one.
    var end = 0
    var named: [(name: String, node: Int)] = []
    var indexed: [(index: Int, node: Int)] = []
  }

  private let targets: [KeyIndex.Target]
  var points = [Point(step: nil, parent: 0)]
  /// For each target its property and the point at which its path ends.
  var ends: [(property: Int, node: Int)]

  init(_ targets: [KeyIndex.Target]) {
    self.targets = targets
    ends = targets.map { (property: $0.property, node: 0) }
  }

  /// Adds the points below a point, for those targets whose paths lead there; `indices` are theirs.
  mutating func grow(_ number: Int, depth: Int, _ indices: [Int]) {
    var steps: [JSONKey.Step] = []
    for index in indices {
      if targets[index].path.count == depth {
        ends[index].node = number
      } else if !steps.contains(targets[index].path[depth]) {
        steps.append(targets[index].path[depth])
      }
    }
    for step in steps {
      let next = points.count
      points.append(Point(step: step, parent: number))
      switch step {
      case .key(let name): points[number].named.append((name, next))
      case .index(let index): points[number].indexed.append((index, next))
      }
      let below = indices.filter {
        targets[$0].path.count > depth && targets[$0].path[depth] == step
      }
      grow(next, depth: depth + 1, below)
    }
    points[number].end = points.count
  }
}
