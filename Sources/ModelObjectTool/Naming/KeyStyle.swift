import ModelObjectKit

/// How exports spell the names of properties.
typealias KeyStyle = ExportOptions.KeyStyle

extension KeyStyle {
  /// In the order in which they are proposed.
  static let all: [KeyStyle] = [.property, .snakeCase, .pascalCase, .kebabCase, .camelCase]

  /// The name of the case.
  var name: String { "\(self)" }
}
