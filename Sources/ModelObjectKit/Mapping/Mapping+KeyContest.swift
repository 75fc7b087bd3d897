/// Keys of one object that compete for a property.
extension Mapping {
  /// What is known of an object's rival keys; made if there is nothing yet.
  @inline(never)
  func contest(of object: inout ObjectFilling) -> ObjectFilling.KeyContest {
    if let contest = object.contest { return contest }
    let made = ObjectFilling.KeyContest()
    object.contest = made
    return made
  }

  /// Records where a large value ends, so that a look at the keys of the object, if two compete,
  /// doesn't read it again.
  @inline(__always)
  func recordEnd(of start: Int, _ object: inout ObjectFilling) {
    if reader.position &- start > 4096 {
      contest(of: &object).ends.append((start, reader.position))
    }
  }

  /// Finds the ranks of the keys whose values properties have, by looking at the keys of
  /// the object once more; from now on each is recorded.
  ///
  /// A key that comes for a property with a value makes this look, so the last key before it that
  /// leads to the property is the one whose value it has.
  func rankFilled(_ object: inout ObjectFilling) throws(Misfit) {
    guard contest(of: &object).ranks == nil else { return }
    // One of the keys may be the tag that picked the class.
    guard !object.isPicked else { throw .repeatedTag }
    let schema = object.schema
    let isHooked = schema.hooks.contains(.serializeValue)
    var ranks: [Int: KeyRank] = [:]
    var filled = object.filled
    let outer = reader
    let (plan, limit, isFilled) = (object.plan, object.limit, object.filled)
    let (pairs, ends) = (object.source, object.contest?.ends ?? [])
    try look(at: pairs, plan.keys, before: limit, ends) { targets, source, key throws(Misfit) in
      let values = try values(for: targets, at: source, by: plan)
      for (index, target) in plan.keys.targets(of: targets).enumerated()
      where isFilled.contains(target.property) {
        guard let source = values.source(at: index) else { continue }
        ranks[target.property] = KeyRank(target, key.text)
        // A null that went straight into its property isn't a value. Hooks may change values, and
        // theirs go another way.
        guard !isHooked else { continue }
        if try isNull(source) {
          filled.remove(target.property)
        } else {
          filled.insert(target.property)
        }
      }
      return true
    }
    reader = outer
    object.filled = filled
    object.contest?.ranks = ranks
    // From now on each key is judged.
    object.isDirect = false
  }

  private func isNull(_ source: ValueLocation) throws(Misfit) -> Bool {
    if case .original(let original) = source { return original.isNull }
    if case .null = try input(from: source) { return true }
    return false
  }

  /// Calls a closure with each known key of an object and its value, until it returns false; the
  /// reader stays where it is, and the depth is checked when the object is mapped.
  ///
  /// It ends at a limit, which is an index among the pairs; the ends of large values are not
  /// searched for.
  func look(
    at pairs: ObjectSource,
    _ keys: KeyIndex,
    before limit: Int = .max,
    _ ends: [(start: Int, end: Int)] = [],
    _ body: (TargetList, ValueLocation, PairKey) throws(Misfit) -> Bool
  ) throws(Misfit) {
    switch pairs {
    case .text(let start):
      var reader = reader
      reader.position = start
      reader.remainingDepth = .max / 2
      var spelling = keys.firstIndex
      var ends = ends[...]
      var found = try reader.openObject(keys, &spelling)
      while !found.isNone, found.token.start < limit {
        _ = reader.next()
        let (start, token) = (reader.position, found.token)
        if !found.targets.isNone {
          let goesOn = try body(found.targets, .text(start), .token(token, in: reader.bytes))
          guard goesOn else { return }
        }
        if ends.first?.start == start {
          reader.position = ends.removeFirst().end
        } else {
          try passValue(&reader)
        }
        found = try reader.nextKey(in: keys, after: &spelling)
      }
    case .dictionary(let dictionary):
      for (key, value) in dictionary.prefix(limit) {
        let targets = keys.find(key)
        if !targets.isNone, try !body(targets, .tree(value), PairKey.text(key)) { return }
      }
    case .list(let pairs):
      for (key, source) in pairs.prefix(limit) {
        let targets = keys.find(key)
        if !targets.isNone, try !body(targets, source, PairKey.text(key)) { return }
      }
    case .decoded, .none: break
    }
  }

  // MARK: - Notes

  /// Postpones the notes since a mark until the end of the object.
  func postpone(
    _ number: Int,
    isTaken: Bool,
    since mark: Notes.Mark,
    _ object: inout ObjectFilling,
    _ key: PairKey
  ) {
    guard notes.mark != mark else { return }
    // A null that follows isn't a value, so it needs a closer look.
    if !isTaken { object.isDirect = false }
    let contest = contest(of: &object)
    if number >= 0 { contest.open[number, default: []].append(contest.notes.count) }
    contest.notes.append(
      ObjectFilling.PendingNotes(
        property: number,
        isTaken: isTaken,
        takenKey: isTaken && notes.isReport ? key.text : nil,
        notes: notes.removeAll(since: mark)
      )
    )
  }

  /// Drops the notes on the value of a property that has now taken that of a key; for a report they
  /// become notes that their keys gave way.
  func forgetLosers(_ number: Int, _ object: borrowing ObjectFilling, to key: PairKey) {
    guard let contest = object.contest else { return }
    for index in contest.open.removeValue(forKey: number) ?? [] {
      contest.notes[index].isTaken = false
      if let loser = contest.notes[index].takenKey {
        contest.notes[index].property = -1
        contest.notes[index].notes = Notes.Postponed([lost(number, loser, to: key.text, object)])
      }
    }
  }

  /// Notes for a report that a value gave way to that of a better key, or null to any value.
  func noteLost(_ number: Int, _ object: inout ObjectFilling, _ key: PairKey) {
    guard let contest = object.contest,
      let better = contest.open[number]?.lazy.compactMap({ contest.notes[$0].takenKey }).last
    else { return }
    let mark = notes.mark
    notes.add(lost(number, key.text, to: better, object))
    postpone(-1, isTaken: false, since: mark, &object, key)
  }

  private func lost(
    _ number: Int,
    _ key: String,
    to better: String,
    _ object: borrowing ObjectFilling
  ) -> Notes.Note {
    let reason = "lost to \(PathStep.key(better).joined(to: ""))"
    let name = object.schema.properties[number].name
    return unmapped(name, key: notes.path(.key(key)), reason, .key)
  }
}
