/// A value in an archive.
enum StoredValue {
  case text(String)
  case integer(Int64)
  /// The number of an object, or `noObject`.
  case object(Int)
  case any(Any)

  /// Whether the value is marked as absent.
  var isAbsent: Bool {
    switch self {
    case .text(let text): text == ArchiveFormat.absent
    case .any(let value): value as? String == ArchiveFormat.absent
    case .integer, .object: false
    }
  }

  /// An integer of the format itself, such as a count or the number of an object.
  static func integer(_ value: Any?) -> Int? {
    guard let value, case .number(let number) = Input(value) else { return nil }
    return number.integer(as: Int.self)
  }
}
