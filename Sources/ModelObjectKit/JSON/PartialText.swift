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
  /// The first byte of the root; zero if it hasn't arrived.
  let root: UInt8

  /// Reads the text once; nil if its root is closed, so the text is complete.
  ///
  /// Throws if the text can't be the beginning of JSON.
  init?(_ bytes: ByteView) throws(Misfit) {
    var search = CutSearch(bytes)
    guard try search.findCut() else { return nil }
    open = search.open
    cutString = search.cutString
    root = search.root
    text.append(bytes[0, search.end])
    if cutString >= 0 { text.append(UInt8(ascii: "\"")) }
    close(bytes)
  }

  /// A text with only the first byte of its root.
  init(beginningWith byte: UInt8) {
    open = [0]
    cutString = -1
    root = byte
    text.append(byte)
    text.append(byte &+ 2)
  }

  private func close(_ bytes: ByteView) {
    // In ASCII, a closing bracket comes two after the opening one.
    for start in open.reversed() { text.append(bytes[start] &+ 2) }
  }
}

/// The search for the end of the certain part.
private struct CutSearch {
  private var reader: JSONReader
  private(set) var open: [Int] = []
  /// The end of the certain part.
  private(set) var end = 0
  private(set) var cutString = -1
  private(set) var root: UInt8 = 0
  /// Whether a key is being read.
  private var isAtKey = false

  init(_ bytes: ByteView) {
    // The mapping of the text checks the depth.
    reader = JSONReader(bytes, maximumDepth: .max / 2)
  }

  /// Reads the part of the root that has arrived; false if that is all of it.
  mutating func findCut() throws(Misfit) -> Bool {
    do throws(Misfit) {
      try passRoot()
      return false
    } catch {
      guard case .syntax(let offset, _) = error, offset >= reader.bytes.count else { throw error }
      if reader.bytes.peek(reader.position) == UInt8(ascii: "\"") { try endString() }
      return true
    }
  }

  private mutating func passRoot() throws(Misfit) {
    root = reader.next()
    while true {
      let first = reader.next()
      switch first {
      case UInt8(ascii: "\""): _ = try reader.string()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(reader.position)
        end = reader.position + 1
        if try reader.open(closing: first &+ 2) {
          if first == UInt8(ascii: "{") { try passKey() }
          continue
        }
        open.removeLast()
      default: try reader.skipWordOrNumber(first, isComplete: false)
      }
      if try !passEnds() { return }
    }
  }

  /// Moves to the next value; false at the end of the root.
  private mutating func passEnds() throws(Misfit) -> Bool {
    end = reader.position
    while let start = open.last {
      let byte = reader.bytes[start]
      if try reader.hasMore(closing: byte &+ 2) {
        if byte == UInt8(ascii: "{") { try passKey() }
        return true
      }
      open.removeLast()
      end = reader.position
    }
    return false
  }

  private mutating func passKey() throws(Misfit) {
    isAtKey = true
    _ = try reader.key()
    isAtKey = false
  }

  /// Finds the end of the last whole character or escape of the cut string or key at the position.
  private mutating func endString() throws(Misfit) {
    let cut = try reader.bytes.endOfCutString(from: reader.position + 1)
    guard !isAtKey, !open.isEmpty else { return }
    cutString = reader.position
    end = cut
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
      throw .syntax(offset: offset, expected: "UTF-8")
    }
    return offset
  }
}
