import ModelObjectKit

/// The spelling of keys in exports.
typealias KeyStyle = ExportOptions.KeyStyle

extension KeyStyle {
  /// All key styles, in the order in which they are proposed.
  static let all: [KeyStyle] = [.property, .snakeCase, .pascalCase, .kebabCase, .camelCase]

  /// The name of the case.
  var name: String { "\(self)" }
}
