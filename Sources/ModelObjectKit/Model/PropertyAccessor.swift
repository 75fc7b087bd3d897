/// A key path through which a property is read and set, instead of directly in memory.
///
/// Return it from ``ModelObject/accessors``. The value may be of any type that can be mapped; any
/// other type is a fatal error at the first use of the class.
///
/// ```swift
/// class Thermometer: ModelObject {
///   var celsius = 0.0 { didSet { changes += 1 } }
///   private(set) var changes = 0
///   override class var ignoredProperties: Set<String> { ["changes"] }
///   override class var accessors: [String: PropertyAccessor] {
///     ["celsius": .init(\Thermometer.celsius)]
///   }
/// }
/// let thermometer = try Thermometer(json: #"{"celsius": "21.5"}"#)
/// thermometer.celsius  // 21.5
/// thermometer.changes  // 1
/// ```
public struct PropertyAccessor: Sendable {
  let access: any PropertyAccess

  /// Makes an accessor from a key path that begins at the class or a superclass.
  ///
  /// - Parameter keyPath: The key path of a stored property, with or without observers, or of a
  ///   computed, `lazy` or wrapped property.
  public init<Root: ModelObject, Value>(
    _ keyPath: any ReferenceWritableKeyPath<Root, Value> & Sendable
  ) {
    access = KeyPathAccess(keyPath)
  }
}

#if PublicSymbols
/// Models with accessors that no class has to list: the tests are such models.
protocol AccessorGiving {
  /// The accessors of the properties that the class itself declares and does not list.
  static var givenAccessors: [String: PropertyAccessor] { get }
}
#endif
