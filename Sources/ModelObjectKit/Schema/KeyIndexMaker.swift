/// Makes the lists and spellings of a `KeyIndex`.
///
/// 1. Targets that match the same keys are one list.
/// 2. The text of each target is a spelling of its list. If only some targets of the list have this
///    spelling, they and those with paths become a separate list for it.
/// 3. The same goes for names in memory that aren't the spelling of a target.
/// 4. Of targets in a list that lead to one property by the same path, only the first is kept.
/// 5. Other names, such as the keys of tags, are spellings too; without targets, their lists are
///    empty.
struct KeyIndexMaker {
  private(set) var lists: [[KeyIndex.Target]]
  /// The spellings, each with the number of its list; of equal ones the first counts.
  private(set) var spellings: [(text: String, list: Int)] = []
  /// The numbers of the lists by their folded keys; empty if keys match exactly.
  let folded: FoldedTable

  init(_ targets: [KeyIndex.Target], matching: KeyMatching, names: [String]) {
    let texts = targets.map(\.text) + names
    let keys = texts.map { FoldedKey.shared(by: $0, matching) }
    let groups = FoldedTable(keys, isExact: !matching.takesOtherSpellings)
    folded = matching.takesOtherSpellings ? groups : FoldedTable([])
    lists = texts.map { _ in [] }
    let numbers = keys.map { groups.find($0) }
    for (target, number) in zip(targets, numbers) { lists[number].append(target) }
    for (target, number) in zip(targets, numbers) { spell(target.text, number) }
    for (target, number) in zip(targets, numbers) {
      if let text = target.storedText { spell(text, number, isStored: true) }
    }
    for index in targets.count..<texts.count { spellings.append((texts[index], numbers[index])) }
    lists = lists.map { list in
      guard list.count > 1 else { return list }
      var ways: [Way] = []
      return list.filter { target in
        let way = Way(target, matching)
        defer { ways.append(way) }
        return !ways.contains(way)
      }
    }
  }

  /// Adds a spelling of a list, or of a new list with those of its targets that have exactly this
  /// spelling or a path.
  private mutating func spell(_ text: String, _ number: Int, isStored: Bool = false) {
    let whole = lists[number]
    guard whole.count > 1 else { return spellings.append((text, number)) }
    let isExact = whole.map { target in
      let spelling = isStored ? target.storedText : target.text
      return target.path.isEmpty && spelling.map { ExactKey($0) } == ExactKey(text)
    }
    let own = zip(whole, isExact).filter { !$0.path.isEmpty || $1 }.map(\.0)
    let isOwn = isExact.contains(true) && own.count < whole.count
    if isOwn { lists.append(own) }
    spellings.append((text, isOwn ? lists.count - 1 : number))
  }

  /// The way from the value of a key to a property.
  private struct Way: Equatable {
    let property: Int
    let path: [PathStep]

    init(_ target: KeyIndex.Target, _ matching: KeyMatching) {
      property = target.property
      path = target.path.map { step in
        step.name.map { .key(FoldedKey.shared(by: $0, matching)) } ?? step
      }
    }
  }
}
