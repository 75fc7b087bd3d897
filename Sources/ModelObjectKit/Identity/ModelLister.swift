/// Lists the models that a property holds, by itself or in its elements, in their order.
final class ModelLister: ModelCopier {
  let stack = StackGuard()
  private var models: [any Model] = []

  static func models(in property: Property, of model: any Model) -> [any Model] {
    guard property.rules.contents.givesModels else { return [] }
    let lister = ModelLister()
    property.give(from: model, to: ModelCollector(lister))
    return lister.models
  }

  func copied(_ model: any Model) -> any Model {
    models.append(model)
    return model
  }

  func container(insteadOf container: AnyObject, _ make: () -> AnyObject?) -> AnyObject? { nil }
}

/// Replaces models by their successors in the properties of objects.
final class ModelReplacer: ModelCopier {
  let stack = StackGuard()
  private let successors: [ObjectIdentifier: any Model]
  private lazy var containers = CopiedContainers()

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

  func container(insteadOf container: AnyObject, _ make: () -> AnyObject?) -> AnyObject? {
    containers.copy(of: container, make)
  }
}
