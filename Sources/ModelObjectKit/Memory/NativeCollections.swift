#if !PublicSymbols
/// Builds an array of a class from objects that are known to be instances of it.
///
/// An object of another class is left out.
///
/// - Assumes: the standard library keeps the elements of every array of a class in one type of
///   storage, that of `[AnyObject]`, and a reference is one word.
/// - Canary: `NativeCollections`.
/// - If it fails: no case is known, since Swift 5.7.
/// - A user would see: nothing, as long as both types of storage retain and release references; a
///   crash if one of them did not.
func nativeArray<Element>(of type: Element.Type, from objects: [AnyObject]) -> [Element] {
  guard let elementClass = Element.self as? AnyClass else { return [] }
  let fitting =
    objects.allSatisfy { isInstance($0, of: elementClass) }
    ? objects : objects.filter { isInstance($0, of: elementClass) }
  // All of them are instances of the class.
  return unsafe unsafeBitCast(fitting, to: [Element].self)
}

extension Slot where Value == [AnyObject]? {
  /// The slot of a property that holds an array of a class, or an optional one; nil for any other.
  ///
  /// Only objects of that class may be written to it.
  ///
  /// - Assumes: as `nativeArray`; an optional array is one word, and nil is zero.
  /// - Canary: `NativeCollections`.
  init?<Element>(arrayOf type: Element.Type, at place: FieldPlace) {
    guard type is AnyClass, place.type == [Element].self || place.type == [Element]?.self else {
      return nil
    }
    offset = place.offset
  }
}

/// Builds a dictionary of a class from objects that are known to be instances of it, as
/// `nativeArray` does.
///
/// Its storage is made for `Element` itself: dictionaries have a type of storage for each class.
func nativeDictionary<Element>(
  of type: Element.Type,
  from objects: [String: AnyObject]
) -> [String: Element] {
  guard let elementClass = Element.self as? AnyClass else { return [:] }
  let fitting =
    objects.values.allSatisfy { isInstance($0, of: elementClass) }
    ? objects : objects.filter { isInstance($0.value, of: elementClass) }
  // `Element` is a class, so its values are references.
  return fitting.mapValues { unsafe unsafeBitCast($0, to: Element.self) }
}
#endif
