/// Builds an array of a class from objects that are known to be instances of it.
///
/// The array's storage is made for `Element` itself, never bridged or cast: on Apple's systems the
/// optimiser relies on that. An object of another class is left out.
///
/// - Assumes: a value of a class type is one word, the reference.
/// - Canary: `NativeCollections`.
/// - Where it fails: nowhere that is known; the language guarantees it for references.
/// - A user would see: an array of models with other objects in it.
func nativeArray<Element>(of type: Element.Type, from objects: [AnyObject]) -> [Element] {
  guard let elementClass = Element.self as? AnyClass else { return [] }
  let fitting =
    objects.allSatisfy { isInstance($0, of: elementClass) }
    ? objects : objects.filter { isInstance($0, of: elementClass) }
  // All empty arrays share their storage, and the initialiser below would write its count into it.
  if fitting.isEmpty { return [] }
  return unsafe [Element](unsafeUninitializedCapacity: fitting.count) { buffer, count in
    // `Element` is a class, so its values are references, one word each, as in `objects`.
    unsafe buffer.withMemoryRebound(to: AnyObject.self) { references in
      count = unsafe references.initialize(fromContentsOf: fitting)
    }
  }
}

/// Builds a dictionary of a class from objects that are known to be instances of it, as
/// `nativeArray` does.
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
