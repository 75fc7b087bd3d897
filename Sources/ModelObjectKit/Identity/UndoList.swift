/// The values that objects had before an update, to be put back if it fails.
///
/// 1. An object is saved whole whenever the update enters it.
/// 2. Objects are put back last first, so that each ends with its oldest values.
/// 3. A property with an accessor is set through its key path, so that its observers notice.
/// 4. Objects that the update made aren't saved: they are dropped with it.
final class UndoList {
  fileprivate struct Entry {
    let model: any Model
    let plan: UndoPlan
    let memory: SavedMemory
    /// The values of properties whose storage doesn't hold them, by their places in the plan.
    let kept: [Int: Any]
  }

  private var entries: [Entry?] = []

  /// A number of entries: those after it are newer.
  typealias Mark = Int

  var mark: Mark { entries.count }

  func save(_ model: any Model) {
    let schema = SchemaCache.schema(of: type(of: model))
    let plan = schema.outgoing.undo(schema)
    var kept: [Int: Any] = [:]
    for (index, accessed) in plan.accessed.enumerated() where accessed.storage == nil {
      kept[index] = accessed.property.kept(in: model)
    }
    entries.append(
      Entry(model: model, plan: plan, memory: SavedMemory(model, plan.fields), kept: kept)
    )
  }

  /// Puts back all that was saved since a mark.
  func undo(since mark: Mark) {
    guard entries.count > mark else { return }
    // The values of the update are released at the end, when all objects are as they were.
    let undone = entries[mark...]
    entries.removeSubrange(mark...)
    for entry in undone.reversed() { entry?.putBack() }
  }

  /// Puts back what was saved between two marks; what was saved later stays.
  func undo(in range: Range<Mark>) {
    for index in range.reversed() {
      let entry = entries[index]
      entries[index] = nil
      entry?.putBack()
    }
  }
}

extension UndoList.Entry {
  fileprivate func putBack() {
    for (index, (property, storage)) in plan.accessed.enumerated() {
      if let storage {
        guard memory.isChanged(at: storage) else { continue }
        property.restore(from: memory.values, at: storage, in: model)
      } else if let kept = kept[index], !property.holds(kept, in: model, SameModels()) {
        property.restore(kept, in: model)
      }
    }
    // A setter may have changed other properties.
    memory.putBack()
  }
}

/// A comparison by which a model equals itself alone.
private final class SameModels: ModelComparer {
  private var met: [(AnyObject, AnyObject)] = []

  func areEqual(_ first: any Model, _ second: any Model) -> Bool { first === second }

  func areEqual(later check: @escaping () -> Bool) -> Bool { check() }

  func areEqual(inOneOf ways: [() -> Bool]) -> Bool { ways.contains { $0() } }

  func haveMet(_ first: AnyObject, _ second: AnyObject) -> Bool {
    if met.contains(where: { $0 === first && $1 === second }) { return true }
    met.append((first, second))
    return false
  }
}
