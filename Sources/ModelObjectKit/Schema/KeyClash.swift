/// Two properties to which a key style gives the same key: an export can't have both.
///
/// Properties that share a key in `keyMapping` are meant to, and so is one whose name is another's key
/// there: the first with a value is written.
typealias KeyClash = (first: Property, second: Property, key: String)

extension ExportOptions.KeyStyle {
  /// The clashes among the exported properties of a class.
  func clashes(among properties: [Property]) -> [KeyClash] {
    var firsts: [String: Property] = [:]
    let (mapped, named) = (properties.filter { $0.key != nil }, properties.filter { $0.key == nil })
    return (mapped + named).compactMap { property in
      let steps = ExportPlan.steps(to: property, self)
      guard steps.count == 1, case .key(let key) = steps[0] else { return nil }
      guard let first = firsts[key] else {
        firsts[key] = property
        return nil
      }
      let isMeant = first.key != nil && (property.key != nil || property.name == key)
      return isMeant || first.name == property.name ? nil : (first, property, key)
    }
  }
}

extension ExportPlan {
  /// The error if two properties that are written have the same key.
  func clash(among isWritten: (Property) -> Bool) -> ModelError? {
    clashes.first { isWritten($0.first) && isWritten($0.second) }.map { clash in
      ModelError(
        .unsupportedValue,
        message: "\(schema.type.shown).\(clash.first.name) and \(clash.second.name) have the same"
          + " key, \"\(clash.key)\". Give one of them a key in keyMapping, or use another key style."
      )
    }
  }
}

extension ClassLists {
  /// The mistakes about properties that have the same key in a key style.
  var clashes: [String] {
    let exported = properties.filter { !unexported.contains($0.name) }
    var styles: [String: [ExportOptions.KeyStyle]] = [:]
    for style in ExportOptions.KeyStyle.all {
      for clash in style.clashes(among: exported) {
        styles["\(clash.first.name) and \(clash.second.name)", default: []].append(style)
      }
    }
    return styles.map { names, styles in
      let list = styles.map { "\($0)" }.joined(separator: ", ")
      return "\(declaration.type.shown).\(names) have the same key in exports with the key style"
        + " \(list), which throw. Give one of them a key in keyMapping."
    }
  }
}
