/// Access to a property through a key path, without its types.
protocol PropertyAccess: AnyObject, Sendable {
  /// The class that the key path begins at.
  var root: AnyClass { get }
  var valueType: Any.Type { get }
  /// The name of the property at the end of the key path; nil if it isn't known.
  var name: String? { get }

  /// The value in an object; nil for an object of another class or a value of another type.
  func value<Value>(in object: AnyObject, as type: Value.Type) -> Value?
  func set<Value>(_ value: Value, in object: AnyObject)
}

/// Access to a property through a key path.
final class KeyPathAccess<Root: AnyObject, Content>: PropertyAccess {
  private let path: any ReferenceWritableKeyPath<Root, Content> & Sendable

  init(_ path: any ReferenceWritableKeyPath<Root, Content> & Sendable) {
    self.path = path
  }

  var root: AnyClass { Root.self }
  var valueType: Any.Type { Content.self }

  var name: String? { propertyName(of: path, in: Root.self) }

  func value<Value>(in object: AnyObject, as type: Value.Type) -> Value? {
    guard type == Content.self, let object = object as? Root else { return nil }
    return object[keyPath: path] as? Value
  }

  func set<Value>(_ value: Value, in object: AnyObject) {
    guard Value.self == Content.self, let object = object as? Root, let value = value as? Content
    else { return }
    object[keyPath: path] = value
  }
}
