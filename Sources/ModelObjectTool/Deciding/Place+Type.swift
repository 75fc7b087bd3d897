extension Place {
  /// The type that reads every value that was seen here, and writes it unchanged.
  ///
  /// `Any` for values of different kinds.
  var type: SwiftType {
    switch kinds {
    case .array: .array(elements?.elementType ?? .any)
    case .object: objectType
    default: scalars.kinds == kinds ? scalars.type : .any
    }
  }

  private var objectType: SwiftType {
    guard let objects else { return .any }
    switch objects.form {
    case .open: return .dictionary(.any)
    case .dictionary(let values): return .dictionary(values.elementType)
    case .model, .family: return .model(ModelReference(objects: objects))
    }
  }

  /// The type of elements or dictionary values: optional if there are nulls.
  var elementType: SwiftType {
    let type = type
    return nulls > 0 && type != .any ? .optional(type) : type
  }

  /// The type of a property of `total` objects: optional if it is null or missing in some.
  func propertyType(total: Int) -> SwiftType {
    let type = type
    return nulls > 0 || count < total || type.defaultValue == nil ? .optional(type) : type
  }

  /// The form of the dates here, or in the arrays or dictionaries here.
  var dateForm: DateForm? {
    switch kinds {
    case .array: elements?.dateForm
    case .object: objects?.values?.dateForm
    case .text: scalars.texts.dateForm
    default: nil
    }
  }
}
