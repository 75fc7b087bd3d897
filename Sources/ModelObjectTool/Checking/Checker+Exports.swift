import ModelObjectKit

/// What exports lose: keys that two properties have, and paths into the values of others.
extension Checker {
  func checkExports(of model: ModelType) {
    guard model.knowsMapped, model.isWhole(.keyMapping), model.isWhole(.unexportedProperties),
      model.isWhole(.unknownKeysProperty)
    else { return }
    let unexported = model.names(.unexportedProperties)
    let keys = model.entries(.keyMapping)
    // Without knowing its keys, nothing is known about the others.
    guard keys.values.allSatisfy({ $0.keys != nil }) else { return }
    let exported = model.mapped.filter { property in
      !unexported.contains(model.name(of: property))
        && self.catalog.facts(property).isMapped != false
    }
    let places = exported.map { property in
      let name = model.name(of: property)
      return ExportedProperty(property: property, name: name, keys: keys[name]?.keys)
    }
    checkClashes(places, of: model)
    checkPaths(places, of: model)
  }

  /// In the order in which `declarationProblems()` names them.
  private static let styles: [ExportOptions.KeyStyle] = [
    .property, .snakeCase, .camelCase, .pascalCase, .kebabCase,
  ]

  private func checkClashes(_ places: [ExportedProperty], of model: ModelType) {
    var clashes: [(first: ExportedProperty, second: ExportedProperty, styles: [String])] = []
    for style in Self.styles {
      var firsts: [String: ExportedProperty] = [:]
      for place in places.filter({ $0.keys != nil }) + places.filter({ $0.keys == nil }) {
        guard let key = place.key(style) else { continue }
        guard let first = firsts[key] else {
          firsts[key] = place
          continue
        }
        let isMeant = first.keys != nil && (place.keys != nil || place.name == key)
        if isMeant || first.name == place.name { continue }
        let known = clashes.firstIndex {
          $0.first.name == first.name && $0.second.name == place.name
        }
        if let known {
          clashes[known].styles.append("\(style)")
        } else {
          clashes.append((first, place, ["\(style)"]))
        }
      }
    }
    for clash in clashes
    where [clash.first, clash.second].contains(where: { model.declares($0.property) }) {
      warn(
        at: clash.second.property.place,
        "\(model.name).\(clash.first.name) and \(clash.second.name) have the same key in exports with"
          + " the key style \(clash.styles.joined(separator: ", ")), which throw. Give one of them a key"
          + " in keyMapping."
      )
    }
  }

  /// A key path into the object of another property: an export writes that there.
  private func checkPaths(_ places: [ExportedProperty], of model: ModelType) {
    let steps = places.map { ($0, JSONKey.steps($0.keys?.first ?? $0.name, of: $0.keys != nil)) }
    for (place, path) in steps where path.count > 1 {
      let outer = steps.first { other, own in
        own.count < path.count && own.elementsEqual(path.prefix(own.count))
          && !(own.count == path.count - 1 && self.mayTake(path[own.count], other.property))
      }
      guard let (other, _) = outer,
        model.declares(place.property) || model.declares(other.property),
        let entry = model.entries(.keyMapping)[place.name]
      else { continue }
      let isModel = catalog.facts(other.property).model != nil
      warn(
        at: entry.key,
        "\(model.name).keyMapping, \"\(place.name)\": exports don't write \(place.keys?.first ?? ""), as"
          + " \(other.name) is written there. "
          + (isModel
            ? "Declare a property of \(other.name), and make \(place.name) a computed property that"
              + " returns it."
            : "Change \(other.name), and make \(place.name) a computed property that reads it there.")
      )
    }
  }

  /// Whether the model of a property has a key itself, or may have it.
  private func mayTake(_ step: String, _ property: ModelProperty) -> Bool {
    let facts = catalog.facts(property)
    guard let model = facts.model else { return facts.isMapped == nil }
    guard model.isWhole(.keyMapping), model.knowsMapped else { return true }
    let folded = FoldedKey(step)
    let keys = model.entries(.keyMapping)
    return model.mapped.contains { property in
      let name = model.name(of: property)
      guard let listed = keys[name] else { return FoldedKey(name) == folded }
      guard let keys = listed.keys else { return true }
      return keys.contains { FoldedKey(JSONKey.steps($0, of: true).first ?? "") == folded }
    }
  }
}

/// A property and where exports write it.
private struct ExportedProperty {
  let property: ModelProperty
  let name: String
  /// Those that `keyMapping` lists.
  let keys: [String]?

  /// The key in a style; nil for a path.
  func key(_ style: ExportOptions.KeyStyle) -> String? {
    guard let first = keys?.first else {
      let bare = name.drop { $0 == "_" }
      return String(name.prefix(name.count - bare.count)) + style.key(of: String(bare))
    }
    let steps = JSONKey.steps(first, of: true)
    return steps.count == 1 ? steps[0] : nil
  }
}

extension JSONKey {
  /// The steps of a listed key, or a name as the only one.
  fileprivate static func steps(_ text: String, of isListed: Bool) -> [String] {
    isListed ? JSONKey(text).steps : [text]
  }
}

extension ModelType {
  /// Whether the class itself declares a property.
  func declares(_ property: ModelProperty) -> Bool {
    own.contains { $0.place.file === property.place.file && $0.place.range == property.place.range }
  }
}
