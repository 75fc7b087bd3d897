/// An object as a type that is a class; what is no instance of it throws.
///
/// A cast to a type that only the caller's module knows takes twenty times as long, and so does
/// an optional of that type.
func instance<Value>(_ object: AnyObject, as type: Value.Type) throws(NotAnInstance) -> Value {
  guard let declared = type as? AnyClass, isInstance(object, of: declared) else {
    throw NotAnInstance()
  }
  // The type is a class that the object is an instance of, so its values are such references.
  return unsafe unsafeBitCast(object, to: Value.self)
}

/// What an object of another class is.
struct NotAnInstance: Error {}

/// An object that was just made, and that nothing else refers to, as its class: its taker may hand
/// it on to other threads.
func freshInstance<Value>(
  _ object: AnyObject,
  as type: Value.Type
) throws(NotAnInstance) -> sending Value {
  nonisolated(unsafe) let result = try instance(object, as: type)
  // The caller answers for it that the object is new and goes to one place only.
  return unsafe result
}
