/// The ways that lead from the value of one key to what its targets take, as a tree of steps: one
/// walk through the value finds all of them.
final class PathPlan {
  /// A point on the ways; number 0 is the value of the key itself.
  final class Node {
    let step: JSONKey.Step?
    let parent: Int
    /// The number behind the last one of the points that lie beyond this one; they follow it.
    let end: Int
    /// The names that lead on from here: the properties of this index are places in `named`.
    let keys: KeyIndex
    /// The points behind names, those together whose names match the same keys.
    let named: ImmortalArray<ImmortalArray<Int>>
    /// The points behind indexes.
    let indexed: ImmortalArray<(index: Int, node: Int)>

    fileprivate init(_ draft: Draft, end: Int, _ matching: KeyMatching) {
      step = draft.step
      parent = draft.parent
      self.end = end
      indexed = ImmortalArray(draft.indexed)
      let groups = Dictionary(grouping: draft.named) { step in
        let folded = FoldedKey(step.name)
        return matching == .exact || folded.isEmpty ? "=\(step.name)" : "~\(folded.text)"
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
  /// For each target, in their order, its property and the point at which its way ends.
  let ends: ImmortalArray<(property: Int, node: Int)>

  init(_ targets: [KeyIndex.Target], matching: KeyMatching) {
    var drafts = [Draft(step: nil, parent: 0)]
    var limits = [0]
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
    nodes = ImmortalArray(zip(drafts, limits).map { Node($0, end: $1, matching) })
    self.ends = ImmortalArray(ends)
  }
}
