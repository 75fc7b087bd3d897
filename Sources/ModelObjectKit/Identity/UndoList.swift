/// The values that objects had before an update, to be restored if it fails.
///
/// An object is saved whenever the update enters it. Of objects that the update made, only those of
/// a store are listed: they are dropped with it.
final class UndoList {
  private var saved: [SavedObject] = []
  /// Where each object with computed properties was listed first; it may have been undone since.
  private var firsts: [ObjectIdentifier: Mark] = [:]

  /// A number of saved objects; those after it are newer.
  typealias Mark = Int

  var mark: Mark { saved.count }

  /// Saves an object and the models in it, which a hook may change; those with an identity are
  /// objects of their own.
  func saveWhole(_ model: any Model) {
    for part in parts(of: model) { save(part) }
  }

  /// A model and the models in it that have no identity.
  private func parts(of model: any Model) -> [any Model] {
    var seen: Set = [ObjectIdentifier(model)]
    var parts = [model]
    var number = 0
    while number < parts.count {
      parts += ModelLister.models(in: parts[number]).filter {
        isPart($0) && seen.insert(ObjectIdentifier($0)).inserted
      }
      number += 1
    }
    return parts
  }

  private func isPart(_ model: any Model) -> Bool {
    SchemaCache.schema(of: type(of: model)).identity == nil
  }

  /// Saves an object of which all accessors are going to be set, or those that `assign` will name.
  ///
  /// The getters of one that was listed before aren't called: it may be under way, and not be valid
  /// now.
  func save(_ model: any Model, assigningAll: Bool = false) {
    append(
      SavedObject(
        model,
        hasComputed: !StoredProperty.hasPlace || !isListed(model),
        areAllAssigned: assigningAll
      )
    )
  }

  /// Lists an object that the update has made for a store.
  func add(made model: any Model) { append(SavedObject(made: model)) }

  private func append(_ object: SavedObject) {
    if object.plan.hasComputed, !isListed(object.model) {
      firsts[ObjectIdentifier(object.model)] = mark
    }
    saved.append(object)
  }

  /// Whether an object with computed properties is in the list.
  private func isListed(_ model: any Model) -> Bool {
    guard let first = firsts[ObjectIdentifier(model)], first < mark else { return false }
    return saved[first].model === model
  }

  /// Notes that an accessor of an object that was saved is about to be set.
  func assign(_ accessor: Property, of model: AnyObject) {
    guard let index = saved.lastIndex(where: { $0.model === model }) else { return }
    saved[index].assign(accessor)
  }

  /// What was saved of each object first, with the accessors that were set since.
  private func first(in range: Range<Mark>) -> [SavedObject] {
    var indexes: [ObjectIdentifier: Int] = [:]
    var result: [SavedObject] = []
    for object in saved[range] {
      if let index = indexes[ObjectIdentifier(object.model)] {
        result[index].assign(object)
      } else {
        indexes[ObjectIdentifier(object.model)] = result.count
        result.append(object)
      }
    }
    return result
  }

  /// The objects with a property that has another value, or holds another model, than before.
  var changedModels: Set<ObjectIdentifier> {
    Set(
      first(in: 0..<mark).filter { !$0.isMade && $0.isChanged }.map { ObjectIdentifier($0.model) }
    )
  }

  /// Restores everything that was saved since a mark.
  func undo(since mark: Mark) {
    guard self.mark > mark else { return }
    let former = first(in: mark..<self.mark).filter { !$0.isMade }
    let replaced = SavedObject.restore(former.reversed())
    saved.removeSubrange(mark...)
    // The values of the update are released when all objects are restored.
    withExtendedLifetime(replaced) {}
  }

  /// Undoes what was done between two marks, property by property: one that has changed again since
  /// keeps its value.
  ///
  /// To what was saved later it is as if nothing had been done. The result has the objects that were
  /// made between the marks and not entered since; `redo` does it again, if nothing has changed in
  /// between.
  func undo(in range: Range<Mark>) -> (made: [any Model], redo: () -> Void) {
    var (former, patched) = ([SavedObject](), [(index: Int, saved: SavedObject)]())
    var made: [any Model] = []
    for before in first(in: range).reversed() {
      let later = (range.upperBound..<mark).filter { saved[$0].model === before.model }
      if before.isMade, later.isEmpty {
        made.append(before.model)
      } else {
        patched += later.map { ($0, saved[$0]) }
        former.append(removeChanges(since: before.whole, from: later, behind: range.upperBound))
      }
    }
    let replaced = SavedObject.restore(former)
    func redo() {
      for (index, saved) in patched { self.saved[index] = saved }
      _ = SavedObject.restore(replaced)
    }
    return (made, redo)
  }

  /// Removes what was done to an object from what was saved of it later; returns the values to
  /// restore.
  ///
  /// An object that was made keeps its identity. A property keeps models without one that have
  /// changed since: these changes are the object's.
  private func removeChanges(
    since before: SavedObject,
    from later: [Int],
    behind mark: Mark
  ) -> SavedObject {
    var target = SavedObject(before.model, hasComputed: false)
    let after = later.first.map { saved[$0] } ?? target
    let names = before.isMade ? type(of: before.model).identity : []
    for (index, property) in before.plan.properties.map(\.property).enumerated()
    where !names.contains(property.name)
      && (!before.isSame(index, as: after) || before.assigns(index))
    {
      var isUnchanged = true
      for number in later where isUnchanged {
        isUnchanged = saved[number].isSame(index, as: after)
        guard isUnchanged else { continue }
        isUnchanged = !saved[number].assigns(index)
        saved[number].copyValue(index, from: before)
      }
      if isUnchanged, target.isSame(index, as: after),
        !holdsChangedParts(property, of: before.model, since: mark)
      {
        target.copyValue(index, from: before)
        target.assign(property)
      }
    }
    return target
  }

  private func holdsChangedParts(
    _ property: Property,
    of model: any Model,
    since mark: Mark
  ) -> Bool {
    guard mark < self.mark, !property.isAccessed else { return false }
    return ModelLister.models(in: property, of: model).filter(isPart).flatMap(parts).contains {
      part in saved[mark...].first { $0.model === part }?.isChanged == true
    }
  }
}
