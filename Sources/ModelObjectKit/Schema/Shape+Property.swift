/// Operations of a property that need the type of its value.
extension Shape {
  /// A property's value; nil if it can't be read.
  func value(_ property: Property, of object: AnyObject) -> Value? {
    if let slot = Slot<Value>(property.stored) { return slot.read(from: object) }
    return property.access?.value(in: object, as: Value.self)
  }

  private func set(_ value: Value, _ property: Property, of object: AnyObject) {
    if let slot = Slot<Value>(property.stored) { return slot.write(value, to: object) }
    setByAccess(value, property, of: object)
  }

  // In functions of their own, as the runtime would look up the type of an optional each time.

  @inline(never)
  private func setByAccess(_ value: Value, _ property: Property, of object: AnyObject) {
    guard let access = property.access else { return }
    // The setter that `@Observable` makes is silent if the new value equals the old one. But an
    // observer of the property watches the objects in it, and has to be told if others come.
    if let observers = property.observers,
      let former = self.value(property, of: object), !areEqual(former, value, ObjectComparer())
    {
      access.set(value, in: object, telling: observers)
    } else {
      access.set(value, in: object)
    }
  }

  /// Sets a property to a value; false if it isn't of the property's type.
  @discardableResult
  func set(any value: Any, _ property: Property, of object: AnyObject) -> Bool {
    guard let value = typed(value) else { return false }
    set(value, property, of: object)
    return true
  }

  func map(
    _ input: Input,
    _ property: Property,
    of object: AnyObject,
    _ context: any ValueContext
  ) throws(Misfit) {
    let value = try read(input, context)
    if property.observers == nil {
      set(value, property, of: object, context)
    } else {
      setObserved(value, property, of: object, context)
    }
  }

  @inline(never)
  private func setObserved(
    _ value: Value,
    _ property: Property,
    of object: AnyObject,
    _ context: any ValueContext
  ) {
    let kept = repeated(value, property, of: object, context)
    set(kept ?? value, property, of: object, context)
  }

  /// The value of an observed property if the new one has equal new objects: with these, observers
  /// would look again at the same.
  private func repeated(
    _ value: Value,
    _ property: Property,
    of object: AnyObject,
    _ context: any ValueContext
  ) -> Value? {
    guard context.matched?.former == nil,
      let former = self.value(property, of: object),
      context.repeats({ areEqual(former, value, $0) })
    else { return nil }
    return former
  }

  private func set(
    _ value: Value,
    _ property: Property,
    of object: AnyObject,
    _ context: any ValueContext
  ) {
    guard let matched = context.matched, let former = matched.former, let new = opened(value) else {
      return set(value, property, of: object)
    }
    set(any: matched.merged(new, onto: former), property, of: object)
  }

  func setNull(_ property: Property, of object: AnyObject) {
    if let null = nullElement { set(null, property, of: object) }
  }

  func write(_ property: Property, of object: AnyObject, to sink: any ValueSink) {
    // An optional of a value whose type isn't known here is a type that the runtime looks up.
    if let slot = Slot<Value>(property.stored) {
      return write(slot.read(from: object), to: sink)
    }
    writeByAccess(property, of: object, to: sink)
  }

  /// Passes the value at a place to a sink.
  func write(at place: FieldPlace, in memory: ObjectMemory, to sink: any ValueSink) {
    guard let slot = Slot<Value>(place) else { return sink.leaveOut() }
    write(slot.read(from: memory), to: sink)
  }

  /// The value at a place without its optionals; nil for nil.
  func opened(at place: FieldPlace, in memory: ObjectMemory) -> Any? {
    guard let slot = Slot<Value>(place) else { return nil }
    return opened(slot.read(from: memory))
  }

  @inline(never)
  private func writeByAccess(_ property: Property, of object: AnyObject, to sink: any ValueSink) {
    guard let value = value(property, of: object) else { return sink.leaveOut() }
    write(value, to: sink)
  }

  /// A property's value without its optionals; nil for nil.
  func opened(_ property: Property, of object: AnyObject) -> Any? {
    if let slot = Slot<Value>(property.stored) { return opened(slot.read(from: object)) }
    return openedByAccess(property, of: object)
  }

  @inline(never)
  private func openedByAccess(_ property: Property, of object: AnyObject) -> Any? {
    value(property, of: object).flatMap { opened($0) }
  }

  /// The value that an input is converted to, without its optionals; nil for nil.
  func opened(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Any? {
    opened(try read(input, context))
  }

  /// Whether a property's values in two objects are equal.
  func areEqual(
    _ property: Property,
    in first: AnyObject,
    _ second: AnyObject,
    _ comparer: any ModelComparer
  ) -> Bool {
    guard let slot = Slot<Value>(property.stored) else {
      return areEqualByAccess(property, in: first, second, comparer)
    }
    return areEqual(slot.read(from: first), slot.read(from: second), comparer)
  }

  @inline(never)
  private func areEqualByAccess(
    _ property: Property,
    in first: AnyObject,
    _ second: AnyObject,
    _ comparer: any ModelComparer
  ) -> Bool {
    guard let first = value(property, of: first), let second = value(property, of: second) else {
      return false
    }
    return areEqual(first, second, comparer)
  }

  /// Whether a property's value equals a saved one.
  func isEqual(
    _ property: Property,
    of object: AnyObject,
    to saved: Any,
    _ comparer: any ModelComparer
  ) -> Bool {
    guard let saved = typed(saved) else { return false }
    if let slot = Slot<Value>(property.stored) {
      return areEqual(saved, slot.read(from: object), comparer)
    }
    guard let value = value(property, of: object) else { return false }
    return areEqual(saved, value, comparer)
  }

  /// Copies a property's value from an object to another one; if there is a copier, including the
  /// models in it.
  func copy(
    _ property: Property,
    from source: AnyObject,
    to target: AnyObject,
    _ copier: (any ModelCopier)?
  ) {
    guard let value = value(property, of: source) else { return }
    set(copier.map { copy(value, $0) } ?? value, property, of: target)
  }
}
