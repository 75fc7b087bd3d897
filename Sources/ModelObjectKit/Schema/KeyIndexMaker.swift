/// Makes the lists and spellings of a `KeyIndex`.
///
/// 1. Targets that match the same keys are one list.
/// 2. The text of each target is a spelling of its list. If only some targets of the list have this
///    spelling, they and those with paths become a separate list for it.
/// 3. The same goes for names in memory that aren't the spelling of a target.
/// 4. Other names, such as the keys of tags, are spellings too; without targets, their lists are
///    empty.
struct KeyIndexMaker {
  private(set) var lists: [[KeyIndex.Target]]
  /// The spellings, each with the number of its list; of equal ones the first counts.
  private(set) var spellings: [(text: String, list: Int)] = []
  /// The numbers of the lists by their folded keys; empty if keys match exactly.
  let folded: SpellingTable

  init(_ targets: [KeyIndex.Target], matching: KeyMatching, names: [String]) {
    let texts = targets.map(\.text) + names
    let keys = texts.map { FoldedKey.shared(by: $0, matching) }
    let groups = SpellingTable(keys)
    folded = matching == .fuzzy ? groups : SpellingTable([])
    lists = texts.map { _ in [] }
    let numbers = keys.map { key in ByteView.with(key) { groups.find($0) } }
    for (target, number) in zip(targets, numbers) { lists[number].append(target) }
    for (target, number) in zip(targets, numbers) { spell(target.text, number) { $0.text } }
    for (target, number) in zip(targets, numbers) {
      if let text = target.storedText { spell(text, number) { $0.storedText } }
    }
    for index in targets.count..<texts.count {
      spell(texts[index], numbers[index]) { _ in nil }
    }
  }

  /// Adds a spelling of a list, or of a new list with those of its targets that have exactly this
  /// spelling or a path.
  private mutating func spell(
    _ text: String,
    _ number: Int,
    _ spelling: (KeyIndex.Target) -> String?
  ) {
    let whole = lists[number]
    guard whole.count > 1 else { return spellings.append((text, number)) }
    let exact = whole.filter {
      $0.path.isEmpty && spelling($0).map { ExactKey($0) } == ExactKey(text)
    }
    let paths = whole.filter { !$0.path.isEmpty }
    let isOwn = !exact.isEmpty && exact.count + paths.count < whole.count
    if isOwn { lists.append(exact + paths) }
    spellings.append((text, isOwn ? lists.count - 1 : number))
  }
}
