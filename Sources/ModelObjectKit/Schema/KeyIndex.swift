/// Finds the properties that a key of the input feeds.
///
/// 1. A property that bears the key's exact spelling takes the key alone; several may.
/// 2. Else every property whose key folds to the same text takes it.
/// 3. What folds to nothing matches nothing.
///
/// The usual spellings of each name (`userId user_id user-id UserId userid USER_ID`) stand in the
/// table as they are; only other ones are folded when they come.
struct KeyIndex {
  /// A property that a key feeds.
  struct Target {
    let property: Int
    /// The place of the key among the alternatives of the property: smaller is better.
    let order: Int
    /// The key as the class spells it.
    let text: String
    /// The name in memory, where that is another one: the next best spelling.
    var storedText: String?
    /// The way from the key's value to what the property takes; empty for the value itself.
    let path: [JSONKey.Step]

    /// How far a key is from the spelling of the class: smaller is better.
    func distance(of key: String) -> Int {
      if ExactKey(text) == ExactKey(key) { return 0 }
      return storedText.map { ExactKey($0) == ExactKey(key) } == true ? 1 : 2
    }
  }

  private let contents: Immortal<Contents>

  private struct Contents {
    let targets: ImmortalArray<[Target]>
    /// For each list of targets, the property where it is the only one and takes the value itself.
    let single: ImmortalArray<Int>
    /// For each list of targets the ways behind its paths, where there are any.
    let plans: ImmortalArray<PathPlan?>
    let spelled: SpellingTable
    /// For the place of a spelling that of the one which followed it last, in any text; the last
    /// number is for the first key of an object.
    let followers: HintTable
    let folded: SpellingTable
    /// For each place its spelling, where it is a short one; else nothing.
    let shortTexts: ImmortalArray<String>

    /// Whether any target lies behind a path.
    let hasPaths: Bool
  }

  /// An index of keys; `slots` are those of the properties, where any values go there as they are.
  ///
  /// The keys of tags are known as well: where no property takes one, it feeds an empty list.
  init(
    _ all: [Target],
    matching: KeyMatching,
    slots: ImmortalArray<DirectSlot>? = nil,
    tags: [String] = []
  ) {
    var spelledNumbers = KeyNumbers()
    var foldedNumbers = KeyNumbers()
    var lists: [[Target]] = []
    func number(of list: [Target]) -> Int {
      lists.append(list)
      return lists.count - 1
    }

    var groupNumbers = KeyNumbers()
    var groups: [(key: String, targets: [Target])] = []
    for target in all {
      let key = matching == .exact ? target.text : FoldedKey(target.text).text
      if let group = groupNumbers[key] {
        groups[group].targets.append(target)
      } else {
        groupNumbers[key] = groups.count
        groups.append((key, [target]))
      }
    }
    for (key, group) in groups {
      let whole = number(of: group)
      var texts = KeyNumbers()
      for target in group { texts[target.text] = 0 }
      func spell(_ text: String, _ isExact: (Target) -> Bool) {
        let exact = group.filter(isExact)
        let paths = group.filter { !$0.path.isEmpty }
        let isWhole = exact.isEmpty || exact.count + paths.count == group.count
        spelledNumbers[text] = isWhole ? whole : number(of: exact + paths)
      }
      for text in texts.keys {
        spell(text) { $0.path.isEmpty && KeyNumbers.areSame($0.text, text) }
      }
      for target in group {
        guard let text = target.storedText, spelledNumbers[text] == nil else { continue }
        if matching == .fuzzy || !all.contains(where: { KeyNumbers.areSame($0.text, text) }) {
          spell(text) { $0.storedText.map { KeyNumbers.areSame($0, text) } == true }
        }
      }
      guard matching == .fuzzy, !key.isEmpty else { continue }
      foldedNumbers[key] = whole
      for text in texts.keys {
        // In ASCII all of them fold to the same.
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        for spelling in PropertyName(text).usualSpellings where spelledNumbers[spelling] == nil {
          if isPlain || KeyNumbers.areSame(FoldedKey(spelling).text, key) {
            spelledNumbers[spelling] = whole
          }
        }
      }
    }
    for tag in tags {
      let key = matching == .exact ? tag : FoldedKey(tag).text
      guard groupNumbers[key] == nil || key.isEmpty, spelledNumbers[tag] == nil else { continue }
      let known = key.isEmpty ? nil : foldedNumbers[key]
      spelledNumbers[tag] = known ?? number(of: [])
      if matching == .fuzzy, !key.isEmpty { foldedNumbers[key] = spelledNumbers[tag] }
    }
    let single = ImmortalArray(
      lists.map { $0.count == 1 && $0[0].path.isEmpty ? $0[0].property : -1 }
    )
    let plans = ImmortalArray(
      lists.map { list in
        list.contains { !$0.path.isEmpty } ? PathPlan(list, matching: matching) : nil
      }
    )
    let spelled = SpellingTable(spelledNumbers) {
      single[$0]
    } slot: {
      single[$0] < 0 ? .none : slots?[single[$0]] ?? .none
    }
    var texts = Array(repeating: "", count: spelled.count)
    for text in spelledNumbers.keys where text.utf8.count <= 15 {
      texts[ByteView.with(text) { spelled.place(of: $0) }] = text
    }
    contents = Immortal(
      Contents(
        targets: ImmortalArray(lists),
        single: single,
        plans: plans,
        spelled: spelled,
        followers: HintTable(count: spelled.count + 1),
        folded: SpellingTable(foldedNumbers),
        shortTexts: ImmortalArray(texts),
        hasPaths: all.contains { !$0.path.isEmpty }
      )
    )
  }

