/// A small table of objects that live forever, read without a lock.
///
/// It forgets: a place holds what was stored there last, so the reader checks what it gets.
@safe struct ImmortalTable<Value: AnyObject & Sendable>: Sendable {
  private let words = HintTable(count: 512)

  /// Calls a closure with what was stored last in the place that belongs to the key.
  ///
  /// The object is not retained for it: it lives forever, and threads that count references to one
  /// object wait for one another.
  @inline(__always)
  func with<Result>(_ key: ObjectIdentifier, _ body: (Value) -> Result?) -> Result? {
    let word = words[Self.place(of: key)]
    guard word != -1, let address = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    // The word came from `store`, which made the object immortal before it published it.
    return unsafe Unmanaged<Value>.fromOpaque(address)._withUnsafeGuaranteedRef { body($0) }
  }

  /// Puts an object, which from then on is never freed, in the place that belongs to the key.
  func store(_ value: Value, for key: ObjectIdentifier) {
    // The extra retain is never given back: that is what makes reading without a lock safe.
    let address = unsafe Unmanaged.passRetained(value).toOpaque()
    words[Self.place(of: key)] = Int(bitPattern: address)
  }

  private static func place(of key: ObjectIdentifier) -> Int {
    let mixed = UInt64(UInt(bitPattern: key)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 55)
  }
}
