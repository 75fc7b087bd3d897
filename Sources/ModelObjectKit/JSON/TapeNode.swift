/// A value, a key, or the end of an object or array on a `Tape`; sixteen bytes.
///
/// | bits of | 0 to 39 | 40 to 55 | 56 to 63 |
/// |---|---|---|---|
/// | `head` | where it begins | where it begins | the kind, and whether it is cut |
/// | `tail` of a value or a key | where it ends | where it ends | none |
/// | `tail` of an object or array | the index after its end | the number of parts | the number of parts |
struct TapeNode: BitwiseCopyable {
  enum Kind: UInt8 {
    case object, array
    /// A string or a key without escapes.
    case plainText
    /// A string or a key with escapes.
    case escapedText
    case number, yes, no, null
    /// The closing bracket of an object or array, or the place where it would be.
    case end
  }

  private var head: UInt64
  private var tail: UInt64

  private static let placeBits: UInt64 = 1 << 56 &- 1
  private static let indexBits: UInt64 = 1 << 40 &- 1
  private static let cut: UInt64 = 1 << 63

  /// A value without parts, a key, or an end.
  @inline(__always)
  init(_ kind: Kind, from begin: Int, to end: Int, isCut: Bool = false) {
    head = UInt64(truncatingIfNeeded: begin) | UInt64(kind.rawValue) &<< 56
    tail = UInt64(truncatingIfNeeded: end)
    if isCut { self.isCut = true }
  }

  /// An object or array.
  init(_ kind: Kind, from begin: Int, next: Int) {
    self.init(kind, from: begin, to: next)
  }

  @inline(__always)
  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: head &>> 56) & 0x7F) ?? .end }

  var isContainer: Bool { kind == .object || kind == .array }

  /// The offset of the first byte.
  var begin: Int { Int(truncatingIfNeeded: head & Self.placeBits) }

  /// The offset after the last byte of a value without parts, a key, or an end; of a string that is
  /// cut, the one after the quote that it lacks.
  var end: Int { Int(truncatingIfNeeded: tail) }

  /// A string or key, between its quotes.
  var token: JSONStringToken {
    JSONStringToken(start: begin &+ 1, end: end &- 1, hasEscapes: kind == .escapedText)
  }

  /// Whether the end of the value hasn't arrived yet.
  @inline(__always)
  var isCut: Bool {
    get { head & Self.cut != 0 }
    set { head = newValue ? head | Self.cut : head & ~Self.cut }
  }

  // MARK: Objects and arrays

  /// The index of the node after the end of an object or array.
  @inline(__always)
  var next: Int {
    get { Int(truncatingIfNeeded: tail & Self.indexBits) }
    set { tail = tail & ~Self.indexBits | UInt64(truncatingIfNeeded: newValue) & Self.indexBits }
  }

  /// The number of elements or pairs, at most 16,777,215.
  @inline(__always)
  var partCount: Int {
    get { Int(truncatingIfNeeded: tail &>> 40) }
    set {
      let count = UInt64(truncatingIfNeeded: min(newValue, 1 << 24 &- 1))
      tail = tail & Self.indexBits | count &<< 40
    }
  }
}