  /// Whether any target lies behind a path.
  var hasPaths: Bool { contents.value.hasPaths }
  private var targets: ImmortalArray<[Target]> { contents.value.targets }
  private var single: ImmortalArray<Int> { contents.value.single }
  private var plans: ImmortalArray<PathPlan?> { contents.value.plans }
  private var spelled: SpellingTable {
    @inline(__always) _read { yield contents.value.spelled }
  }
  private var followers: HintTable { contents.value.followers }
  private var folded: SpellingTable {
    @inline(__always) _read { yield contents.value.folded }
  }
  private var shortTexts: ImmortalArray<String> { contents.value.shortTexts }

  /// The number of the list of targets that a key feeds, or a negative one.
  @inline(__always)
  func find(_ key: ByteView) -> Int {
    let place = spelled.place(of: key)
    return place >= 0 ? spelled[place].number : findFolded(key)
  }

  func find(_ key: String) -> Int {
    ByteView.with(key) { find($0) }
  }

  /// The property that a list of targets stands for where it is a single one that takes the value
  /// as it is; else a negative number.
  @inline(__always)
  func property(of number: Int) -> Int { single[number] }

  /// Whether a key feeds nothing, by the number of its list of targets: an unknown one, or one that
  /// is known for a tag alone.
  @inline(__always)
  func feedsNothing(_ number: Int) -> Bool { number < 0 || targets[number].isEmpty }

  /// How many lists of targets there are, where any has paths.
  var count: Int { hasPaths ? plans.count : 0 }

  /// The ways behind the paths of a list of targets; nil where all take the value itself.
  func plan(of number: Int) -> PathPlan? { plans[number] }

  /// Where the keys of an object begin to be guessed.
  var firstPlace: Int { spelled.count }

  /// The place of the spelling that followed another one last, or a negative number.
  @inline(__always)
  func follower(of place: Int) -> Int { followers[place] }

  /// The spelling at a place.
  @inline(__always)
  func spelling(at place: Int) -> SpellingTable.Spelling { spelled[place] }

  /// Where two patterns with a spelling between them end that begin at an offset of a text; a
  /// negative number where something else is there.
  @inline(__always)
  func end(
    of before: BytePattern,
    _ spelling: SpellingTable.Spelling,
    _ behind: BytePattern,
    from offset: Int,
    in text: ByteView
  ) -> Int {
    spelled.end(of: before, spelling, behind, from: offset, in: text)
  }

  /// The place of a key that was not guessed, or a negative number; learns what follows the one
  /// before it.
  func place(of key: ByteView, after previous: inout Int) -> Int {
    let place = spelled.place(of: key)
    guard place >= 0 else { return -1 }
    // Threads read this memory all the time: it is written only where it changes.
    if followers[previous] != place { followers[previous] = place }
    previous = place
    return place
  }

  /// The spelling of a place, where it is a short one; strings of up to fifteen bytes need no
  /// memory of their own.
  @inline(__always)
  func shortText(at place: Int) -> String? {
    guard place >= 0 else { return nil }
    let text = shortTexts[place]
    return text.isEmpty ? nil : text
  }

  func targets(of number: Int) -> [Target] { targets[number] }

  /// The number of the list of targets that a key feeds which no spelling foresaw, or a negative one.
  func findFolded(_ key: ByteView) -> Int {
    guard folded.maximumCount > 0 else { return -1 }
    switch key.withFolded(limit: folded.maximumCount, { folded.find($0) }) {
    case .folded(let number): return number
    case .tooLong: return -1
    case .needsUnicode:
      // Folding drops what it drops, and shortens the rest to a third of its bytes at the most: a
      // key that can't match is not folded, however long it is.
      guard key.mayFold(to: 4 * folded.maximumCount + 64) else { return -1 }
      return ByteView.with(FoldedKey(String(key)).text) { folded.find($0) }
    }
  }
}
