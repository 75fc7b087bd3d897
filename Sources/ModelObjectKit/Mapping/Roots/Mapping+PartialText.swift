// A text of which only the beginning has arrived. `PartialText` has closed it at the cut; the
// mapping knows the string with the cut, and the objects and arrays that are open there. All else
// is mapped as in any text.
//
// 1. A cut string goes only to types that keep text.
// 2. An open object misses no keys, is not validated, and waits for its tags, unless it is the root.
// 3. Transforms, identities and user types need a complete value: a cut string, an open object or
//    an open array waits, but the root doesn't wait for its identity.
// 4. A reference to a model that hasn't arrived yet isn't an issue.

/// Where a text ends of which only the beginning has arrived; a complete text has no cut.
///
/// `Mapping.cut(to:)` sets it before the root is read.
struct TextCut {
  /// Whether the end of the object that is being read has not arrived yet.
  ///
  /// A complete object clears it (`Mapping.leaveOuter`), and behind that object it comes back.
  var isUnfinished = false
  /// The offset of the string with the cut; negative if the cut is elsewhere.
  fileprivate var string = -1
  /// The offsets of the objects and arrays whose ends have not arrived yet.
  fileprivate var openContainers: Set<Int> = []

  /// Whether the cut is in a string.
  var isInString: Bool { string >= 0 }
  /// Whether more of the input may arrive, with the models to which it refers.
  var awaitsMore: Bool { !openContainers.isEmpty }
}

extension Mapping {
  /// Sets where the mapping's text is cut.
  func cut(to partial: PartialText) {
    let open = Set(partial.open)
    state.cut = TextCut(isUnfinished: true, string: partial.cutString, openContainers: open)
  }

  /// Calls a closure with a mapping of the beginning of a text, whose open values are closed.
  ///
  /// If the value at the path hasn't arrived, or is of another kind, calls `absent`; without it, the
  /// closure with an empty object or array.
  static func withBeginning<Result>(
    of json: some JSONSource,
    _ kind: RootKind,
    at path: String?,
    options: MappingOptions?,
    absent: (() throws -> Result)? = nil,
    _ body: (Mapping) throws -> Result
  ) throws -> Result {
    let options = FixedOptions.fixed(options)
    let isWhole = path?.isEmpty ?? true
    func map(_ partial: PartialText, at path: String?) throws -> Result {
      try partial.text.with { text in
        let mapping = Mapping(text: text, at: path, options: options)
        mapping.cut(to: partial)
        return try body(mapping)
      }
    }
    return try JSONText.with(json, isComplete: false) { answer in
      guard let text = AnswerText.json(in: answer, beginningWith: isWhole ? kind.bracket : nil)
      else { return try absent?() ?? map(PartialText(beginningWith: kind.bracket), at: nil) }
      var partial: PartialText?
      do throws(Misfit) {
        partial = try PartialText(text)
      } catch {
        throw Mapping(text: text, options: options).error(for: error)
      }
      guard let partial else { return try body(Mapping(text: text, at: path, options: options)) }
      guard !isWhole || text[0] == kind.bracket else { throw kind.error(beginningWith: text[0]) }
      do {
        return try map(partial, at: path)
      } catch let error as ModelError where error.code == .unexpectedRoot && !isWhole {
        return try absent?() ?? map(PartialText(beginningWith: kind.bracket), at: nil)
      }
    }
  }

  /// Whether the cut string begins at an offset.
  @inline(__always)
  func isCut(at offset: Int) -> Bool { offset == state.cut.string }

  /// Whether the end of the object or array that begins at an offset has not arrived yet.
  func isUnfinished(at offset: Int) -> Bool {
    state.cut.isUnfinished && state.cut.openContainers.contains(offset)
  }

  /// Whether the end of an object has not arrived yet.
  func isUnfinished(_ source: ObjectSource) -> Bool {
    if case .text(let offset) = source { isUnfinished(at: offset) } else { false }
  }

  /// Whether the value at an offset may go straight into a slot: a complete value, or a cut string
  /// for a property that is a string.
  @inline(__always)
  func goesDirectly(_ offset: Int, to slot: DirectSlot) -> Bool {
    guard state.cut.isUnfinished else { return true }
    return isCut(at: offset) ? slot.isText : !isUnfinished(at: offset)
  }

  func isUnfinished(_ input: Input) -> Bool {
    guard state.cut.isUnfinished else { return false }
    switch input {
    case .object(.text(let start)), .array(.text(let start)): return isUnfinished(at: start)
    default: return input.isCutString
    }
  }
}

extension RootKind {
  fileprivate var bracket: UInt8 {
    self == .object ? UInt8(ascii: "{") : UInt8(ascii: "[")
  }

  /// The error for an object or array of which only the beginning has arrived.
  fileprivate func error(beginningWith byte: UInt8) -> ModelError {
    error(found: byte == UInt8(ascii: "{") ? "an object" : "an array")
  }
}
