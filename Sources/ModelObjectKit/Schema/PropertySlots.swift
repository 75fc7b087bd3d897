/// How text is mapped to a property without the rules of its type.
struct PropertySlots {
  /// The slot that stores the most common values; none for an accessor.
  let direct: DirectSlot
  /// The same for an accessor, which is set at the end of an object.
  let accessor: DirectSlot
  /// Whether the property is set through a key path.
  let isAccessed: Bool
  /// The slot of one model.
  let nested: NestedSlot?
  /// The slot of an array or dictionary of models.
  let elements: ElementsSlot?
  /// The slot of a struct, or of an array of them.
  let structs: StructSlot?
  /// The offset of the property in the object.
  let offset: Int

  /// A property with a transform or a date format has no slots, and none for models if the class
  /// has an `arrayMapping`.
  init(_ property: Property, of type: any Model.Type, mapsElements: Bool) {
    let isPlain = property.transform == nil && property.dateFormat == nil
    let slot = isPlain ? DirectSlot(property, of: type) : .none
    isAccessed = property.isAccessed
    (direct, accessor) = isAccessed ? (.none, slot) : (slot, .none)
    // A model of the base class is never made.
    let isMade = property.declared.map { $0 != $0.root } ?? false
    nested = isPlain && !mapsElements && isMade ? property.nested : nil
    elements =
      isPlain && !mapsElements && !property.isAccessed
      ? ElementsSlot(property.stored, property.shape) : nil
    structs = isPlain && !mapsElements ? StructSlot(property) : nil
    offset = property.stored.offset
  }
}
