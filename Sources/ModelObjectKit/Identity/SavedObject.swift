/// The values of an object's properties at one moment.
struct SavedObject {
  let model: any Model
  let plan: UndoPlan
  /// The values, one for each property of the plan; nil for one whose getter wasn't called.
  private var values: [Any?]
  /// The bytes in which the stored ones lay.
  private var image: MemoryImage
  /// The names of the accessors that the update has set since; nil if it may have set all of them.
  private var assigned: Set<String>?
  /// Whether the object wasn't there before: the update made it for a store.
  private(set) var isMade = false

  /// Saves the stored properties, and the computed ones unless their getters must not be called.
  ///
  /// The values are those of another object of the class if one is given.
  init(
    _ model: any Model,
    hasComputed: @autoclosure () -> Bool,
    areAllAssigned: Bool = false,
    valuesOf other: (any Model)? = nil
  ) {
    self.model = model
    let source = other ?? model
    plan = SchemaCache.schema(of: type(of: model)).undoPlan
    image = MemoryImage(of: source, in: plan.bytes)
    let hasComputed = plan.hasComputed && hasComputed()
    values = plan.properties.map {
      hasComputed || $0.bytes != nil ? .some($0.property.savedValue(in: source)) : nil
    }
    // Without places in memory, what a hook has changed is seen by the accessors alone.
    assigned = areAllAssigned || !StoredProperty.hasPlace ? nil : []
  }

  /// Notes that the update made an object.
  init(made model: any Model) {
    self.model = model
    plan = SchemaCache.schema(of: type(of: model)).undoPlan
    image = MemoryImage(of: model, in: plan.bytes.lowerBound..<plan.bytes.lowerBound)
    values = []
    isMade = true
  }

  /// With the values of a new object of its class, if the update made the object.
  var whole: SavedObject {
    guard isMade else { return self }
    let new = type(of: model).init()
    var saved = SavedObject(model, hasComputed: !StoredProperty.hasPlace, valuesOf: new)
    saved.isMade = true
    return saved
  }

  /// Notes that the update sets an accessor.
  mutating func assign(_ accessor: Property) { assigned?.insert(accessor.name) }

  /// Notes the accessors that the update has set since the object was saved again.
  mutating func assign(_ again: SavedObject) {
    assigned = again.assigned.flatMap { assigned?.union($0) }
  }

  /// Whether the update has set a computed property since.
  func assigns(_ index: Int) -> Bool {
    plan.properties[index].bytes == nil
      && assigned?.contains(plan.properties[index].property.name) != false
  }

  /// Whether a stored property was the same in another moment.
  func isSame(_ index: Int, as other: SavedObject) -> Bool {
    plan.properties[index].bytes.map { image.isSame(as: other.image, in: $0) } ?? true
  }

  /// Copies the value that a property had in another moment.
  mutating func copyValue(_ index: Int, from other: SavedObject) {
    values[index] = other.values[index]
    if let bytes = plan.properties[index].bytes { image.copyBytes(from: other.image, in: bytes) }
  }

  /// Whether a property has another value, or holds another model, now.
  var isChanged: Bool {
    !Comparison(===).decide { comparison in
      plan.properties.indices.allSatisfy { index in
        holds(index) || isEqual(index, comparison)
      }
    }
  }
}

extension SavedObject {
  /// Restores the values of objects; returns those that they had.
  ///
  /// 1. Stored properties without an accessor are restored first, in memory.
  /// 2. Stored ones with an accessor are set through their key path, so that observers are
  ///    notified: only those that now have another value.
  /// 3. Computed ones are set if their getter doesn't return the value by then.
  /// 4. What the setters have changed is restored in memory.
  static func restore(_ objects: [SavedObject]) -> [SavedObject] {
    var replaced = objects.map { SavedObject($0.model, hasComputed: false) }
    for object in objects { object.restoreMemory { $0.accessor == nil } }
    guard objects.contains(where: \.plan.hasAccessors) else { return replaced }
    for object in objects { object.setStored() }
    for (number, object) in objects.enumerated() { object.setComputed(&replaced[number]) }
    for object in objects { object.restoreMemory { _ in true } }
    return replaced
  }

  private func restoreMemory(where isIncluded: (UndoPlan.SavedProperty) -> Bool) {
    for (index, saved) in plan.properties.enumerated() {
      guard saved.bytes != nil, isIncluded(saved), !holds(index), let value = values[index] else {
        continue
      }
      checkExclusiveAccess(to: ObjectMemory(model), at: saved.property.stored.offset)
      saved.property.restore(value, in: model)
    }
  }

  private func setStored() {
    for (index, saved) in plan.properties.enumerated() where saved.bytes != nil && !holds(index) {
      guard let accessor = saved.accessor, let value = values[index],
        !Comparison(===).decide({ isEqual(index, $0) })
      else { continue }
      accessor.set(value, in: model)
    }
  }

  private func setComputed(_ replaced: inout SavedObject) {
    for (index, saved) in plan.properties.enumerated() where saved.bytes == nil {
      guard assigns(index), let value = values[index],
        !Comparison(===).decide({ isEqual(index, $0) })
      else { continue }
      replaced.values[index] = saved.property.savedValue(in: model)
      replaced.assign(saved.property)
      saved.property.set(value, in: model)
    }
  }

  /// Whether the object's memory has the saved bytes of a property; true for a computed one that the
  /// update hasn't set.
  private func holds(_ index: Int) -> Bool {
    plan.properties[index].bytes.map { image.isSame(as: model, in: $0) } ?? !assigns(index)
  }

  private func isEqual(_ index: Int, _ comparison: Comparison) -> Bool {
    let property = plan.properties[index].property
    guard property.isCompared, let value = values[index] else { return false }
    return property.isEqual(to: value, in: model, comparison)
  }
}
