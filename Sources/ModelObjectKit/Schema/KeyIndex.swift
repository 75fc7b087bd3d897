import Synchronization

/// The list of the targets that a key feeds, by its number in a `KeyIndex`.
struct TargetList {
  let number: Int

  @inline(__always)
  init(_ number: Int) {
    self.number = number
  }

  static var none: TargetList {
    @inline(__always) get { TargetList(-1) }
  }

  /// Whether the key is unknown.
  @inline(__always)
  var isNone: Bool { number < 0 }
}

/// Finds the properties that a key of the input feeds.
///
/// 1. The properties with the key's exact spelling take it, and no others.
/// 2. Else every property whose key folds to the same text takes it.
/// 3. A key that folds to nothing matches nothing.
///
/// The class's spellings are in a table. Any other spelling (`user_id user-id UserId USER_ID`) is
/// folded when it comes, and is added to the table as long as there is room; so are some of the
/// keys that feed nothing.
struct KeyIndex {
  /// A property that a key feeds.
  struct Target {
    let property: Int
    /// The place of the key among the alternatives of the property: smaller is better.
    let order: Int
    /// The key as the class spells it.
    let text: String
    /// The name in memory, where it is another one: the next best spelling.
    var storedText: String?
    /// The path from the key's value to the property's value; empty for the value itself.
    let path: [JSONKey.Step]

    /// How far a key is from the class's spelling: 0, 1 for the name in memory, 2 for any other.
    func distance(of key: String) -> Int {
      if ExactKey(text) == ExactKey(key) { return 0 }
      return storedText.map { ExactKey($0) == ExactKey(key) } == true ? 1 : 2
    }
  }

  private let contents: Immortal<Contents>

  struct Contents {
    let lists: ImmortalArray<[Target]>
    /// For each list of targets its property, where it is the only one and takes the value itself;
    /// else negative.
    let single: ImmortalArray<Int>
    /// For each list of targets the plan of its paths; empty where no target has a path.
    let plans: ImmortalArray<PathPlan?>
    /// For each property the slot that takes values directly.
    let slots: ImmortalArray<DirectSlot>?
    let spelled: SpellingTable
    /// For the place of each spelling the place of the spelling that followed it last, in any text;
    /// the last entry is for the first key of an object.
    let followers: AtomicWords
    let folded: SpellingTable
    /// For each place its spelling where it is short, else an empty text.
    let shortTexts: ImmortalArray<String>
    /// The number of the last spelling that feeds nothing, counted from zero.
    let lastUnknown: AtomicWords
  }

  /// An index of keys; `slots` are the slots of the properties that take values directly.
  ///
  /// The keys of tags are known as well: where no property takes one, it feeds an empty list.
  init(
    _ all: [Target],
    matching: KeyMatching,
    slots: ImmortalArray<DirectSlot>? = nil,
    tags: [String] = []
  ) {
    let maker = KeyIndexMaker(all, matching: matching, slots: slots, tags: tags)
    contents = Immortal(maker.contents)
  }

  /// Whether any target has a path.
  var hasPaths: Bool { plans.count > 0 }
  private var lists: ImmortalArray<[Target]> { contents.value.lists }
  private var single: ImmortalArray<Int> { contents.value.single }
  private var plans: ImmortalArray<PathPlan?> { contents.value.plans }
  private var spelled: SpellingTable {
    @inline(__always) _read { yield contents.value.spelled }
  }
  private var followers: AtomicWords { contents.value.followers }
  private var folded: SpellingTable {
    @inline(__always) _read { yield contents.value.folded }
  }
  private var shortTexts: ImmortalArray<String> { contents.value.shortTexts }

  /// The targets that a key feeds.
  @inline(__always)
  func find(_ key: ByteView) -> TargetList {
    let place = spelled.place(of: key)
    return place.isNone ? findFolded(key).targets : spelled[place].targets
  }

  @inline(__always)
  func find(_ key: String) -> TargetList {
    ByteView.with(key) { find($0) }
  }

  /// The property of a list of targets where it is the only one and takes the value itself; else
  /// negative.
  @inline(__always)
  func property(of targets: TargetList) -> Int { single[targets.number] }

  /// Whether a key feeds nothing: it is unknown, or known for a tag alone.
  @inline(__always)
  func isEmpty(_ targets: TargetList) -> Bool {
    targets.isNone || lists[targets.number].isEmpty
  }

