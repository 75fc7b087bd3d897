import ModelObjectEssentials

extension Input {
  /// A value of a dictionary: of a Swift or Foundation type, or an optional.
  init(_ any: Any) {
    if let text = payload(of: any, as: String.self) {
      self = .text(.string(text))
    } else if let integer = payload(of: any, as: Int.self) {
      self = .number(.signed(Int64(integer)))
    } else if let bool = payload(of: any, as: Bool.self) {
      self = .bool(bool)
    } else if let double = payload(of: any, as: Double.self) {
      self = .number(.double(double))
    } else if let items = payload(of: any, as: [Any].self) {
      self = .array(.tree(items))
    } else if let pairs = payload(of: any, as: [String: Any].self) {
      self = .object(.tree(pairs))
    } else if let object = reference(in: any) {
      self = Self.foundation(object) ?? .foreign(any)
    } else if let nested = nestedAny(in: any) {
      self.init(nested)
    } else if holds(AnyHashable.self, any), let hashable = any as? AnyHashable {
      self.init(hashable.base)
    } else {
      self = Self.lessCommon(any) ?? .foreign(any)
    }
  }

  /// An optional value of a dictionary.
  init(_ any: Any?) {
    if let any { self.init(any) } else { self = .null }
  }

  /// Foundation reads some integers at the edge of their range as decimals.
  static func foundationNumber(_ decimal: Decimal) -> Number {
    let integer = ByteView.with(decimal.description) {
      DecimalText($0)?.whole?.integer(as: Int64.self)
    }
    return integer.map { .signed($0) } ?? .decimal(decimal)
  }

  private static func lessCommon(_ any: Any) -> Input? {
    switch any {
    case let value as any BinaryInteger:
      Int64(exactly: value).map { .number(.signed($0)) }
        ?? UInt64(exactly: value).map { .number(.unsigned($0)) }
        ?? ByteView.with(String(describing: value)) { DecimalText($0)?.decimal }
        .map { .number(.decimal($0)) }
    case let value as Float: .number(.float(value))
    case let value as Decimal: .number(.decimal(value))
    case let value as Substring: .text(.string(String(value)))
    case let value as Character: .text(.string(String(value)))
    case let value as any OptionalType: Input(value.wrappedValue)
    case let value as any Container:
      value.elements.map { .array(.tree($0)) }
        ?? value.pairs.flatMap { object($0, keyType: type(of: value).keyType) }
    default: foundationNumber(any)
    }
  }

  /// A dictionary as an object: if its keys are of one type, all pairs or none; else the pairs
  /// whose keys fit.
  private static func object(_ pairs: [(Any, Any)], keyType: Any.Type?) -> Input? {
    let (fitting, areAll) = self.pairs(pairs)
    let hasAnyKeys = keyType == AnyHashable.self || keyType is AnyClass
    return areAll || hasAnyKeys ? .object(.tree(fitting)) : nil
  }

  /// The pairs whose keys are strings, numbers or `UUID`, with the keys as text, and whether all
  /// fit.
  ///
  /// Of keys with the same text, a string counts, whatever their order.
  static func pairs(_ pairs: [(Any, Any)]) -> (fitting: [String: Any], areAll: Bool) {
    var (strings, dictionary): ([String: Any], [String: Any]) = ([:], [:])
    var areAll = true
    for (key, value) in pairs {
      let base = (key as? AnyHashable)?.base ?? key
      switch Input(Unknown.rawValue(of: base) ?? base) {
      case .text(let text): strings[text.string] = value
      case .number(let number):
        if let text = number.text { dictionary[text] = value } else { areAll = false }
      case .foreign(let id as UUID): dictionary[id.uuidString] = value
      default: areAll = false
      }
    }
    return (dictionary.isEmpty ? strings : dictionary.merging(strings) { $1 }, areAll)
  }
}
