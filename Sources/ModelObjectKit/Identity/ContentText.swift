extension Model {
  /// A text of what is in a model, which depends neither on addresses nor on hashes: models with equal
  /// contents have equal texts.
  ///
  /// Of the models in it no more than a number are looked at, so that it takes limited time and stack.
  func contentText() -> String { contentText(of: 64, in: []) }

  private func contentText(of count: Int, in branch: [ObjectIdentifier]) -> String {
    guard count > 0, branch.count < 8 else { return "" }
    let id = ObjectIdentifier(self)
    if let level = branch.firstIndex(of: id) { return "\(level)" }
    let properties = SchemaCache.schema(of: type(of: self)).declaration.properties
    var text = "\(type(of: self))"
    var holders: [Property] = []
    for property in properties {
      if property.heldModels.holdsModels { holders.append(property) }
      // A model that the property declares has a text of its own.
      let isModel = property.nested != nil
      text += "\n" + (isModel ? property.valueText(in: self) : ContentSink.text(of: property, self))
    }
    if holders.isEmpty { return text }
    let held = holders.map { ($0, ModelLister.models(in: $0, of: self, setOrder: .any)) }
    let part = (count - 1) / max(held.reduce(0) { $0 + $1.1.count }, 1)
    for (property, models) in held {
      var texts = models.map { $0.contentText(of: part, in: branch + [id]) }
      // Their order has a meaning in lists alone.
      if !property.shape.wrapped.isList || property.heldModels.areHashed { texts.sort() }
      text += "\n" + property.shape.typeName + texts.map { "{\($0)}" }.joined()
    }
    return text
  }
}
