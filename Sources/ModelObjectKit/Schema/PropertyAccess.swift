import Observation

/// Access to a property through a key path, without its types.
protocol PropertyAccess: AnyObject, Sendable {
  /// The class that the key path begins at.
  var root: AnyClass { get }
  var valueType: Any.Type { get }

  /// The value in an object; nil for an object of another class or a value of another type.
  func value<Value>(in object: AnyObject, as type: Value.Type) -> Value?
  func set<Value>(_ value: Value, in object: AnyObject)
  /// Sets the property, and tells its observers, which the object keeps in another one, even if its
  /// own setter doesn't.
  func set<Value>(_ value: Value, in object: AnyObject, telling observers: StoredProperty)
}

/// Access to a property through a key path.
final class KeyPathAccess<Root: AnyObject, Content>: PropertyAccess {
  private let path: any ReferenceWritableKeyPath<Root, Content> & Sendable

  init(_ path: any ReferenceWritableKeyPath<Root, Content> & Sendable) {
    self.path = path
  }

  var root: AnyClass { Root.self }
  var valueType: Any.Type { Content.self }

  func value<Value>(in object: AnyObject, as type: Value.Type) -> Value? {
    try? exactly(instance(object, as: Root.self)[keyPath: path], type)
  }

  func set<Value>(_ value: Value, in object: AnyObject) {
    do {
      try instance(object, as: Root.self)[keyPath: path] = exactly(value, Content.self)
    } catch {}
  }

  func set<Value>(_ value: Value, in object: AnyObject, telling observers: StoredProperty) {
    guard #available(macOS 14, iOS 17, tvOS 17, *),
      let observers = Slot<ObservationRegistrar>(observers)?.read(from: object)
    else { return set(value, in: object) }
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
