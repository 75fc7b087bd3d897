/// The values that objects had before an update, to be restored if it fails.
///
/// An object is saved whenever the update enters it. Objects that the update made aren't saved: they
/// are dropped with it.
final class UndoList {
  private var saved: [SavedObject] = []

  /// A number of saved objects; those after it are newer.
  typealias Mark = Int

  var mark: Mark { saved.count }

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

  /// Saves an object of which all accessors are going to be set, or those that `assign` will name.
  func save(_ model: any Model, assigningAll: Bool = false) {
    saved.append(SavedObject(model, areAllAssigned: assigningAll))
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
    Set(first(in: 0..<mark).filter(\.isChanged).map { ObjectIdentifier($0.model) })
  }

  /// Restores everything that was saved since a mark.
  func undo(since mark: Mark) {
    guard self.mark > mark else { return }
    let replaced = SavedObject.restore(first(in: mark..<self.mark).reversed())
    saved.removeSubrange(mark...)
    // The values of the update are released when all objects are restored.
    withExtendedLifetime(replaced) {}
  }

  /// Undoes what was done between two marks, property by property: one that has changed again since
  /// keeps its value.
  ///
  /// To what was saved later it is as if nothing had been done. The result does it again, if nothing
  /// has changed in between.
  func undo(in range: Range<Mark>) -> () -> Void {
    var (former, patched) = ([SavedObject](), [(index: Int, saved: SavedObject)]())
    for before in first(in: range).reversed() {
      let later = (range.upperBound..<mark).filter { saved[$0].model === before.model }
      patched += later.map { ($0, saved[$0]) }
      former.append(removeChanges(since: before, from: later))
    }
    let replaced = SavedObject.restore(former)
    return { [self] in
      for (index, saved) in patched { self.saved[index] = saved }
      _ = SavedObject.restore(replaced)
    }
  }

  /// Removes what was done to an object from what was saved of it later; returns the values to
  /// restore.
  private func removeChanges(since before: SavedObject, from later: [Int]) -> SavedObject {
    var target = SavedObject(before.model, hasComputed: false)
    let after = later.first.map { saved[$0] } ?? target
    for index in before.plan.properties.indices
    where !before.isSame(index, as: after) || before.assigns(index) {
      var isUnchanged = true
      for number in later where isUnchanged {
        isUnchanged = saved[number].isSame(index, as: after)
        guard isUnchanged else { continue }
        isUnchanged = !saved[number].assigns(index)
        saved[number].copyValue(index, from: before)
      }
      if isUnchanged, target.isSame(index, as: after) {
        target.copyValue(index, from: before)
        target.assign(before.plan.properties[index].property)
      }
    }
    return target
  }
}
