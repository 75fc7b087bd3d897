/// An object as a type that is a class, where it is an instance of it.
///
/// A cast to a type that only the caller's module knows takes twenty times as long.
func instance<Value>(_ object: AnyObject, as type: Value.Type) -> Value? {
  guard let declared = type as? AnyClass, isInstance(object, of: declared) else { return nil }
  // The type is a class that the object is an instance of, so its values are such references.
  return unsafe unsafeBitCast(object, to: Value.self)
}
