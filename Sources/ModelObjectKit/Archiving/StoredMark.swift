/// What one value of an archive says; the article on the format explains the marks.
///
/// What stands in an array or a dictionary still bears its own mark.
enum StoredMark {
  case null
  /// A null that is a value by itself.
  case nullObject
  /// No value.
  case absent
  /// A text of the user's.
  case text(String)
  case number(Number)
  /// The number of an object, or the one for none.
  case object(Int)
  case objects([Int])
  /// An optional that is not nil.
  indirect case some(StoredMark)
  /// A dictionary, by its keys as the user wrote them.
  case pairs([(key: String, value: Any)])
  /// The text of a value for which property lists have no form.
  case special(ArchiveFormat.Tag, String)
  /// A value without a mark: a truth value, a date, data, an array or a dictionary.
  case plain(Input)

  /// Whether a text or key means something, as one of the user's does not.
  static func isMarked(_ text: String) -> Bool {
    let mark = ArchiveFormat.markByte
    return text.utf8.first == mark && text.utf8.dropFirst().first != mark
  }

  /// The user's text, without the mark in front of its own.
  static func unmarked(_ text: String) -> String {
    guard text.utf8.first == ArchiveFormat.markByte else { return text }
    return String(text.unicodeScalars.dropFirst())
  }

  /// A user's text as it stands in an archive.
  static func marked(_ text: String) -> String {
    text.utf8.first == ArchiveFormat.markByte ? ArchiveFormat.mark + text : text
  }
}
