extension ClassLists {
  /// The mistakes about paths into the object of a model: an export writes that object as the model
  /// has it.
  var pathsIntoModels: [String] {
    let exported = properties.filter { !unexported.contains($0.name) }
    let models = exported.filter { $0.declared != nil }
    guard !models.isEmpty else { return [] }
    return exported.compactMap { property in
      let steps = ExportPlan.steps(to: property, .property)
      let outer = models.first { model in
        let own = ExportPlan.steps(to: model, .property)
        return own.count < steps.count && own.elementsEqual(steps.prefix(own.count))
          && !model.takes(steps[own.count])
      }
      return outer.map { model in
        "\(declaration.type).keyMapping, \"\(property.name)\": exports don't write \(steps.path), as"
          + " \(model.name) is written there. Declare a property of \(model.name), and make"
          + " \(property.name) a computed property that returns it."
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
