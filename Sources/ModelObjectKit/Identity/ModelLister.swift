/// Lists the models in properties, directly or in elements, in their order.
enum ModelLister {
  static func models(in property: Property, of model: any Model) -> [any Model] {
    guard property.contents.givesModels else { return [] }
    let collector = ModelCollector()
    property.give(from: model, to: collector)
    return collector.models
  }

  /// The models in all properties of a model.
  static func models(in model: any Model) -> [any Model] {
    SchemaCache.schema(of: type(of: model)).declaration.properties.flatMap {
      models(in: $0, of: model)
    }
  }
}
