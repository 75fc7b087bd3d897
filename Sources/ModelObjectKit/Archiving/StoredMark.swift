extension Misfit {
  /// A part of an archive that doesn't belong to the format ends the reading.
  static var damaged: Misfit { .stopped }
}

/// A value of an archive with its mark read; an article describes the marks.
///
/// The marks of elements in arrays and dictionaries aren't read yet.
enum StoredMark {
  /// No value.
  case absent
  /// The number of an object, or `noObject`.
  case object(Int)
  case objects([Int])
  /// The value in an optional of an optional.
  indirect case some(StoredMark)
  /// The text of a value that property lists can't hold.
  case special(ArchiveFormat.Tag, String)
  /// Any other value; the keys of a dictionary still have their marks.
  case plain(Input)

  /// Whether a string or key is one of the format's own.
  static func isMarked(_ text: String) -> Bool {
    let mark = ArchiveFormat.markByte
    return text.utf8.first == mark && text.utf8.dropFirst().first != mark
  }

  /// An ordinary string, without the mark that was added to it.
  static func unmarked(_ text: String) -> String {
    guard text.utf8.first == ArchiveFormat.markByte else { return text }
    return String(text.unicodeScalars.dropFirst())
  }

  /// An ordinary string as it is written: with one more mark if it begins with one.
  static func marked(_ text: String) -> String {
    text.utf8.first == ArchiveFormat.markByte ? ArchiveFormat.mark + text : text
  }
}
