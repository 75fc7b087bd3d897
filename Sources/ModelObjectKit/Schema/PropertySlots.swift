/// How text is mapped to a property without the rules of its type.
struct PropertySlots {
  /// The slot that stores the most common values.
  let direct: DirectSlot
  /// The slot of one model.
  let nested: NestedSlot?
  /// The slot of an array or dictionary of models.
  let elements: ElementsSlot?
  /// The offset of the property in the object.
  let offset: Int

  /// A property with a transform or a date format has no slots, and none for models if the class
  /// has an `arrayMapping`.
  init(_ property: Property, of type: any Model.Type, mapsElements: Bool) {
    let isPlain = property.transform == nil && property.dateFormat == nil
    direct = isPlain ? DirectSlot(property, of: type) : .none
    // A model of the base class is never made.
    let isMade = property.declared.map { $0 != $0.root } ?? false
    nested = isPlain && !mapsElements && isMade ? property.nested : nil
    elements =
      isPlain && !mapsElements && !property.isAccessed
      ? ElementsSlot(property.stored, property.shape) : nil
    offset = property.stored.offset
  }
}