  /// The plan of the paths of a list of targets; nil where all take the value itself.
  func plan(of targets: TargetList) -> PathPlan? { hasPaths ? plans[targets.number] : nil }

  /// The place before the first key of an object, for its guess.
  var firstPlace: SpellingPlace { SpellingPlace(spelled.room) }

  /// The place of the spelling that followed another one last.
  @inline(__always)
  func follower(of place: SpellingPlace) -> SpellingPlace { SpellingPlace(followers[place.index]) }

  /// The spelling at a place.
  @inline(__always)
  func spelling(at place: SpellingPlace) -> SpellingTable.Spelling { spelled[place] }

  /// The end of two patterns with a spelling between them, from an offset of a text on; negative
  /// where the text is another one.
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

  /// The targets that a key feeds, and the place of its spelling.
  ///
  /// For a key that was not guessed: learns that it followed the one before it.
  func find(
    _ key: ByteView,
    after previous: inout SpellingPlace
  ) -> (targets: TargetList, place: SpellingPlace) {
    let place = spelled.place(of: key)
    let found = place.isNone ? findFolded(key) : (targets: spelled[place].targets, place: place)
    guard !found.place.isNone else { return found }
    // Threads read this memory all the time: it is written only where it changes.
    if follower(of: previous) != found.place { followers[previous.index] = found.place.index }
    previous = found.place
    return found
  }

  /// The spelling at a place where it is short, else nil; strings of up to fifteen bytes need no
  /// memory of their own.
  @inline(__always)
  func shortText(at place: SpellingPlace) -> String? {
    guard !place.isNone else { return nil }
    let text = shortTexts[place.index]
    return text.isEmpty ? nil : text
  }

  func targets(of targets: TargetList) -> [Target] { lists[targets.number] }

  /// Finds a key that is no known spelling by its folded text, and adds the spelling where there is
  /// room, also that of a key that feeds nothing.
  private func findFolded(_ key: ByteView) -> (targets: TargetList, place: SpellingPlace) {
    let number = foldedNumber(of: key)
    guard takes(key, number) else { return (TargetList(number), .none) }
    let place = Self.learning.withLock { _ in
      let known = spelled.place(of: key)
      if !known.isNone || !takes(key, number) { return known }
      if number < 0 { contents.value.lastUnknown[0] += 1 }
      let property = number < 0 ? -1 : single[number]
      let slot = property < 0 ? .none : contents.value.slots?[property] ?? .none
      return spelled.insert(key, number: number, property: property, slot: slot) { place in
        if key.count <= 15 { shortTexts.put(String(key), at: place.index) }
      }
    }
    return (TargetList(number), place)
  }

  /// Whether a key may be added as a spelling; one that feeds nothing may, as it can be guessed then,
  /// but however many the input invents, the room for the others stays.
  private func takes(_ key: ByteView, _ number: Int) -> Bool {
    (number >= 0 || contents.value.lastUnknown[0] + 1 < Self.unknownRoom) && spelled.takes(key)
  }

  /// The number of keys that feed nothing and may be spellings.
  static let unknownRoom = 32

  /// Held while a spelling is added to any index, which is rare.
  private static let learning = Mutex(())

  private func foldedNumber(of key: ByteView) -> Int {
    guard folded.maximumCount > 0 else { return -1 }
    switch key.withFolded(limit: folded.maximumCount, { foldedNumber(ofFolded: $0) }) {
    case .folded(let number): return number
    case .tooLong: return -1
    case .needsUnicode:
      // Folding keeps at least a third of the bytes that it does not drop: a key that is too long
      // to match is not folded.
      guard key.mayFold(to: 4 * folded.maximumCount + 64) else { return -1 }
      return ByteView.with(FoldedKey(String(key)).text) { foldedNumber(ofFolded: $0) }
    }
  }

  /// The number for a folded key; negative for an empty one, which matches nothing.
  private func foldedNumber(ofFolded key: ByteView) -> Int { key.count > 0 ? folded.find(key) : -1 }
}

extension SpellingTable.Spelling {
  /// The targets that the key feeds, in the table of a `KeyIndex`.
  @inline(__always)
  var targets: TargetList { TargetList(number) }
}
