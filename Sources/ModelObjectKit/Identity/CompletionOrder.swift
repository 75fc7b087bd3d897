/// The order in which objects get the values that can only be made of complete objects, such as sets.
///
/// Hashing and comparing a member of a set may ask for anything that can be reached from it, so an
/// object comes after all objects of which it consists. Objects that consist of each other, a circle,
/// are one group.
struct CompletionOrder {
  struct Group {
    let objects: [any Model]
    /// Whether they consist of each other, or the only one of itself.
    let isCircle: Bool
  }

  /// The objects that can be reached from some, innermost first.
  ///
  /// The open objects are kept in lists, so that chains of any length take no stack.
  static func groups(
    from roots: [any Model],
    _ inner: (any Model) -> [any Model]
  ) -> [Group] {
    var groups: [Group] = []
    var found: [any Model] = []
    var numbers: [ObjectIdentifier: Int] = [:]
    /// For each found object, the first open one that it leads to; nil if it is in a group.
    var first: [Int?] = []
    /// The found objects that aren't in a group, and of these, the branch that is being followed.
    var open: [Int] = []
    var branch: [(number: Int, waiting: [any Model], isInItself: Bool)] = []

    func enter(_ model: any Model) {
      let number = found.count
      numbers[ObjectIdentifier(model)] = number
      found.append(model)
      first.append(number)
      open.append(number)
      branch.append((number, inner(model), false))
    }

    /// Notes that an object leads to what another one leads to.
    func join(_ number: Int, _ other: Int) {
      if let mine = first[number], let theirs = first[other] { first[number] = min(mine, theirs) }
    }

    for root in roots where numbers[ObjectIdentifier(root)] == nil {
      enter(root)
      while let last = branch.indices.last {
        let number = branch[last].number
        if let model = branch[last].waiting.popLast() {
          guard let known = numbers[ObjectIdentifier(model)] else {
            enter(model)
            continue
          }
          if known == number { branch[last].isInItself = true }
          join(number, known)
          continue
        }
        let isInItself = branch.removeLast().isInItself
        if let outer = branch.last { join(outer.number, number) }
        guard first[number] == number, let start = open.lastIndex(of: number) else { continue }
        let members = open[start...]
        for member in members { first[member] = nil }
        let isCircle = members.count > 1 || isInItself
        groups.append(Group(objects: members.map { found[$0] }, isCircle: isCircle))
        open.removeSubrange(start...)
      }
    }
    return groups
  }
}
