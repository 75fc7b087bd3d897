/// The paths from the value of one key to the values of its targets, as a tree of steps: one walk
/// through the value finds all of them.
struct PathPlan {
  /// A point on the paths; number 0 is the value of the key itself.
  struct Node {
    /// The step to the point, and the point before it.
    let step: PathStep?
    let parent: Int
    /// The number after the last point below this one; the points below follow it.
    let end: Int
    /// The names of the next steps: the properties of this index are indexes of `named`.
    let keys: KeyIndex
    /// The points of these names, grouped if the names match the same keys.
    let named: ImmortalArray<ImmortalArray<Int>>
    /// The points of indexes.
    let indexed: ImmortalArray<(index: Int, node: Int)>
    /// The property whose path ends here, if there is one and no other; else negative.
    let property: Int

    func element(at index: Int) -> Int? {
      for entry in 0..<indexed.count where indexed[entry].index == index {
        return indexed[entry].node
      }
      return nil
    }
  }

  let nodes: ImmortalArray<Node>
  /// For each target, in order, the end of its path.
  let ends: ImmortalArray<Int>

  init(_ targets: [KeyIndex.Target], matching: KeyMatching) {
    var nodes: [Node?] = []
    var ends = targets.map { _ in 0 }
    /// Adds a point, and those below it, for the targets with these indices, whose paths lead there.
    func grow(_ step: PathStep?, parent: Int, depth: Int, _ indices: [Int]) -> Int {
      let number = nodes.count
      nodes.append(nil)
      var ending: [Int] = []
      var next: [(step: PathStep, indices: [Int])] = []
      for index in indices {
        guard let step = targets[index].path.dropFirst(depth).first else {
          ends[index] = number
          ending.append(targets[index].property)
          continue
        }
        if let known = next.firstIndex(where: { $0.step == step }) {
          next[known].indices.append(index)
        } else {
          next.append((step, [index]))
        }
      }
      var named: [(name: String, node: Int)] = []
      var indexed: [(index: Int, node: Int)] = []
      for (step, indices) in next {
        let node = grow(step, parent: number, depth: depth + 1, indices)
        switch step {
        case .key(let name): named.append((name, node))
        case .index(let index): indexed.append((index, node))
        }
      }
      var groups: [(key: String, name: String, nodes: [Int])] = []
      for (name, node) in named {
        let key = FoldedKey.shared(by: name, matching)
        let index = groups.firstIndex {
          matching.takesOtherSpellings ? $0.key == key : ExactKey($0.key) == ExactKey(key)
        }
        if let known = index {
          groups[known].nodes.append(node)
        } else {
          groups.append((key, name, [node]))
        }
      }
      let keys = groups.enumerated().map {
        KeyIndex.Target(property: $0, order: 0, text: $1.name)
      }
      nodes[number] = Node(
        step: step,
        parent: parent,
        end: nodes.count,
        keys: KeyIndex(keys, matching: matching),
        named: ImmortalArray(groups) { ImmortalArray($0.nodes) },
        indexed: ImmortalArray(indexed),
        property: ending.count == 1 ? ending[0] : -1
      )
      return number
    }
    _ = grow(nil, parent: 0, depth: 0, Array(targets.indices))
    self.nodes = ImmortalArray(nodes.compactMap { $0 })
    self.ends = ImmortalArray(ends)
  }
}
