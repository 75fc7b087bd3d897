/// The list of the targets of a key, by its number in a `KeyIndex`.
struct TargetList {
  let number: Int

  init(_ number: Int) { self.number = number }

  static var none: TargetList { TargetList(-1) }

  /// Whether the key is unknown.
  var isNone: Bool { number < 0 }
}

/// Finds the properties that match a key of the input.
///
/// 1. If properties have the key's exact spelling, only they match, and those to which paths behind
///    the key lead.
/// 2. Else every property whose key folds to the same text takes it.
/// 3. A key that folds to nothing matches nothing.
///
/// The class's spellings are in a table. Any other spelling (`user_id user-id UserId USER_ID`) is
/// folded, and added to the table as long as there is room; so are some unknown keys.
struct KeyIndex {
  /// A property that matches a key.
  struct Target {
    let property: Int
    /// The index of the key among the alternatives of the property: smaller is better.
    let order: Int
    /// The class's spelling of the key.
    let text: String
    /// The name in memory, if it differs: the next best spelling.
    var storedText: String?
    /// The path from the key's value to the property's value; empty for the value itself.
    var path: [PathStep] = []

    /// The distance of a key from the class's spelling: 0, or 1 for the name in memory, or 2 for
    /// any other.
    func distance(of key: String) -> Int {
      if ExactKey(text) == ExactKey(key) { return 0 }
      return storedText.map { ExactKey($0) == ExactKey(key) } == true ? 1 : 2
    }
  }

  private let tables: Immortal<Tables>

  struct Tables {
    let lists: ImmortalArray<[Target]>
    /// For each list of targets, its property if it is the only one and has no path; else negative.
    let single: ImmortalArray<Int>
    /// For each list of targets, the plan of its paths; empty if no target has a path.
    let plans: ImmortalArray<PathPlan?>
    /// For each property, its slots.
    let slots: ImmortalArray<PropertySlots>?
    let spelled: SpellingTable
    /// For each spelling, the index of the spelling that last followed it, in any text; the last
    /// entry is for the first key of an object.
    let followers: AtomicWords
    let folded: FoldedTable
    /// For each index, its spelling if it is short, or else an empty string.
    let shortTexts: ImmortalArray<String>
    /// The number of the last unknown key among the spellings, counted from zero.
    let lastUnknown = AtomicWords(count: 1)

    /// Adds a spelling of a list, by its number, or an unknown key, whose number is negative.
    @discardableResult
    fileprivate func insert(_ key: ByteView, number: Int) -> SpellingIndex {
      let property = number < 0 ? -1 : single[number]
      let slot = property < 0 ? .none : slots?[property].direct ?? .none
      return spelled.insert(key, number: number, property: property, slot: slot) { index in
        if key.count <= 15 { shortTexts.put(String(key), at: index.value) }
      }
    }
  }

  /// Makes an index of keys; `slots` are those of the properties.
  ///
  /// `names` are known too, such as the keys of tags: if no property matches one, its list is empty.
  init(
    _ all: [Target],
    matching: KeyMatching,
    slots: ImmortalArray<PropertySlots>? = nil,
    names: [String] = []
  ) {
    let maker = KeyIndexMaker(all, matching: matching, names: names)
    let (lists, count) = (maker.lists, maker.spellings.count)
    let longest = maker.spellings.map(\.text.utf8.count).max() ?? 0
    // There is room for two more spellings of each name, with a separator between any two letters,
    // and for some unknown keys.
    let mayDiffer = matching.takesOtherSpellings
    let spelled = SpellingTable(
      room: (mayDiffer ? 3 * count : count) + Self.unknownRoom,
      maximumCount: max(mayDiffer ? 2 * longest : longest, 24)
    )
    let hasPaths = all.contains { !$0.path.isEmpty }
    tables = Immortal(
      Tables(
        lists: ImmortalArray(lists),
        single: ImmortalArray(lists) { $0.count == 1 && $0[0].path.isEmpty ? $0[0].property : -1 },
        plans: ImmortalArray(hasPaths ? lists : []) { list in
          list.contains { !$0.path.isEmpty } ? PathPlan(list, matching: matching) : nil
        },
        slots: slots,
        spelled: spelled,
        followers: AtomicWords(count: spelled.room + 1),
        folded: maker.folded,
        shortTexts: ImmortalArray(repeating: "", count: spelled.room)
      )
    )
    for (text, list) in maker.spellings {
      ByteView.with(text) { key in
        if spelled.index(of: key).isNone { tables.value.insert(key, number: list) }
      }
    }
  }

  /// Whether any target has a path.
  var hasPaths: Bool { tables.value.plans.count > 0 }
  private var spelled: SpellingTable {
    @_transparent _read { yield tables.value.spelled }
  }

