// A text that is still arriving. It has been closed where it is cut; what is known of the cut are the
// string in which it is, and the objects and arrays around it: all else is mapped as any text.
//
// 1. A cut string goes only to what keeps text.
// 2. Of an object that is open nothing is missing, it is not validated, and it waits for its tags.
// 3. What is made of a whole value, as by a transform, waits for the end of an object or array too.

extension Mapping {
  /// Makes a mapping ready for a text of which only the beginning has come.
  func begin(_ partial: PartialText) {
    state.cutString = partial.cutString >= 0 ? partial.cutString : MappingState.noOffset
    state.isOpen = true
    extras.openContainers = partial.open
    // What is open goes the full way.
    state.keysCompete = true
  }

  /// Calls a closure with a text of which only the beginning may have come, closed where it is cut.
  static func withPartialText<Result>(
    _ bytes: ByteView,
    _ kind: RootKind,
    _ body: (ByteView, PartialText?) throws -> Result
  ) throws -> Result {
    var partial: PartialText?
    do throws(Misfit) {
      partial = try PartialText(bytes)
    } catch {
      guard case .syntax(let offset, let expected) = error else { throw ModelError(.malformedJSON) }
      throw bytes.syntaxError(at: offset, expected)
    }
    guard var partial else { return try body(bytes, nil) }
    if partial.root == 0 { partial = PartialText(beginningWith: kind.bracket) }
    guard partial.root == kind.bracket else { throw kind.error(beginningWith: partial.root) }
    return try partial.text.with { try body($0, partial) }
  }

  /// Whether an offset is that of a string that is cut.
  @inline(__always)
  func isCut(at offset: Int) -> Bool { offset == state.cutString }

  /// Whether the end of the object or array that begins at an offset has not come yet.
  func isOpen(at offset: Int) -> Bool {
    guard state.isOpen, let open = state.extras?.openContainers else { return false }
    var (low, high) = (0, open.count)
    while low < high {
      let middle = (low + high) / 2
      if open[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low < open.count && open[low] == offset
  }

  /// Whether the value at an offset may go to a property as it is: one that is whole, or a cut
  /// string where text is kept.
  @inline(__always)
  func goesDirectly(_ offset: Int, to slot: DirectSlot) -> Bool {
    guard state.isOpen else { return true }
    return isCut(at: offset) ? slot.takesText : !isOpen(at: offset)
  }

  func isUnfinished(_ input: Input) -> Bool {
    guard state.isOpen else { return false }
    switch input {
    case .object(.unread), .array(.unread): return isOpen(at: reader.position)
    default: return input.isCutString
    }
  }

  /// Maps an object whose end has come, inside of one whose end has not, as any other.
  func whole<Value>(_ body: () throws(Misfit) -> Value) throws(Misfit) -> Value {
    let outer = (state.isOpen, state.keysCompete)
    (state.isOpen, state.keysCompete) = (false, false)
    defer { (state.isOpen, state.keysCompete) = outer }
    return try body()
  }

  /// The input at hand, as the reader has it; text that is cut as such.
  func value() throws(Misfit) -> Input {
    guard state.cutString != MappingState.noOffset else { return try reader.value() }
    _ = reader.next()
    let start = reader.position
    let input = try reader.value()
    guard isCut(at: start), case .text(let text) = input else { return input }
    return .foreign(CutString(text: text.string))
  }
}

extension ObjectUnderWay {
  /// Whether a pair waits for the end of its value: of a text that is cut a hook is told only where
  /// all that the key feeds keeps text.
  func isWaiting(at place: Int) -> Bool {
    let pair = pairs.list[place]
    guard mapping.isCut(at: pair.value) else { return false }
    guard pair.number >= 0 else { return schema.unknownKeys?.keeps(key(at: place)) != true }
    let targets = keys.targets(of: pair.number)
    return targets.isEmpty
      || !targets.allSatisfy { target in
        let property = schema.properties[target.property]
        return target.path.isEmpty && property.terms.transform == nil && property.rules.keepsText
      }
  }
}

extension RootKind {
  fileprivate var bracket: UInt8 {
    self == .object ? UInt8(ascii: "{") : UInt8(ascii: "[")
  }

  /// What a scalar is that begins with a byte; more of it may not be there yet.
  private static func kind(beginningWith byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): "a String"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "a Bool"
    case UInt8(ascii: "n"): "null"
    default: "a number"
    }
  }

  fileprivate func error(beginningWith byte: UInt8) -> ModelError {
    switch byte {
    case UInt8(ascii: "{"): error(.object(.unread), at: "")
    case UInt8(ascii: "["): error(.array(.unread), at: "")
    default:
      ModelError(
        .notAnObject,
        message: "expected \(self == .object ? "an object" : "an array"),"
          + " found \(Self.kind(beginningWith: byte))"
      )
    }
  }
}
