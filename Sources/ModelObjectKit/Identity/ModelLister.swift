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

  func replace(in model: any Model) {
    for property in SchemaCache.schema(of: type(of: model)).declaration.properties
    where ModelLister.models(in: property, of: model)
      .contains(where: { successors[ObjectIdentifier($0)] != nil })
    {
      property.copy(from: model, to: model, self)
    }
  }

  func copied(_ model: any Model) -> any Model { successors[ObjectIdentifier(model)] ?? model }

  func container(insteadOf container: AnyObject, _ make: () -> AnyObject?) -> AnyObject? {
    containers.copy(of: container, make)
  }
}
