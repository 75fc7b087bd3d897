/// Lists the models in properties, directly or in elements, in their order.
enum ModelLister {
  static func models(in property: Property, of model: any Model) -> [any Model] {
    guard property.shape.contents.givesModels else { return [] }
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

/// Replaces models by their successors in the properties of objects.
final class ModelReplacer: ModelCopier {
  private let successors: [ObjectIdentifier: any Model]

  init(_ successors: [ObjectIdentifier: any Model]) {
    self.successors = successors
  }

  /// Replaces the models that an object holds; the object is saved before it is changed.
  func replace(in model: any Model, _ undoList: UndoList) {
    let properties = SchemaCache.schema(of: type(of: model)).declaration.properties.filter {
      ModelLister.models(in: $0, of: model).contains { successors[ObjectIdentifier($0)] != nil }
    }
    guard !properties.isEmpty else { return }
    undoList.save(model)
    for property in properties { property.copy(from: model, to: model, self) }
  }

  func copied(_ model: any Model) -> any Model { successors[ObjectIdentifier(model)] ?? model }
}
