/// The beginning of JSON text, with its certain part closed to make a whole text.
///
/// 1. A cut string is kept, up to its last whole character or escape.
/// 2. A cut number, literal or key is dropped, because more of it would make another one, and so is
///    a key without a value.
/// 3. Open objects and arrays are closed.
///
/// The kept part has the same offsets as the given text.
struct PartialText {
  /// The closed text; empty if nothing is certain.
  let text = ByteBuffer()
  /// The offsets of the open objects and arrays, outermost first.
  let open: [Int]
  /// The offset of a value that is a cut string; negative if there is none.
  let cutString: Int

  /// Reads the text once, which begins with a bracket; nil if its root is closed, so the text is
  /// complete.
  ///
  /// Throws if the text can't be the beginning of JSON.
  init?(_ bytes: ByteView) throws(Misfit) {
    // The mapping of the text checks the depth.
    var reader = JSONReader(bytes, maximumDepth: .max / 2)
    var passing = ValuePassing(from: 0)
    do throws(Misfit) {
      try passing.pass(&reader, isComplete: false)
      return nil
    } catch {
      guard case .syntax(let offset, _) = error, offset >= bytes.count else { throw error }
    }
    var open = passing.open.map(\.start)
    var end = passing.end
    var cutString = -1
    // The value with the cut; or else the end of one, or of the text.
    let cut = passing.isBehindValue ? passing.offset : bytes.indexOfText(from: passing.offset)
    if bytes.peek(cut) | 0x20 == UInt8(ascii: "{") {
      open.append(cut)
      end = cut + 1
    }
    // The reader is before the string with the cut, a key or a value.
    if bytes.peek(reader.position) == UInt8(ascii: "\"") {
      let endOfString = try bytes.endOfCutString(from: reader.position + 1)
      if reader.position == cut, !open.isEmpty { (cutString, end) = (cut, endOfString) }
    }
    (self.open, self.cutString) = (open, cutString)
    text.append(bytes[0, end])
    if cutString >= 0 { text.append(UInt8(ascii: "\"")) }
    // In ASCII, a closing bracket comes two after the opening one.
    for start in open.reversed() { text.append(bytes[start] &+ 2) }
  }

  /// A text with only the first byte of its root.
  init(beginningWith byte: UInt8) {
    open = [0]
    cutString = -1
    text.append(byte)
    text.append(byte &+ 2)
  }
}

extension ByteView {
  /// The end of the last whole character or escape of a string that is cut; its last quote if that
  /// has arrived.
  ///
  /// Any other error than the cut must have been found before, but for one in UTF-8.
  func endOfCutString(from start: Int) throws(Misfit) -> Int {
    var cut = start
    while true {
      cut = plainRun(from: cut).end
      guard peek(cut) == UInt8(ascii: "\\") else { break }
      var escape = JSONEscape(self, at: cut)
      guard (try? escape.scalar()) != nil else { break }
      cut = escape.end
    }
    guard let offset = firstInvalidUTF8(from: start, to: cut) else { return cut }
    guard cut == count, isBeginningOfScalar(from: offset) else {
      throw .syntax(offset: offset, expected: .utf8)
    }
    return offset
  }
}
