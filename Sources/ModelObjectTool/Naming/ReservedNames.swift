extension SwiftName {
  /// Names that generated classes can't have: they would hide other types, or mean something in
  /// Swift.
  static let reservedClassNames: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Class", "Data", "Date", "DateOptions", "Decimal",
    "Dictionary", "Double", "Error", "Float", "Int", "JSONKey", "KeyMatching", "Locale",
    "MappingOptions", "ModelError", "ModelObject", "ModelObjectKit", "ModelValue", "Never",
    "Optional", "PropertyAccessor", "PropertyTransform", "Protocol", "Self", "Set", "String",
    "Subclasses", "Task", "TimeZone", "Type", "URL", "UUID", "Void",
  ]

  static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
