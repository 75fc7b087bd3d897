/// A string that is not counted, like `Borrowed`.
@safe struct BorrowedText {
  private let bits: (UInt, UInt)

  /// The caller keeps the string alive until another one takes the place of this value.
  init(_ text: String) {
    // Two words, whose meaning doesn't matter: they only become the same string again.
    unsafe bits = unsafeBitCast(text, to: (UInt, UInt).self)
  }

  @inline(__always)
  func isSame(as other: String) -> Bool {
    let others = unsafe unsafeBitCast(other, to: (UInt, UInt).self)
    if bits == others { return true }
    // The string is alive, as the code that put it here promises.
    return unsafe unsafeBitCast(bits, to: String.self) == other
  }
}

/// A reference that is not counted.
///
/// The code that puts an object in keeps it alive until another one is put there. Counting
/// references would cost each value that passes through a hook as much as mapping it.
@safe struct Borrowed<Object: AnyObject> {
  private let reference: Unmanaged<Object>?

  init(_ object: Object?) {
    unsafe reference = object.map { unsafe Unmanaged.passUnretained($0) }
  }

  var object: Object? {
    // The code that put the object here keeps it alive.
    unsafe reference?.takeUnretainedValue()
  }

  /// Calls a closure with the object, if there is one.
  @inline(__always)
  func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result? {
    // The code that put the object here keeps it alive until after the closure. The plain call
    // retains it: 5 percent more instructions for a class with a hook on each pair.
    #if PublicSymbols
    try object.map(body)
    #else
    unsafe try reference?._withUnsafeGuaranteedRef { try body($0) }
    #endif
  }
}
