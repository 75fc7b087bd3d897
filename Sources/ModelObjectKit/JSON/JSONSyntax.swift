extension ByteView {
  /// The error for text that isn't JSON, with the line and column in an editor.
  ///
  /// The text may be a part of a longer one that begins at the given position.
  func syntaxError(
    at offset: Int,
    _ expected: Expected,
    behind start: TextPosition? = nil
  ) -> ModelError {
    let before = self[0, min(offset, count)]
    var position = start ?? TextPosition()
    position.pass(before)
    // A part may begin within a grapheme, so its scalars are counted.
    let column = start == nil ? String(before.lastLine).count : position.column
    return ModelError(
      .malformedJSON,
      message:
        "line \(position.line + 1), column \(column + 1): expected \(expected.rawValue), found "
        + found(at: offset, isPart: start != nil)
    )
  }

  /// The description of an unexpected byte, in a text or a part of one.
  private func found(at offset: Int, isPart: Bool) -> String {
    guard offset < count else { return "the end" }
    let rest = String(self[offset, min(offset + 16, count)])
    let byte = self[offset]
    switch byte {
    case 0x0A: return "the end of the line"
    case 0x0D where peek(offset + 1) == 0x0A: return "the end of the line"
    case 0x09: return "a tab"
    case ..<0x20, 0x7F: return "a control character"
    case ..<0x80:
      // The letters of a word, such as `NaN`, or if there is no letter, one character.
      let word = rest.unicodeScalars.prefix { $0.isASCII && $0.properties.isAlphabetic }
      return "'\(Substring(word.isEmpty ? rest.unicodeScalars.prefix(1) : word))'"
    default: break
    }
    guard let character = rest.first, let scalar = rest.unicodeScalars.first, scalar != "\u{FFFD}"
    else { return "a broken character" }
    // The part may end within a grapheme.
    return isPart ? "'\(scalar)'" : "'\(character)'"
  }
}
