extension KeyIndex.Contents {
  /// Makes the tables of an index: of each target its spelling, and what it folds to.
  init(
    _ all: [KeyIndex.Target],
    matching: KeyMatching,
    slots: ImmortalArray<DirectSlot>?,
    tags: [String]
  ) {
    let isFuzzy = matching == .fuzzy
    let foldedKeys = isFuzzy ? all.map { FoldedKey($0.text).text } : []
    let foldedTags = isFuzzy ? tags.map { FoldedKey($0).text } : []
    var longest = 0
    var count = tags.count
    for target in all {
      count += target.storedText == nil ? 1 : 2
      longest = max(longest, target.text.utf8.count, target.storedText?.utf8.count ?? 0)
    }
    for tag in tags { longest = max(longest, tag.utf8.count) }
    // There is room for two more spellings of each name, with a mark between any two letters, and
    // for some keys that feed nothing.
    let spelled = SpellingTable(
      room: (isFuzzy ? 3 * count : count) + KeyIndex.unknownRoom,
      maximumCount: max(isFuzzy ? 2 * longest : longest, 24)
    )
    let folded = SpellingTable(
      room: isFuzzy ? all.count + tags.count : 0,
      maximumCount: (foldedKeys + foldedTags).map(\.utf8.count).max() ?? 0
    )
    let shortTexts = ImmortalList(room: spelled.room, filler: "")
    let groups = isFuzzy ? folded : SpellingTable(room: count, maximumCount: longest)

    // The lists of all targets whose keys match the same come first.
    var lists: [[KeyIndex.Target]] = []
    lists.reserveCapacity(all.count)
    for (place, target) in all.enumerated() {
      ByteView.with(isFuzzy ? foldedKeys[place] : target.text) { key in
        let group = groups.find(key)
        if group >= 0 {
          lists[group].append(target)
        } else {
          groups.insert(key, number: lists.count)
          lists.append([target])
        }
      }
    }
    func spell(_ text: String, _ number: Int) {
      ByteView.with(text) { key in
        let property = Self.property(of: lists[number])
        let slot = property < 0 ? .none : slots?[property] ?? .none
        spelled.insert(key, number: number, property: property, slot: slot) { place in
          if key.count <= 15 { shortTexts.put(text, at: place.index) }
        }
      }
    }
    func isSpelled(_ text: String) -> Bool { ByteView.with(text) { !spelled.place(of: $0).isNone } }
    func spell(_ text: String, in group: Int, _ isExact: (KeyIndex.Target) -> Bool) {
      guard !isSpelled(text) else { return }
      let whole = lists[group]
      guard whole.count > 1 else { return spell(text, group) }
      let exact = whole.filter(isExact)
      let paths = whole.filter { !$0.path.isEmpty }
      guard !exact.isEmpty, exact.count + paths.count < whole.count else {
        return spell(text, group)
      }
      lists.append(exact + paths)
      spell(text, lists.count - 1)
    }
    let groupCount = lists.count
    for group in 0..<groupCount {
      for target in lists[group] {
        spell(target.text, in: group) {
          $0.path.isEmpty && ExactKey($0.text) == ExactKey(target.text)
        }
      }
    }
    // A spelling that the class uses as a key is that key, whatever is stored under the name.
    for group in 0..<groupCount {
      for target in lists[group] {
        guard let text = target.storedText else { continue }
        spell(text, in: group) { $0.storedText.map { ExactKey($0) == ExactKey(text) } == true }
      }
    }
    for (place, tag) in tags.enumerated() where !isSpelled(tag) {
      let key = isFuzzy ? foldedTags[place] : ""
      let known = key.isEmpty ? -1 : ByteView.with(key) { folded.find($0) }
      if known < 0 {
        lists.append([])
        if !key.isEmpty { ByteView.with(key) { _ = folded.insert($0, number: lists.count - 1) } }
        spell(tag, lists.count - 1)
      } else if lists[known].isEmpty {
        spell(tag, known)
      }
    }
    let hasPaths = all.contains { !$0.path.isEmpty }
    self.init(
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
      followers: HintTable(count: spelled.room + 1),
      folded: folded,
      shortTexts: shortTexts,
      lastUnknown: HintTable(count: 1)
    )
  }

  /// The property of a list where it is the only one and takes the value itself; else negative.
  private static func property(of list: [KeyIndex.Target]) -> Int {
    list.count == 1 && list[0].path.isEmpty ? list[0].property : -1
  }
}
