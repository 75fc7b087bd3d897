#if !PublicSymbols
import ModelObjectEssentials

extension ObjectMemory {
  /// Calls a closure with the memory of an object, which is kept alive until the closure ends.
  @inline(__always)
  static func with<Result>(
    _ object: AnyObject,
    _ body: (ObjectMemory) throws -> Result
  ) rethrows -> Result {
    defer { extendLifetime(object) }
    return try body(ObjectMemory(object))
  }
}

extension Slot {
  /// Calls a closure with the value that an object holds, without a copy of it.
  ///
  /// The closure must not change the property.
  @inline(__always)
  func borrow<Result>(from memory: ObjectMemory, _ body: (borrowing Value) -> Result) -> Result {
    // The offset and the type come from the runtime; the caller keeps the object alive.
    unsafe body(memory.place(offset).assumingMemoryBound(to: Value.self).pointee)
  }
}
#endif
