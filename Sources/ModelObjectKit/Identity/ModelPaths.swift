/// A sink that finds where models are in a value, for messages.
final class ModelPaths: ModelSink {
  /// The models in a value, each with the steps to it.
  private(set) var models: [(model: any Model, path: [PathStep])] = []
  /// The steps to the next value; the last one of an array counts its elements.
  private var path: [PathStep] = []
  var untyped = UntypedBranch()

  private init() {}

  /// The path from a model to each of some models in it.
  static func paths(from root: any Model, to wanted: [any Model]) -> [String] {
    var found: [ObjectIdentifier: [PathStep]] = [ObjectIdentifier(root): []]
    var waiting = [root]
    var next = 0
    while next < waiting.count {
      let model = waiting[next]
      next += 1
      for property in SchemaCache.schema(of: type(of: model)).declaration.properties {
        let sink = ModelPaths()
        property.write(from: model, to: sink)
        for (inner, path) in sink.models where found[ObjectIdentifier(inner)] == nil {
          let outer = found[ObjectIdentifier(model)] ?? []
          found[ObjectIdentifier(inner)] = outer + [.key(property.name)] + path
          waiting.append(inner)
        }
      }
    }
    return wanted.map { found[ObjectIdentifier($0)]?.path ?? "" }
  }

  func pass() {
    if case .index(let index)? = path.last { path[path.count - 1] = .index(index + 1) }
  }

  func model(_ value: any Model) {
    models.append((value, path))
    pass()
  }

  func begin(isArray: Bool, count: Int) { path.append(isArray ? .index(0) : .key("")) }
  func key(_ key: String) { path[path.count - 1] = .key(key) }
  func end(isArray: Bool) {
    path.removeLast()
    pass()
  }
}
