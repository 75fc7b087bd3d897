/// The value in an `Any` whose dynamic type is known to be exactly `Value`, without a cast.
///
/// Nil where the type differs. Casts from `Any` try bridges and optionals and take ten times as
/// long; this reads the value where the existential container holds it. Only for types that lie
/// inline in the container: three words at most.
func payload<Value>(of any: borrowing Any, as type: Value.Type) -> Value? {
  guard Swift.type(of: any) == type, MemoryLayout<Value>.size <= inlineSize else { return nil }
  return unsafe withUnsafeBytes(of: any) { bytes in
    // The dynamic type was compared above, and a value of three words or less stands first.
    unsafe bytes.load(as: Value.self)
  }
}

/// The object in an `Any` that holds a class instance; nil where it holds something else.
func reference(in any: borrowing Any) -> AnyObject? {
  guard Swift.type(of: any) is AnyClass else { return nil }
  return unsafe withUnsafeBytes(of: any) { bytes in
    // A class instance is one word, a reference, at the start of the container.
    unsafe bytes.load(as: AnyObject.self)
  }
}

private var inlineSize: Int { 3 * MemoryLayout<UInt>.size }

/// Identifies what a copy-on-write container points to: two equal marks at one time mean that the
/// contents are the same without looking at them.
struct StorageMark: Equatable {
  private let word: UInt

  init<Element>(_ array: [Element]) {
    // An array is one word: the address of its storage.
    unsafe word = unsafeBitCast(array, to: UInt.self)
  }

  init(_ dictionary: [String: Any]) {
    // As above.
    unsafe word = unsafeBitCast(dictionary, to: UInt.self)
  }
}

/// Builds an array of a class from objects that are known to be instances of it.
///
/// The array's storage is made for `Element` itself, never bridged or cast: on Apple's systems the
/// optimiser relies on that. An object of another class is left out.
func nativeArray<Element>(of type: Element.Type, from objects: [AnyObject]) -> [Element] {
  guard let elementClass = Element.self as? AnyClass else { return [] }
  let fitting =
    objects.allSatisfy { isInstance($0, of: elementClass) }
    ? objects : objects.filter { isInstance($0, of: elementClass) }
  return unsafe [Element](unsafeUninitializedCapacity: fitting.count) { buffer, count in
    // `Element` is a class, so its values are references, one word each, as in `objects`.
    unsafe buffer.withMemoryRebound(to: AnyObject.self) { references in
      count = unsafe references.initialize(fromContentsOf: fitting)
    }
  }
}
