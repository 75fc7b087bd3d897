import ModelObjectKit

// What the methods of a library say of a model.
extension ObjectiveCMigration {
  func map(_ model: ObjectiveCModel) {
    if model.isJSONModel { model.required = model.properties.filter(isRequired).map(\.name) }
    for (file, method) in model.entry.methods {
      let own = model.isJSONModel ? ObjectiveCRule.ofJSONModel[method.selector] : nil
      let mover = ObjectiveCMethodMover(migration: self, model: model, file: file, method: method)
      if let rule = own ?? ObjectiveCRule.bySelector[method.selector] {
        mover.apply(rule)
      } else if ObjectiveCRule.inherited.contains(method.selector) {
        mover.takeInherited()
      } else if method.selector == "init" {
        mover.takeInitializer()
      } else {
        mover.leave()
      }
    }
    takeSetups(model)
    // A superclass that makes everything optional does so for its subclasses.
    if isAllOptional(model) { model.required = [] }
    model.required.removeAll { model.ignored.contains($0) }
  }

  private func isRequired(_ property: ObjectiveCModel.Property) -> Bool {
    guard let type = property.source.type else { return false }
    return !type.protocols.contains("Optional") && !type.protocols.contains("Ignore")
      && !property.source.has("readonly")
  }

  private func isAllOptional(_ model: ObjectiveCModel) -> Bool {
    ([model.name] + base.ancestors(of: model.name).names).contains { name in
      guard let (file, method) = base.classes[name]?.method(["propertyIsOptional:"]) else {
        return false
      }
      let body = method.body..<method.tokens.upperBound
      return base.files[file].compact(body) == "{returnYES;}"
    }
  }

  /// `[Tag mj_setupObjectClassInArray:^NSDictionary *{ return @{…}; }]`, in any file.
  private func takeSetups(_ model: ObjectiveCModel) {
    for (index, place) in base.setups[model.name] ?? [] {
      let file = base.files[index]
      let name = file[place].text
      guard let rule = ObjectiveCRule.setups[name] else { continue }
      var brace = place + 2
      while brace < place + 12, file[brace].text != "{" { brace += 1 }
      let method = ObjectiveCMethod(
        selector: name,
        isStatic: true,
        tokens: place..<min(max(file.after(brace), place + 1), file.tokens.count),
        body: brace
      )
      ObjectiveCMethodMover(migration: self, model: model, file: index, method: method)
        .takeSetup(rule)
    }
  }
}