  /// The index of a known spelling.
  @_transparent
  func index(of key: ByteView) -> SpellingIndex { spelled.index(of: key) }

  /// The targets of a key.
  @_transparent
  func find(_ key: ByteView) -> TargetList {
    let index = spelled.index(of: key)
    return index.isNone ? findFolded(key).targets : spelled[index].targets
  }

  @inline(never)
  func find(_ key: String) -> TargetList {
    ByteView.with(key) { find($0) }
  }

  /// The property of a list of targets if it is the only one and has no path; else negative.
  @_transparent
  func property(of targets: TargetList) -> Int { tables.value.single[targets.number] }

  /// Whether a key has no targets: it is unknown, or only the key of a tag.
  @_transparent
  func isEmpty(_ targets: TargetList) -> Bool {
    targets.isNone || tables.value.lists[targets.number].isEmpty
  }

  /// The plan of the paths of a list of targets; nil if there are none.
  func plan(of targets: TargetList) -> PathPlan? {
    hasPaths ? tables.value.plans[targets.number] : nil
  }

  /// The index before the first key of an object, for its guess.
  var firstIndex: SpellingIndex { SpellingIndex(spelled.room) }

  /// The index of the spelling that last followed another one.
  @_transparent
  func follower(of index: SpellingIndex) -> SpellingIndex {
    SpellingIndex(tables.value.followers[index.value])
  }

  /// The spelling at an index.
  @_transparent
  func spelling(at index: SpellingIndex) -> SpellingTable.Spelling { spelled[index] }

  /// The targets of a key, and the index of its spelling.
  ///
  /// For a key that wasn't guessed: learns that it followed the one before it.
  func find(
    _ key: ByteView,
    after previous: inout SpellingIndex
  ) -> (targets: TargetList, index: SpellingIndex) {
    let index = spelled.index(of: key)
    let found = index.isNone ? findFolded(key) : (targets: spelled[index].targets, index: index)
    guard !found.index.isNone else { return found }
    // Threads read this memory constantly, so it is only written if it changes.
    if follower(of: previous) != found.index {
      tables.value.followers[previous.value] = found.index.value
    }
    previous = found.index
    return found
  }

  /// The spelling at an index if it is short, or else nil; strings of up to fifteen bytes are
  /// stored inline.
  @_transparent
  func shortText(at index: SpellingIndex) -> String? {
    guard !index.isNone else { return nil }
    let text = tables.value.shortTexts[index.value]
    return text.isEmpty ? nil : text
  }

  func targets(of targets: TargetList) -> [Target] { tables.value.lists[targets.number] }

  /// Finds a key that isn't a known spelling by its folded text, and adds the spelling, also that
  /// of an unknown key, if there is room.
  private func findFolded(_ key: ByteView) -> (targets: TargetList, index: SpellingIndex) {
    let number = foldedNumber(of: key)
    guard fits(key, number) else { return (TargetList(number), .none) }
    let index = Self.learning.withLock {
      let known = spelled.index(of: key)
      if !known.isNone || !fits(key, number) { return known }
      if number < 0 { tables.value.lastUnknown[0] += 1 }
      return tables.value.insert(key, number: number)
    }
    return (TargetList(number), index)
  }

  /// Whether a key may be added as a spelling.
  ///
  /// An unknown one may, so that it can be guessed, but the number of these is limited: input may
  /// invent any.
  private func fits(_ key: ByteView, _ number: Int) -> Bool {
    (number >= 0 || tables.value.lastUnknown[0] + 1 < Self.unknownRoom) && spelled.hasRoom(for: key)
  }

  /// The number of unknown keys that may be spellings.
  static let unknownRoom = 32

  /// Locked while a spelling is added to any index, which is rare.
  private static let learning = Lock()

  private func foldedNumber(of key: ByteView) -> Int {
    let folded = tables.value.folded
    guard folded.maximumCount > 0 else { return -1 }
    switch key.withFolded(limit: folded.maximumCount, { foldedNumber(ofFolded: $0) }) {
    case .folded(let number): return number
    case .tooLong: return -1
    case .needsUnicode:
      // Folding keeps at least a third of the other bytes, and letters with marks may have three
      // times as many in one spelling as in another: a key that is too long to match isn't folded.
      let count = key.number { !KeyMatching.isSeparator($0) }
      guard count <= 9 * folded.maximumCount + 64 else { return -1 }
      let key = FoldedKey(String(key))
      return key.isEmpty ? -1 : folded.find(key.text)
    }
  }

  /// The number for a folded key; negative for an empty one, which matches nothing.
  private func foldedNumber(ofFolded key: ByteView) -> Int {
    key.count > 0 ? tables.value.folded.find(key) : -1
  }
}

extension SpellingTable.Spelling {
  /// The targets of the key, in the table of a `KeyIndex`.
  var targets: TargetList { TargetList(number) }
}
