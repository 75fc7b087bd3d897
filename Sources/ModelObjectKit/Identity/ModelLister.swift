/// Lists the models in properties, directly or in elements, in their order.
enum ModelLister {
  @inline(never)
  static func models(
    in property: Property,
    of model: any Model,
    setOrder: SetOrder = .identity,
    reachesEncoded: Bool = false
  ) -> [any Model] {
    guard property.heldModels.writesModels else { return [] }
    let collector = ModelCollector(setOrder, reachesEncoded: reachesEncoded)
    property.write(from: model, to: collector)
    return collector.models
  }

  /// The models in all properties of a model.
  ///
  /// Those in `Codable` values belong to them for archives alone.
  static func models(in model: any Model, reachesEncoded: Bool = false) -> [any Model] {
    SchemaCache.schema(of: type(of: model)).declaration.properties.flatMap {
      models(in: $0, of: model, reachesEncoded: reachesEncoded)
    }
  }

  /// The models that a model refers to by properties that don't hold them, or that only their accessors
  /// know.
  static func distantModels(in model: any Model) -> [any Model] {
    let distant = SchemaCache.schema(of: type(of: model)).declaration.distant
    return lazyModels(in: model)
      + distant.filter { !$0.isLazy }.flatMap { models(in: $0.property, of: model) }
  }

  /// The models in `lazy` properties with an accessor that have a value.
  static func lazyModels(in model: any Model) -> [any Model] {
    SchemaCache.schema(of: type(of: model)).declaration.distant.filter { $0.isMade(in: model) }
      .flatMap { models(in: $0.property, of: model) }
  }

  /// Some models and all models in them that satisfy a condition, each once.
  @inline(never)
  static func all(
    from roots: [any Model],
    where isIncluded: (any Model) -> Bool = { _ in true }
  ) -> [any Model] {
    var all: [any Model] = []
    var seen: Set<ObjectIdentifier> = []
    var waiting = roots
    while let model = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(model)).inserted else { continue }
      all.append(model)
      waiting += models(in: model).filter(isIncluded)
    }
    return all
  }

  /// The path from a model to each of some models in it, for messages.
  static func paths(from root: any Model, to wanted: [any Model]) -> [String] {
    var found: [ObjectIdentifier: [PathStep]] = [:]
    var waiting: [(value: Any, path: [PathStep])] = [(root, [])]
    var next = 0
    while next < waiting.count {
      let (value, path) = waiting[next]
      next += 1
      let object = heldObject(in: value)
      if let object {
        guard found[ObjectIdentifier(object)] == nil else { continue }
        found[ObjectIdentifier(object)] = path
      }
      if let model = object as? any Model {
        for property in SchemaCache.schema(of: type(of: model)).declaration.properties
        where property.heldModels.writesModels {
          waiting.append((property.value(in: model) ?? (), path + [.key(property.name)]))
        }
        continue
      }
      switch Input(value) {
      case .array(.tree(let elements)):
        waiting += elements.enumerated().map { ($1, path + [.index($0)]) }
      case .object(.tree(let pairs)):
        waiting += pairs.inKeyOrder().map { ($0.value, path + [.key($0.key)]) }
      default:
        let collector = ModelCollector()
        collector.untyped(value)
        waiting += collector.models.map { ($0, path) }
      }
    }
    return wanted.map { found[ObjectIdentifier($0)]?.path ?? "" }
  }
}
