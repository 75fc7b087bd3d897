/// A mapped property, for tools and bridges to other libraries.
///
/// ```swift
/// let first = Person.modelProperties[0]
/// first.name  // "name"
/// first.type == String.self  // true
/// ```
public struct ModelProperty: Sendable {
  /// The declared name; for a wrapped property, without the underscore of its storage.
  public let name: String
  /// The declared type; for a wrapped property, the type of the wrapper.
  public let type: Any.Type
  private let owner: ModelObject.Type
  private let number: Int

  fileprivate init(_ property: Property, _ number: Int, of owner: ModelObject.Type) {
    name = property.name
    type = property.valueType
    self.owner = owner
    self.number = number
  }

  /// Returns the property's value in a model of the class; nil for nil and for a model of another
  /// class.
  ///
  /// ```swift
  /// let first = Person.modelProperties[0]
  /// first.value(of: person) as? String  // "Shan"
  /// first.value(of: Image()) == nil  // true
  /// ```
  public func value(of model: ModelObject) -> Any? {
    guard isInstance(model, of: owner) else { return nil }
    return SchemaCache.schema(of: owner).properties[number].value(in: model)
  }
}

extension ModelObjectProtocol {
  /// The mapped properties of the class, those of superclasses first.
  ///
  /// ```swift
  /// Person.modelProperties.map(\.name)  // ["name", "personId", "image", "tags"]
  /// ```
  public static var modelProperties: [ModelProperty] {
    guard let type = self as? ModelObject.Type else { return [] }
    return SchemaCache.schema(of: type).properties.enumerated().map {
      ModelProperty($0.element, $0.offset, of: type)
    }
  }
}
