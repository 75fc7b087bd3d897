/// The values that objects had before an update, to be restored if it fails: a stack, as a value that
/// is refused is undone before the next one is read.
///
/// An object is saved whenever the update enters it. New objects are listed if others can find them:
/// by their identity in a store, or by `$id`.
final class UndoList {
  private enum Entry {
    case object(SavedObject)
    /// Takes back what is known besides.
    case other(() -> Void)

    var object: SavedObject? { if case .object(let object) = self { object } else { nil } }
  }

  private var entries: [Entry] = []
  /// The objects that were saved with the models in them.
  private var wholes: Set<ObjectIdentifier> = []

  /// A number of entries; those after it are newer.
  typealias Mark = Int

  var mark: Mark { entries.count }

  /// Saves objects and the models in them, which hooks may change; those with an identity are objects
  /// of their own.
  ///
  /// An object around them may be in them, too: it is saved with the first of those that it holds.
  func saveWhole(_ models: [any Model], in outer: [ObjectIdentifier] = []) {
    let known = wholes.intersection(outer)
    let parts = ModelLister.all(from: models) {
      SchemaCache.schema(of: type(of: $0)).identity == nil && !known.contains(ObjectIdentifier($0))
    }
    for part in parts { save(part) }
    wholes.formUnion(parts.map { ObjectIdentifier($0) })
  }

  @inline(never)
  func save(_ model: any Model) { entries.append(.object(SavedObject(model))) }

  /// Lists an object that the update has made.
  func add(made model: any Model) { entries.append(.object(SavedObject(model, isMade: true))) }

  /// Lists how to take back what is known of the input since.
  func add(_ undo: @escaping () -> Void) { entries.append(.other(undo)) }

  /// The value that a property had when its object was saved; nil if it wasn't.
  func value(of property: Property, savedAt mark: Mark) -> Any? {
    entries.indices.contains(mark) ? entries[mark].object?.value(of: property) : nil
  }

  /// What was saved of each object first since a mark.
  private func first(since mark: Mark) -> [SavedObject] {
    let saved = entries[mark...].compactMap(\.object)
    // A new object may be saved, as its values await others, before it is known that it is one.
    let made = Set(saved.lazy.filter(\.isMade).map { ObjectIdentifier($0.model) })
    var seen: Set<ObjectIdentifier> = []
    return saved.filter { one in
      let object = ObjectIdentifier(one.model)
      return (one.isMade || !made.contains(object)) && seen.insert(object).inserted
    }
  }

  /// The objects with a property that has another value than before.
  ///
  /// Another model that equals the one before isn't another value, and neither is a model that is still
  /// there.
  var changedModels: Set<ObjectIdentifier> {
    let changed = first(since: 0).filter { saved in
      !saved.isMade && saved.isChanged && saved.isChanged { $0 === $1 ? true : nil }
    }
    return Set(changed.map { ObjectIdentifier($0.model) })
  }

  /// Restores everything that was saved since a mark; returns the objects that were made since, the
  /// newest first: it may have taken the place of an older one.
  @discardableResult
  func undo(since mark: Mark) -> [any Model] {
    guard self.mark > mark else { return [] }
    for case .other(let undo) in entries[mark...].reversed() { undo() }
    let first = first(since: mark)
    let changed = first.filter { !$0.isMade }
    // What is around may still change them, and be undone in its turn.
    entries.replaceSubrange(mark..., with: changed.map { .object($0) })
    SavedObject.restore(changed.reversed())
    return first.filter(\.isMade).map(\.model).reversed()
  }
}
