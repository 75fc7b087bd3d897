/// A property of a type that the table does not know, such as a closure: it is only copied, and
/// compared where that can be done.
final class OpaqueProperty<Value>: Property {
  private let slot: Slot<Value>

  init(_ stored: StoredProperty, slot: Slot<Value>) {
    self.slot = slot
    super.init(stored)
  }

  override func copy(from source: AnyObject, to target: AnyObject) {
    slot.write(slot.read(from: source), to: target)
  }

  /// By the type's own `==`, else references by identity; values that can't be compared are equal.
  override func areEqual(
    in first: AnyObject,
    _ second: AnyObject,
    _ comparer: any ModelComparer
  ) -> Bool {
    let first: Any = slot.read(from: first)
    let second: Any = slot.read(from: second)
    if let areEqual = Unknown.areEqual(first, second) { return areEqual }
    switch (opened(first), opened(second)) {
    case (let first?, let second?):
      if let areEqual = Unknown.areEqual(first, second) { return areEqual }
      guard let first = reference(in: first) else { return true }
      return first === reference(in: second)
    case (nil, nil): return true
    default: return false
    }
  }

  override var isCompared: Bool {
    var type: Any.Type = Value.self
    while let wrapped = (type as? any OptionalType.Type)?.wrappedType { type = wrapped }
    return type is any Equatable.Type || type is AnyClass
  }

  /// The value without the optionals around it; nil for nil.
  private func opened(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalType else { return value }
    return optional.wrappedValue.flatMap { opened($0) }
  }
}

extension Property {
  /// The property for storage of a type that the table does not know; nil where it is never
  /// touched.
  static func opaque(_ stored: StoredProperty) -> Property? {
    func make<Value>(_ type: Value.Type) -> Property? {
      Slot<Value>(stored).map { OpaqueProperty(stored, slot: $0) }
    }
    guard stored.holdsValue, !stored.storageName.isLazy else { return nil }
    return make(stored.type)
  }
}

extension StoredProperty {
  /// Whether the property holds a value that may change and may be copied.
  ///
  /// Storage of a macro, whose name begins with `_$`, doesn't: a copied observation registrar would
  /// call the original's observers. Nor does Combine's `Published`: once it has been observed it
  /// holds its publisher by reference, and a copy would notify the original's observers.
  var holdsValue: Bool {
    isVar && isStrong && type != Void.self && !storageName.isOfMacro
      && !String(reflecting: type).hasPrefix("Combine.Published<")
  }
}
