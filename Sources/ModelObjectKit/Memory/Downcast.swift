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

/// The error for an object that isn't an instance of a class.
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
