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
