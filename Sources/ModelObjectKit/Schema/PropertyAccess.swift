import Observation

/// Access to a property through a key path, without its types.
protocol PropertyAccess: AnyObject, Sendable {
  /// The class that the key path begins at.
  var root: AnyClass { get }
  var valueType: Any.Type { get }
  /// The way from the root as it is written, such as `name` or `home.city`; nil if the key path does
  /// not tell.
  var way: String? { get }

  /// The value in an object; nil for an object of another class or a value of another type.
  func value<Value>(in object: AnyObject, as type: Value.Type) -> Value?
  func set<Value>(_ value: Value, in object: AnyObject)
  /// Sets the property, and tells its observers even if its own setter doesn't.
  func set<Value>(_ value: Value, in object: AnyObject, telling observers: ObservationRegistrar)
}

extension PropertyAccess {
  /// The name of the property that the key path leads to; nil if it does not tell.
  var name: String? {
    way.flatMap { way in way.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? way : nil }
  }
}

/// Access to a property through a key path.
final class KeyPathAccess<Root: AnyObject, Content>: PropertyAccess {
  private let path: any ReferenceWritableKeyPath<Root, Content> & Sendable

  init(_ path: any ReferenceWritableKeyPath<Root, Content> & Sendable) {
    self.path = path
  }

  var root: AnyClass { Root.self }
  var valueType: Any.Type { Content.self }

  var way: String? { written(path, from: Root.self) }

  func value<Value>(in object: AnyObject, as type: Value.Type) -> Value? {
    try? exactly(instance(object, as: Root.self)[keyPath: path], type)
  }

  func set<Value>(_ value: Value, in object: AnyObject) {
    do {
      try instance(object, as: Root.self)[keyPath: path] = exactly(value, Content.self)
    } catch {}
  }

  func set<Value>(_ value: Value, in object: AnyObject, telling observers: ObservationRegistrar) {
    func tell<Subject: Observable>(_ type: Subject.Type) {
      guard let subject = object as? Subject, let path = path as? KeyPath<Subject, Content> else {
        return set(value, in: object)
      }
      observers.withMutation(of: subject, keyPath: path) { set(value, in: object) }
    }
    guard let type = Root.self as? any Observable.Type else { return set(value, in: object) }
    tell(type)
  }
}
