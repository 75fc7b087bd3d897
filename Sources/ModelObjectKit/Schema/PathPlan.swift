/// The paths from the value of one key to the values of its targets, as a tree of steps: one walk
/// through the value finds all of them.
struct PathPlan {
  /// A point on the paths; number 0 is the value of the key itself.
  struct Node {
    /// The number after the last point below this one; the points below follow it.
    let end: Int
    /// The names of the next steps: the properties of this index are indexes of `named`.
    let keys: KeyIndex
    /// The points of these names, grouped if the names match the same keys.
    let named: ImmortalArray<ImmortalArray<Int>>
    /// The points of indexes.
    let indexed: ImmortalArray<(index: Int, node: Int)>

    fileprivate init(_ point: PointTree.Point, _ matching: KeyMatching) {
      end = point.end
      indexed = ImmortalArray(point.indexed)
      let groups = Dictionary(grouping: point.named) {
        ExactKey(FoldedKey.shared(by: $0.name, matching))
      }
      var targets: [KeyIndex.Target] = []
      var named: [ImmortalArray<Int>] = []
      for group in groups.values {
        targets.append(KeyIndex.Target(property: named.count, order: 0, text: group[0].name))
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
  /// For each point, the step to it and the point before it.
  let steps: ImmortalArray<(step: PathStep?, parent: Int)>
  /// For each target, in order, its property and the end of its path.
  let ends: ImmortalArray<(property: Int, node: Int)>

  init(_ targets: [KeyIndex.Target], matching: KeyMatching) {
    var tree = PointTree(targets)
    tree.grow(0, depth: 0, Array(targets.indices))
    nodes = ImmortalArray(tree.points.map { Node($0, matching) })
    steps = ImmortalArray(tree.points.map { ($0.step, $0.parent) })
    ends = ImmortalArray(tree.ends)
  }
}

/// The points of a list of targets, for making a plan.
private struct PointTree {
  struct Point {
    let step: PathStep?
    let parent: Int
    /// The number after the last point below this one.
    var end = 0
    var named: [(name: String, node: Int)] = []
    var indexed: [(index: Int, node: Int)] = []
  }

  private let targets: [KeyIndex.Target]
  var points = [Point(step: nil, parent: 0)]
  /// For each target, its property and the end of its path.
  var ends: [(property: Int, node: Int)]

  init(_ targets: [KeyIndex.Target]) {
    self.targets = targets
    ends = targets.map { (property: $0.property, node: 0) }
  }

  /// Adds the points below a point, for the targets with these indices, whose paths lead there.
  mutating func grow(_ number: Int, depth: Int, _ indices: [Int]) {
    var steps: [PathStep] = []
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
