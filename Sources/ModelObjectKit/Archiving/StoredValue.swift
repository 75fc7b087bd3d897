/// A value as the archive holds it.
enum StoredValue {
  case text(String)
  case integer(Int64)
  /// The number of an object, or the one for none.
  case object(Int)
  case any(Any)

  /// Whether this says that there is no value.
  var isAbsent: Bool {
    switch self {
    case .text(let text): text == ArchiveFormat.absent
    case .any(let value): value as? String == ArchiveFormat.absent
    case .integer, .object: false
    }
  }

  /// An integer that is no value of the user's.
  static func integer(_ value: Any?) -> Int? {
    guard let value, case .number(let number) = Input(value) else { return nil }
    return number.integer(as: Int.self)
  }
}
