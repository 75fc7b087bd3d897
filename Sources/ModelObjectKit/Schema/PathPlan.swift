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
    /// The property that takes the value here, where it is the only one and no path leads on; else
    /// negative.
    let property: Int

    fileprivate init(_ draft: Draft, end: Int, _ properties: [Int], _ matching: KeyMatching) {
      self.end = end
      indexed = ImmortalArray(draft.indexed)
      let groups = Dictionary(grouping: draft.named) { step in
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
      let isLeaf = draft.named.isEmpty && draft.indexed.isEmpty && properties.count == 1
      property = isLeaf ? properties[0] : -1
    }

    func element(at index: Int) -> Int? {
      for place in 0..<indexed.count where indexed[place].index == index {
        return indexed[place].node
      }
      return nil
    }
  }

  /// A point while its plan is made.
  fileprivate struct Draft {
    let step: JSONKey.Step?
    let parent: Int
    var named: [(name: String, node: Int)] = []
    var indexed: [(index: Int, node: Int)] = []
  }

  let nodes: ImmortalArray<Node>
  /// For each point the step that leads there, and the point that it comes from.
  let steps: ImmortalArray<(step: JSONKey.Step?, parent: Int)>
  /// For each target, in their order, its property and the point at which its path ends.
  let ends: ImmortalArray<(property: Int, node: Int)>

  init(_ targets: [KeyIndex.Target], matching: KeyMatching) {
    var drafts = [Draft(step: nil, parent: 0)]
    var limits = [0]
    var ends = targets.map { (property: $0.property, node: 0) }
    /// Adds the points below a point, for the targets whose paths lead there, by their places.
    func grow(_ number: Int, depth: Int, _ places: [Int]) {
      var steps: [JSONKey.Step] = []
      for place in places {
        if targets[place].path.count == depth {
          ends[place].node = number
        } else if !steps.contains(targets[place].path[depth]) {
          steps.append(targets[place].path[depth])
        }
      }
      for step in steps {
        let next = drafts.count
        drafts.append(Draft(step: step, parent: number))
        limits.append(0)
        switch step {
        case .key(let name): drafts[number].named.append((name, next))
        case .index(let index): drafts[number].indexed.append((index, next))
        }
        grow(
          next,
          depth: depth + 1,
          places.filter { targets[$0].path.count > depth && targets[$0].path[depth] == step }
        )
      }
      limits[number] = drafts.count
    }
    grow(0, depth: 0, Array(targets.indices))
    nodes = ImmortalArray(
      drafts.indices.map { number in
        let properties = ends.filter { $0.node == number }.map(\.property)
        return Node(drafts[number], end: limits[number], properties, matching)
      }
    )
    steps = ImmortalArray(drafts.map { ($0.step, $0.parent) })
    self.ends = ImmortalArray(ends)
  }
}
