// Each value of the input becomes an `Input` here, whatever its source, with the options in force and the
// cut of the text; `.ci/rooms` checks that mappings and decoders make none elsewhere.
//
// What goes straight from the input into properties or to hooks isn't seen here: an option that changes
// values keeps these ways shut by `mapsByRules` and `handsTextAsItIs`.

extension Mapping {
  /// The input at a source; the reader is then after it, or in front of an object or array that is
  /// unread.
  func input(from source: ValueLocation) throws(Misfit) -> Input {
    switch source {
    case .null: return .null
    case .tree(let value): return input(of: value)
    case .original(let original):
      let whole = ValueLocation.tree(
        try original.origin.value(at: original.entry) ?? UnreadableValue()
      )
      let found = try follow(original.path, from: whole, original.matching)
      return try found.map { (found) throws(Misfit) in try input(from: found.source) } ?? .null
    case .text(let offset):
      reader.position = offset
      return try nextInput()
    }
  }

  /// The value at the position of the text, as `input(from:)`.
  func nextInput() throws(Misfit) -> Input { try input(at: &state.reader) }

  /// The value at the position of a reader of the text; a cut string is a `CutString`.
  func input(at reader: inout JSONReader) throws(Misfit) -> Input {
    guard state.cut.isInString else { return try reader.value() }
    _ = reader.next()
    let start = reader.position
    let input = try reader.value()
    guard isCut(at: start), case .text(let text) = input else { return input }
    return .foreign(CutString(text: text.string))
  }

  /// A value of a dictionary or a decoder, or what code has made in place of one.
  @inline(__always)
  func input(of value: Any) -> Input { Input(value) }

  /// Such a value that may be missing.
  func input(of value: Any?) -> Input { value.map { input(of: $0) } ?? .null }
}
