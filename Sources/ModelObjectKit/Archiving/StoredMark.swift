/// A value of an archive with its mark read; the article on the format explains the marks.
///
/// The marks of elements in arrays and dictionaries have not been read yet.
enum StoredMark {
  case null
  /// A null in an untyped value.
  case nullObject
  /// No value.
  case absent
  /// A text of the user's.
  case text(String)
  case number(Number)
  /// The number of an object, or `noObject`.
  case object(Int)
  case objects([Int])
  /// The payload of an outer optional that is not nil.
  indirect case some(StoredMark)
  /// A dictionary with unmarked keys.
  case pairs([(key: String, value: Any)])
  /// The text of a value for which property lists have no form.
  case special(ArchiveFormat.Tag, String)
  /// A value without a mark: a boolean, a date, data, an array or a dictionary.
  case plain(Input)

  /// Whether a text or key is one of the format's own, not a user's.
  static func isMarked(_ text: String) -> Bool {
    let mark = ArchiveFormat.markByte
    return text.utf8.first == mark && text.utf8.dropFirst().first != mark
  }

  /// A user's text, without the mark that was put in front of its own.
  static func unmarked(_ text: String) -> String {
    guard text.utf8.first == ArchiveFormat.markByte else { return text }
    return String(text.unicodeScalars.dropFirst())
  }

  /// A user's text as it is written, with one more mark in front of its own.
  static func marked(_ text: String) -> String {
    text.utf8.first == ArchiveFormat.markByte ? ArchiveFormat.mark + text : text
  }
}
