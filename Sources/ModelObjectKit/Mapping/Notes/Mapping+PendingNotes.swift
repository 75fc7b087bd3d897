// Notes on the values of properties, which count only if no other key fits.

extension Mapping {
  /// What few objects need; made if there is nothing yet.
  @inline(never)
  func extras(of object: inout ObjectFilling) -> ObjectFilling.ObjectExtras {
    if let extras = object.extras { return extras }
    let made = ObjectFilling.ObjectExtras()
    object.extras = made
    return made
  }

  /// Postpones the notes since a mark until the end of the object.
  @inline(never)
  func postpone(
    _ number: Int,
    isTaken: Bool,
    since mark: Notes.Mark,
    _ object: inout ObjectFilling
  ) {
    guard notes.mark != mark else { return }
    // A null that follows isn't a value, so it needs a closer look.
    if !isTaken { object.isDirect = false }
    let notes = notes.removeAll(since: mark)
    extras(of: &object).notes.append(
      ObjectFilling.PendingNotes(property: number, isTaken: isTaken, notes: notes)
    )
  }

  /// Drops the notes on the values of a property that has now taken another one.
  @inline(never)
  func forgetMisfits(_ number: Int, _ object: inout ObjectFilling) {
    object.extras?.notes.removeAll { $0.property == number }
  }

  /// Notes for a report that the values of some keys gave way to that of a better one.
  func noteLosers(
    _ rivals: [RivalKey],
    _ number: Int,
    _ object: inout ObjectFilling,
    to best: RivalKey
  ) {
    for rival in rivals.inOrder(by: \.pair) where rival.pair != best.pair {
      noteLost(rival.path, number, &object, to: best.path)
    }
  }

  /// Notes for a report that the value of a key gave way to that of a better one.
  func noteLost(
    _ key: PairKey,
    _ number: Int,
    _ object: inout ObjectFilling,
    to better: PairKey
  ) {
    let mark = notes.mark
    let reason = "lost to \(PathStep.key(better.text).joined(to: ""))"
    let name = object.schema.properties[number].name
    notes.add(unmapped(name, key: notes.path(.key(key.text)), reason, .key))
    postpone(-1, isTaken: true, since: mark, &object)
  }
}
