/// The beginning of JSON text, with its certain part (`Tape.record`) closed to make a whole
/// text.
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
    var tape = Tape()
    if try tape.record(&reader, isComplete: false) { return nil }
    var (open, cutString): ([Int], Int) = ([], -1)
    for index in 0..<tape.count where tape[index].isCut {
      let node = tape[index]
      if node.isContainer { open.append(node.begin) } else { cutString = node.begin }
    }
    (self.open, self.cutString) = (open, cutString)
    text.append(bytes[0, tape.end(of: 0)])
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
      cut = endOfPlainRun(from: cut)
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
