import Foundation

/// Strings for property lists.
enum WrittenText {
  /// A string as it is written; nil if Foundation might change its bytes.
  ///
  /// Foundation stores strings that are equal in Swift, which means canonically equivalent, only
  /// once. Only one of these is in composed form, so that form is safe.
  static func written(_ text: String) -> String? {
    guard isASCII(text) || isComposed(text) else { return nil }
    return StoredMark.marked(text)
  }

  /// Only ASCII has as many code units in UTF-8 as in UTF-16, and Swift has both counts.
  private static func isASCII(_ text: String) -> Bool {
    text.utf8.count == text.utf16.count
  }

  private static func isComposed(_ text: String) -> Bool {
    if text.unicodeScalars.allSatisfy({ isAlwaysComposed($0.value) }) { return true }
    // Scalars that compose are in one character, and Foundation's time grows with the square of a
    // text's length.
    return text.allSatisfy { character in
      character.unicodeScalars.allSatisfy { isAlwaysComposed($0.value) }
        || String(character).precomposedStringWithCanonicalMapping.utf8
          .elementsEqual(character.utf8)
    }
  }

  /// Whether a scalar is in a common block whose scalars never change in composed form.
  private static func isAlwaysComposed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x300, 0x400..<0x483, 0x2010..<0x2028, 0x3041..<0x3097, 0x30A1..<0x30FB,
      0x3400..<0xA000, 0xAC00..<0xD7A4, 0xFF01..<0xFF5F, 0x1F300..<0x1FB00:
      true
    default: false
    }
  }
}
