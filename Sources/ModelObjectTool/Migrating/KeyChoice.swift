import ModelObjectKit

/// Which keys have to be listed, and the style of exports with which these are fewest.
struct KeyChoice {
  let style: KeyStyle

  init(_ plans: [ModelPlan], _ migration: Migration) {
    if migration.coders.writesSnakeCase, plans.allSatisfy({ $0.library.name == "Codable" }) {
      style = .snakeCase
      return
    }
    style = .cheapest { style in
      plans.reduce(0) { $0 + Self.listed(of: $1, style: style, in: migration).count }
    }
  }

  struct Listed {
    let property: String
    /// The code of the keys.
    let code: String
  }

  /// The entries of `keyMapping`: keys that no rule gives, and those that exports would spell in
  /// another way.
  static func listed(of plan: ModelPlan, style: KeyStyle, in migration: Migration) -> [Listed] {
    var listed: [Listed] = []
    var named: Set<String> = []
    func isGiven(_ key: ModelPlan.Key) -> Bool {
      guard let plain = key.plain, SwiftName.folds(key.property, to: plain) else { return false }
      if plan.exportsNames, !migration.exportsMappedKeys { return true }
      // A struct is exported in the style of the class around it, or alone by its names.
      return style.key(of: key.property) == plain && (!plan.staysStruct || key.property == plain)
    }
    // A key that is listed for one property is no other's, unless that lists it, too.
    let taken = Set(plan.keys.filter { !isGiven($0) }.compactMap(\.plain))
    for key in plan.keys where migration.property(key.property, of: plan) != nil {
      guard named.insert(key.property).inserted else { continue }
      if isGiven(key), key.plain == key.property || !taken.contains(key.plain ?? "") { continue }
      let code = key.codes.count == 1 ? key.codes[0] : "[\(key.codes.joined(separator: ", "))]"
      listed.append(Listed(property: key.property, code: code))
    }
    guard !plan.library.mapsNamedOnly else { return listed }
    // A property without an entry was written by its name.
    for property in plan.properties
    where !named.contains(property.name) && !plan.ignored.contains(property.name)
      && !(property.isFixed && !plan.library.mapsConstants)
      && style.key(of: property.name) != property.name
    {
      let code = SwiftLiteral.text(property.name)
      listed.append(Listed(property: property.name, code: code))
    }
    return listed
  }
}
