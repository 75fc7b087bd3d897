import Foundation

/// A sink that finds where models are in a value, for messages.
final class ModelPaths: ValueSink {
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

  /// Passes a value.
  private func pass() {
    if case .index(let index)? = path.last { path[path.count - 1] = .index(index + 1) }
  }

  func mayNest() -> Bool { true }

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

  func null() { pass() }
  func bool(_ value: Bool) { pass() }
  func integer(_ value: Int64) { pass() }
  func integer(_ value: UInt64) { pass() }
  func float(_ value: Float) { pass() }
  func double(_ value: Double) { pass() }
  func decimal(_ value: Decimal) { pass() }
  func text(_ value: String) { pass() }
  func date(_ value: Date) { pass() }
  func data(_ value: Data) { pass() }
  func encodable(_ value: any Encodable) { pass() }
  func leaveOut() { pass() }
}
