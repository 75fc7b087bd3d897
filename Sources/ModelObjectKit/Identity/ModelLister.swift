/// Lists the models in properties, directly or in elements, in their order.
enum ModelLister {
  @inline(never)
  static func models(in property: Property, of model: any Model) -> [any Model] {
    guard property.heldModels.writesModels else { return [] }
    let collector = ModelCollector()
    property.write(from: model, to: collector)
    return collector.models
  }

  /// The models in all properties of a model.
  static func models(in model: any Model) -> [any Model] {
    SchemaCache.schema(of: type(of: model)).declaration.properties.flatMap {
      models(in: $0, of: model)
    }
  }

  /// A model and all models in it, each once.
  static func all(from root: any Model) -> [any Model] {
    var all: [any Model] = []
    var seen: Set<ObjectIdentifier> = []
    var waiting = [root]
    while let model = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(model)).inserted else { continue }
      all.append(model)
      waiting += models(in: model)
    }
    return all
  }
}
