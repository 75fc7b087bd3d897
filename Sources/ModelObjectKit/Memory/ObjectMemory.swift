#if !PublicSymbols
import ModelObjectEssentials

/// The memory of an object that the caller keeps alive.
///
/// A mapping keeps an object alive while it writes one property after another: there is no need to
/// retain it for each of them.
@safe struct ObjectMemory {
  fileprivate let base: UnsafeMutableRawPointer

  /// The caller keeps the object alive for as long as the memory is used.
  init(_ object: AnyObject) {
    unsafe base = Unmanaged.passUnretained(object).toOpaque()
  }

  /// The memory that is left of an address; for this room only.
  init(address: UnsafeMutableRawPointer) { unsafe base = address }

  /// The object whose memory it is.
  var object: AnyObject {
    // The caller keeps the object alive.
    unsafe Unmanaged<AnyObject>.fromOpaque(base).takeUnretainedValue()
  }

  /// The address of a stored property; for this room only.
  @_transparent
  func place(_ offset: Int) -> UnsafeMutableRawPointer {
    // An offset that the runtime gave lies in the object.
    unsafe base + offset
  }
}

extension Slot {
  /// Replaces the value that an object holds; the old one is released.
  ///
  /// The release comes last: a `deinit` may read the property, or set it.
  @_transparent
  func write(_ value: Value, in memory: ObjectMemory) {
    // The offset and the type come from the runtime; the caller keeps the object alive.
    let place = unsafe (memory.base + offset).assumingMemoryBound(to: Value.self)
    let old = unsafe place.move()
    unsafe place.initialize(to: value)
    extendLifetime(old)
  }

  /// The value that an object holds.
  @_transparent
  func read(from memory: ObjectMemory) -> Value {
    // The offset and the type come from the runtime; the caller keeps the object alive.
    unsafe (memory.base + offset).assumingMemoryBound(to: Value.self).pointee
  }
}

extension ObjectMemory {
  /// Calls a closure with the memory of an object, which is kept alive until the closure ends.
  @_transparent
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
  @_transparent
  func borrow<Result>(from memory: ObjectMemory, _ body: (borrowing Value) -> Result) -> Result {
    // The offset and the type come from the runtime; the caller keeps the object alive.
    unsafe body(memory.place(offset).assumingMemoryBound(to: Value.self).pointee)
  }
}
#endif
