extension ClassLists {
  /// The mistakes about paths into the value of another property: an export writes that value there.
  ///
  /// A value that the model of the other property has itself is read by both.
  var pathsIntoModels: [String] {
    let exported = properties.filter { !unexported.contains($0.name) }
    let places = exported.map { ($0, ExportPlan.steps(to: $0, .property)) }
    return places.compactMap { property, steps in
      guard steps.count > 1 else { return nil }
      let outer = places.first { other, own in
        own.count < steps.count && own.elementsEqual(steps.prefix(own.count))
          && !(own.count == steps.count - 1 && other.takes(steps[own.count]))
      }
      return outer.map { outer, _ in
        let remedy =
          outer.declared == nil
          ? "Change \(outer.name), and make \(property.name) a computed property that reads it there."
          : "Declare a property of \(outer.name), and make \(property.name) a computed property that"
            + " returns it."
        return "\(declaration.type.shown).keyMapping, \"\(property.name)\": exports don't write"
          + " \(steps.path), as \(outer.name) is written there. \(remedy)"
      }
    }
  }
}

extension Property {
  /// Whether the model of the property has the value of a key itself.
  fileprivate func takes(_ step: PathStep) -> Bool {
    guard let declared, let key = step.name else { return false }
    return !SchemaCache.schema(of: declared).keys.find(key).isNone
  }
}
