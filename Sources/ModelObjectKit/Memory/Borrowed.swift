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
