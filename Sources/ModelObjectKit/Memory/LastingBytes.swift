/// A copy of bytes that stays where it is.
///
/// A view of bytes is good for one call; a tool that shows an archive reads it in several.
@safe final class LastingBytes {
  private let memory: UnsafeMutableRawBufferPointer

  init(_ bytes: ByteView) {
    unsafe memory = .allocate(byteCount: bytes.count, alignment: 1)
    // There is room for so many bytes, and the view is alive.
    unsafe memory.copyMemory(from: bytes.buffer)
  }

  deinit {
    // No other code frees it.
    unsafe memory.deallocate()
  }

  /// The bytes; what uses the view keeps this object alive.
  var view: ByteView { unsafe ByteView(UnsafeRawBufferPointer(memory)) }
}
