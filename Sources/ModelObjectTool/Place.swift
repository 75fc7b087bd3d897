/// A place for values: a property, the elements of an array, the values of a dictionary.
final class Place {
  /// What objects are here.
  enum Objects {
    /// None, or empty ones only.
    case unknown
    case model(Int)
    case dictionary(Place)
  }

  var scalars = Scalars()
  var hasNull = false
  var hasArray = false
  var hasObject = false
  var objects = Objects.unknown
  /// How many empty objects there were before it was known what objects are here.
  var emptyObjects = 0
  /// What is in the arrays here; nil where these are empty.
  var elements: Place?
  /// How many objects have the property.
  var count = 0

  /// The type that takes every value that was seen here.
  ///
  /// Values of different kinds have `Any` in common. Some servers write an empty dictionary as an
  /// empty array, which a dictionary takes.
  var type: SwiftType {
    switch (!scalars.isEmpty, hasArray, hasObject) {
    case (true, false, false): return scalars.type
    case (false, true, false): return .array(elements?.elementType ?? .any)
    case (false, false, true): return objectType
    case (false, true, true):
      if elements == nil, case .dictionary = objects { return objectType }
      return .any
    default: return .any
    }
  }

  private var objectType: SwiftType {
    switch objects {
    case .unknown: .dictionary(.any)
    case .model(let number): .model(number)
    case .dictionary(let values): .dictionary(values.elementType)
    }
  }

  /// The type inside of an array or a dictionary.
  var elementType: SwiftType {
    let type = type
    return hasNull && type != .any ? .optional(type) : type
  }

  /// The type of a property that `total` objects might have.
  func propertyType(total: Int) -> SwiftType {
    let type = type
    return hasNull || count < total || type.defaultValue == nil ? .optional(type) : type
  }
}
