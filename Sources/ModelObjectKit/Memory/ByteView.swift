/// A view of bytes that other code owns: JSON text, or the UTF-8 of a string.
///
/// The code that makes a view keeps the bytes alive and unchanged while the view is in use; views
/// are made for the length of one call and never stored in a model. Every access checks its bounds,
/// so no offset, however it was computed, reads outside the bytes.
@safe struct ByteView {
  /// For this room only.
  let base: UnsafeRawPointer
  let count: Int

  /// The caller keeps the buffer alive for as long as the view is used.
  init(_ buffer: UnsafeRawBufferPointer) {
    // An empty buffer may have no address: any address serves a view of no bytes.
    unsafe base = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    count = buffer.count
  }

  /// The bytes as the standard library takes them; for this room only.
  var buffer: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: count) }

  /// A part of another view.
  private init(base: UnsafeRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// A view of no bytes.
  static var empty: ByteView { unsafe ByteView(UnsafeRawBufferPointer(start: nil, count: 0)) }

  /// Whether there is a byte at an offset.
  @_transparent
  func isInside(_ offset: Int) -> Bool { UInt(bitPattern: offset) < UInt(bitPattern: count) }

  /// The byte at an offset, which must lie inside.
  subscript(offset: Int) -> UInt8 {
    precondition(isInside(offset), "outside of the bytes")
    // The bounds were checked in the line above.
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// The byte at an offset, or zero outside: no token of any text begins with a zero byte.
  @_transparent
  func peek(_ offset: Int) -> UInt8 {
    guard isInside(offset) else { return 0 }
    // The bounds were checked in the line above.
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// The part from `start` up to, not including, `end`.
  subscript(start: Int, end: Int) -> ByteView {
    precondition(start >= 0 && start <= end && end <= count, "outside of the bytes")
    // The bounds were checked in the line above.
    return unsafe ByteView(base: base + start, count: end - start)
  }

  /// The eight bytes from an offset on, the first one lowest.
  func word(at offset: Int) -> UInt64 {
    precondition(isInside(offset) && offset &+ 8 <= count, "outside of the bytes")
    // The bounds were checked in the line above; any bits are a UInt64.
    return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The eight bytes from an offset on, which the caller knows to lie inside; for this room only.
  @_transparent
  @unsafe func uncheckedWord(at offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The two bytes from an offset on, the first one lowest.
  @_transparent
  func pair(at offset: Int) -> UInt16 {
    precondition(isInside(offset) && offset &+ 2 <= count, "outside of the bytes")
    // The bounds were checked in the line above; any bits are a UInt16.
    return unsafe UInt16(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// The four bytes from an offset on, the first one lowest.
  @_transparent
  func half(at offset: Int) -> UInt32 {
    precondition(isInside(offset) && offset &+ 4 <= count, "outside of the bytes")
    // The bounds were checked in the line above; any bits are a UInt32.
    return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
