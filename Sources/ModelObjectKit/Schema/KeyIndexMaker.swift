/// Makes the tables of a `KeyIndex`.
///
/// 1. `group`: targets that match the same keys are one list.
/// 2. `spellTargets`: the text of each target is a spelling of its list. If only some targets of
///    the list have this spelling, they and those with paths become a separate list for it.
/// 3. `spellTargets` again: the same for names in memory that aren't the spelling of a target.
/// 4. `spellTags`: the key of a tag without targets has an empty list.
struct KeyIndexMaker {
  private let targets: [KeyIndex.Target]
  private let tags: [String]
  private let matching: KeyMatching
  private let slots: ImmortalArray<DirectSlot>?
  /// The folded keys of the targets and tags; empty if keys match exactly.
  private let foldedKeys: [String]
  private let foldedTags: [String]
  private let spelled: SpellingTable
  private let folded: SpellingTable
  private let shortTexts: ImmortalArray<String>
  private var lists: [[KeyIndex.Target]] = []
  /// The number of lists that `group` has made.
  private var groupCount = 0

  init(
    _ targets: [KeyIndex.Target],
    matching: KeyMatching,
    slots: ImmortalArray<DirectSlot>?,
    tags: [String]
  ) {
    (self.targets, self.tags, self.matching, self.slots) = (targets, tags, matching, slots)
    let isFuzzy = matching == .fuzzy
    foldedKeys = isFuzzy ? targets.map { FoldedKey($0.text).text } : []
    foldedTags = isFuzzy ? tags.map { FoldedKey($0).text } : []
    var longest = 0
    var count = tags.count
    for target in targets {
      count += target.storedText == nil ? 1 : 2
      longest = max(longest, target.text.utf8.count, target.storedText?.utf8.count ?? 0)
    }
    for tag in tags { longest = max(longest, tag.utf8.count) }
    // There is room for two more spellings of each name, with a separator between any two letters,
    // and for some unknown keys.
    spelled = SpellingTable(
      room: (isFuzzy ? 3 * count : count) + KeyIndex.unknownRoom,
      maximumCount: max(isFuzzy ? 2 * longest : longest, 24)
    )
    folded = SpellingTable(
      room: isFuzzy ? targets.count + tags.count : 0,
      maximumCount: (foldedKeys + foldedTags).map(\.utf8.count).max() ?? 0
    )
    shortTexts = ImmortalArray(repeating: "", count: spelled.room)
    group(longest: longest)
    spellTargets(\.text)
    spellTargets(\.storedText)
    spellTags()
  }

  private mutating func group(longest: Int) {
    let isFuzzy = matching == .fuzzy
    let groups = isFuzzy ? folded : SpellingTable(room: targets.count, maximumCount: longest)
    lists.reserveCapacity(targets.count)
    for (index, target) in targets.enumerated() {
      ByteView.with(isFuzzy ? foldedKeys[index] : target.text) { key in
        let group = groups.find(key)
        if group >= 0 {
          lists[group].append(target)
        } else {
          groups.insert(key, number: lists.count)
          lists.append([target])
        }
      }
    }
    groupCount = lists.count
  }

  /// Adds a spelling of each target to its list, or to a new list with those of its targets that
  /// have exactly this spelling or a path.
  private mutating func spellTargets(_ spelling: (KeyIndex.Target) -> String?) {
    for group in 0..<groupCount {
      let whole = lists[group]
      for case let text? in whole.map(spelling) where !isSpelled(text) {
        let exact = whole.filter {
          $0.path.isEmpty && spelling($0).map { ExactKey($0) } == ExactKey(text)
        }
        let paths = whole.filter { !$0.path.isEmpty }
        let isOwn = !exact.isEmpty && exact.count + paths.count < whole.count
        if isOwn { lists.append(exact + paths) }
        insert(text, isOwn ? lists.count - 1 : group)
      }
    }
  }

  private mutating func spellTags() {
    for (index, tag) in tags.enumerated() where !isSpelled(tag) {
      let key = matching == .fuzzy ? foldedTags[index] : ""
      let known = key.isEmpty ? -1 : ByteView.with(key) { folded.find($0) }
      if known < 0 {
        lists.append([])
        if !key.isEmpty { ByteView.with(key) { _ = folded.insert($0, number: lists.count - 1) } }
        insert(tag, lists.count - 1)
      } else if lists[known].isEmpty {
        insert(tag, known)
      }
    }
  }

  private func isSpelled(_ text: String) -> Bool {
    ByteView.with(text) { !spelled.place(of: $0).isNone }
  }

  private func insert(_ text: String, _ number: Int) {
    ByteView.with(text) { key in
      let property = Self.property(of: lists[number])
      let slot = property < 0 ? .none : slots?[property] ?? .none
      spelled.insert(key, number: number, property: property, slot: slot) { place in
        if key.count <= 15 { shortTexts.put(text, at: place.index) }
      }
    }
  }

  /// The property of a list if it is the only one and has no path; else negative.
  private static func property(of list: [KeyIndex.Target]) -> Int {
    list.count == 1 && list[0].path.isEmpty ? list[0].property : -1
  }

  var contents: KeyIndex.Contents {
    let hasPaths = targets.contains { !$0.path.isEmpty }
    return KeyIndex.Contents(
      lists: ImmortalArray(lists),
      single: ImmortalArray(lists.map(Self.property)),
      plans: ImmortalArray(
        hasPaths
          ? lists.map { list in
            list.contains { !$0.path.isEmpty } ? PathPlan(list, matching: matching) : nil
          } : []
      ),
      slots: slots,
      spelled: spelled,
      followers: AtomicWords(count: spelled.room + 1),
      folded: folded,
      shortTexts: shortTexts,
      lastUnknown: AtomicWords(count: 1)
    )
  }
}
