extension ByteView {
  /// Calls a closure with the bytes folded as keys are compared: ASCII letters in lower case,
  /// `_`, `-` and space dropped.
  ///
  /// The closure is not called if a byte is not ASCII, which needs more than bytes to fold, or
  /// where more than `limit` bytes are left: no property has such a name, so a key of any length
  /// costs no more than that.
  func withFolded<Result>(limit: Int, _ body: (ByteView) -> Result) -> Folding<Result> {
    // The buffer is used in the closure only; each index is held below `limit`.
    unsafe withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { buffer in
      var length = 0
      for offset in 0..<count {
        let byte = self[offset]
        if KeyMatching.isSeparator(byte) { continue }
        guard byte < 0x80 else { return .needsUnicode }
        guard length < limit else { return .tooLong }
        let isUppercase = byte &- UInt8(ascii: "A") < 26
        unsafe buffer[length] = isUppercase ? byte | 0x20 : byte
        length &+= 1
      }
      return unsafe .folded(body(ByteView(UnsafeRawBufferPointer(rebasing: buffer[..<length]))))
    }
  }

  /// The result of folding.
  enum Folding<Result> {
    case folded(Result)
    case tooLong
    case needsUnicode
  }
}
