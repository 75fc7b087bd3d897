/// A reference that nobody counts.
///
/// Whoever puts an object in one holds the object until something else is put there. Counting
/// references to it would cost each value that passes through a hook as much as mapping it.
@safe struct Borrowed<Object: AnyObject> {
  private let reference: Unmanaged<Object>?

  init(_ object: Object?) {
    unsafe reference = object.map { unsafe Unmanaged.passUnretained($0) }
  }

  var object: Object? {
    // Somebody holds the object: see above.
    unsafe reference?.takeUnretainedValue()
  }

  /// Calls a closure with the object, where there is one.
  @inline(__always)
  func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result? {
    // As above, and the closure ends before whoever holds the object lets it go.
    unsafe try reference?._withUnsafeGuaranteedRef { try body($0) }
  }
}
