/// The values of an object's properties at one moment.
///
/// A value with so many references would be copied wherever a list of them is looked through.
final class SavedObject {
  let model: any Model
  private let plan: UndoPlan
  /// The values, one for each property of the plan.
  private let values: [Any]
  /// The bytes in which the stored ones lay.
  private let image: MemoryImage
  /// Whether the object wasn't there before: the update made it.
  let isMade: Bool
  /// What the row has besides that it was read from.
  private let rests: ColumnRests?

  init(_ model: any Model, isMade: Bool = false) {
    self.model = model
    self.isMade = isMade
    plan = SchemaCache.schema(of: type(of: model)).undoPlan
    // There is nothing to go back to in an object that the update made.
    image = MemoryImage(of: model, in: isMade ? 0..<0 : plan.bytes)
    values = isMade ? [] : plan.values(in: model)
    rests = isMade ? nil : ColumnRests.of(model)
  }

  func value(of property: Property) -> Any? {
    plan.properties.firstIndex { $0.property === property || $0.accessor === property }
      .map { values[$0] }
  }

  /// Whether a property has another value, or holds another model, now.
  var isChanged: Bool {
    plan.properties.indices.contains { isChanged(at: $0) }
  }

  /// Whether a property has another value now, by what is known of the models in it, and by their
  /// properties.
  func isChanged(_ answer: @escaping (any Model, any Model) -> Bool?) -> Bool {
    plan.properties.indices.contains { index in
      !holds(index) && !Comparison(answer).decide { isEqual(index, $0) }
    }
  }
}

extension SavedObject {
  /// Restores the values of objects.
  ///
  /// 1. Properties without an accessor are restored first, in memory.
  /// 2. Those with an accessor are set through their key path, so that observers are notified: only
  ///    those that now have another value.
  /// 3. What the setters have changed is restored in memory.
  static func restore(_ objects: [SavedObject]) {
    // The values of the update are released when all objects are restored. Getters aren't called for
    // that: the objects may be invalid now.
    let replaced = StoredProperty.hasPlace ? objects.map { SavedObject($0.model) } : []
    defer { withExtendedLifetime(replaced) {} }
    for object in objects { ColumnRests.keep(object.rests, for: object.model) }
    for object in objects { object.restoreMemory { $0.accessor == nil } }
    guard objects.contains(where: \.plan.hasAccessors) else { return }
    for object in objects { object.setAccessors() }
    for object in objects { object.restoreMemory { _ in true } }
  }

  @inline(never)
  private func restoreMemory(where isIncluded: (UndoPlan.SavedProperty) -> Bool) {
    for (index, saved) in plan.properties.enumerated()
    where saved.bytes != nil && isIncluded(saved) && !holds(index) {
      checkExclusiveAccess(to: ObjectMemory(model), at: saved.property.stored.offset)
      saved.property.restore(values[index], in: model)
    }
  }

  private func setAccessors() {
    for (index, saved) in plan.properties.enumerated() {
      if let accessor = saved.accessor, isChanged(at: index) {
        accessor.set(values[index], in: model)
      }
    }
  }

  /// Whether a property has another value, or holds another model, now.
  private func isChanged(at index: Int) -> Bool {
    !holds(index) && !Comparison(===).decide { isEqual(index, $0) }
  }

  /// Whether the object's memory has the saved bytes of a property.
  private func holds(_ index: Int) -> Bool {
    plan.properties[index].bytes.map { image.isSame(as: model, in: $0) } ?? false
  }

  private func isEqual(_ index: Int, _ comparison: Comparison) -> Bool {
    let property = plan.properties[index].property
    guard property.isCompared else { return false }
    return property.isEqual(to: values[index], in: model, comparison)
  }
}
