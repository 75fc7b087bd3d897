/// The shape of an unknown type, such as a closure: its values are only copied, and compared if
/// possible.
struct OpaqueShape<Value>: Shape {
  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    throw .mismatch
  }

  func write(_ value: Value, to sink: any ValueSink) { sink.leaveOut() }

  /// By the type's own `==`, or else references by identity; values that can't be compared are
  /// equal.
  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    content(first).equals(content(second)) { first, second in
      if let areEqual = Unknown.areEqual(first, second) { return areEqual }
      guard let first = reference(in: first) else { return true }
      return first === reference(in: second)
    }
  }

  /// The value without the optionals around it; nil for nil.
  private func content(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalType else { return value }
    return optional.wrappedValue.flatMap { content($0) }
  }
}

extension Property {
  /// The property for storage of any type, without the rules of that; nil if it is never copied.
  static func opaque(_ stored: StoredProperty) -> Property? {
    func shape<Value>(_ type: Value.Type) -> any Shape { OpaqueShape<Value>() }
    guard stored.holdsValue else { return nil }
    let property = Property(stored, shape(stored.type))
    property.isOpaque = true
    return property
  }

  /// Whether values of the property's type can be compared.
  var isCompared: Bool {
    guard isOpaque else { return true }
    var type = stored.type
    while let wrapped = (type as? any OptionalType.Type)?.wrappedType { type = wrapped }
    return type is any Equatable.Type || type is AnyClass
  }
}

extension StoredProperty {
  /// Whether the property holds a value that may change and may be copied.
  ///
  /// Storage of a macro, whose name begins with `_$`, doesn't: a copied observation registrar would
  /// notify the original's observers. Neither does Combine's `Published`: once it has been
  /// observed, it refers to its publisher, and a copy would notify the original's observers too.
  var holdsValue: Bool {
    Self.hasPlace && isVar && isStrong && type != Void.self && !storageName.isOfMacro
      // The type's name takes long; only a wrapper's storage is named with an underscore.
      && !(storageName.text.hasPrefix("_")
        && String(reflecting: type).hasPrefix("Combine.Published<"))
  }
}
