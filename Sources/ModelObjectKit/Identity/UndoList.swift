/// The values that objects had before an update, to be restored if it fails.
///
/// 1. An object is saved whole whenever the update enters it.
/// 2. Objects are restored last first, so that each ends with its oldest values.
/// 3. A property with an accessor is set through its key path, so that observers are notified.
/// 4. Objects that the update made aren't saved: they are dropped with it.
final class UndoList {
  fileprivate struct Entry {
    let model: any Model
    let plan: UndoPlan
    /// The values of the properties.
    let kept: [Any]

    init(_ model: any Model) {
      self.model = model
      plan = SchemaCache.schema(of: type(of: model)).undoPlan
      kept = plan.properties.map { $0.saved.kept(in: model) }
    }
  }

  private var entries: [Entry] = []

  /// A number of entries; those after it are newer.
  typealias Mark = Int

  var mark: Mark { entries.count }

  /// Saves an object and the models in it, which a hook may change; those with an identity are
  /// objects of their own.
  func saveWhole(_ model: any Model) {
    var seen: Set = [ObjectIdentifier(model)]
    var found = [model]
    while let next = found.popLast() {
      save(next)
      found += ModelLister.models(in: next).filter {
        SchemaCache.schema(of: type(of: $0)).identity == nil
          && seen.insert(ObjectIdentifier($0)).inserted
      }
    }
  }

  func save(_ model: any Model) { entries.append(Entry(model)) }

  /// The objects with a property that has another value, or holds another model, than before.
  var changedModels: Set<ObjectIdentifier> {
    var seen: Set<ObjectIdentifier> = []
    var changed: Set<ObjectIdentifier> = []
    for entry in entries where seen.insert(ObjectIdentifier(entry.model)).inserted {
      if entry.isChanged { changed.insert(ObjectIdentifier(entry.model)) }
    }
    return changed
  }

  /// Restores everything that was saved since a mark.
  func undo(since mark: Mark) {
    guard entries.count > mark else { return }
    // The values of the update are released at the end, when all objects are restored.
    let undone = entries[mark...]
    entries.removeSubrange(mark...)
    let replaced = undone.map { Entry($0.model) }
    for entry in undone.reversed() { entry.putBack() }
    withExtendedLifetime(replaced) {}
  }

  /// Restores what was saved between two marks.
  ///
  /// It stays in the list, as later entries may hold what is undone here. The result makes the
  /// undone changes again, if nothing has changed since.
  func undo(in range: Range<Mark>) -> () -> Void {
    let undone = entries[range].reversed().map { entry in
      defer { entry.putBack() }
      return Entry(entry.model)
    }
    return { for entry in undone.reversed() { entry.putBack() } }
  }
}

extension UndoList.Entry {
  fileprivate var isChanged: Bool {
    !Comparison(===).decide { comparison in
      zip(plan.properties, kept).allSatisfy { property, kept in
        property.saved.holds(kept, in: model, comparison)
          || property.saved.isEqual(to: kept, in: model, comparison)
      }
    }
  }

  fileprivate func putBack() {
    func holds(_ property: Property, _ kept: Any) -> Bool {
      Comparison(===).decide { property.holds(kept, in: model, $0) }
    }
    func isEqual(_ property: Property, to kept: Any) -> Bool {
      property.isCompared
        && Comparison(===).decide { property.isEqual(to: kept, in: model, $0) }
    }
    // Observers aren't told of a value that equals the kept one but has other bits: that is only
    // written to memory, below.
    for ((saved, accessor), kept) in zip(plan.properties, kept) {
      if let accessor, !holds(saved, kept), !isEqual(saved, to: kept) {
        accessor.set(kept, in: model)
      }
    }
    // A setter may have changed other properties.
    for ((saved, _), kept) in zip(plan.properties, kept)
    where !saved.isAccessed && !holds(saved, kept) {
      checkExclusiveAccess(to: ObjectMemory(model), at: saved.stored.offset)
      saved.restore(kept, in: model)
    }
  }
}
