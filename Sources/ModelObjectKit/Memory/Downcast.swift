#if !PublicSymbols
/// Whether an object is of a class or of one of its subclasses.
func isInstance(_ object: AnyObject, of type: AnyClass) -> Bool {
  isSubclass(Swift.type(of: object), of: type)
}

/// Whether a class is another class or derives from it.
func isSubclass(_ type: AnyClass, of ancestor: AnyClass) -> Bool {
  var current: AnyClass? = type
  while let candidate = current {
    if candidate == ancestor { return true }
    current = superclass(of: candidate)
  }
  return false
}

/// The superclass, or nil at the root.
///
/// - Assumes: `_getSuperclass`, which is public in the standard library and hidden from its
///   documentation: no other call names the superclass of a class without an object of it.
/// - Canary: `ClassMetadataHeader.findsTheSuperclass`.
/// - If it fails: the package does not compile.
/// - A user would see: an error of the compiler in this file.
func superclass(of type: AnyClass) -> AnyClass? {
  _getSuperclass(type)
}
#endif

/// An object as a class type; throws if it isn't an instance of it.
///
/// A cast to a type that only the caller's module knows takes twenty times as long, and so does
/// returning an optional of that type.
func instance<Value>(_ object: AnyObject, as type: Value.Type) throws(NotAnInstance) -> Value {
  guard let declared = type as? AnyClass, isInstance(object, of: declared) else {
    throw NotAnInstance()
  }
  // The type is a class that the object is an instance of, so its values are such references.
  return unsafe unsafeBitCast(object, to: Value.self)
}

/// A value whose type generic code can't know to be another one; throws if it isn't.
///
/// A cast takes longer, and so does an optional: the runtime looks up its type.
func exactly<Value, Same>(_ value: Value, _ type: Same.Type) throws(NotAnInstance) -> Same {
  guard Value.self == type else { throw NotAnInstance() }
  // The two types are the same.
  return unsafe unsafeBitCast(value, to: type)
}

extension ObjectMemory {
  /// The object as one of its class, which the caller knows.
  func object<Object: AnyObject>(of type: Object.Type) -> Object {
    // The caller made the memory of an object of this class.
    unsafe unsafeDowncast(object, to: type)
  }
}

/// The error for an object or a value that isn't of a type.
struct NotAnInstance: Error {}

/// An object that was just made, and that nothing else refers to, as a class type: the caller may
/// send it to other threads.
func freshInstance<Value>(
  _ object: AnyObject,
  as type: Value.Type
) throws(NotAnInstance) -> sending Value {
  nonisolated(unsafe) let result = try instance(object, as: type)
  // The caller guarantees that the object is new and goes to one place only.
  return unsafe result
}

/// The value in an `Any` that generic code made of a value of exactly that type; otherwise nil.
func exactValue<Value>(in any: Any, _ type: Value.Type) -> Value? {
  func open<Held>(_ held: Held) -> Value? { try? exactly(held, type) }
  return open(any)
}

/// The `Any` in an `Any`; nil if there is none.
///
/// Generic code that puts a value of its type in an `Any` nests containers if that type is
/// `Any`.
func nestedAny(in any: Any) -> Any? { exactValue(in: any, Any.self) }
