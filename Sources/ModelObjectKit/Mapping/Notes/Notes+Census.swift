extension Notes {
  /// Counts an object, and the properties for which it has no key.
  func count(_ schema: ModelSchema, isThere: (Int) -> Bool) {
    census?.addObject(of: schema.type.shown, { schema.properties.map(\.name) }, has: isThere)
  }
}

extension Input {
  /// The type of a JSON value.
  var jsonType: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .text: "string"
    case .object: "object"
    case .array: "array"
    case .foreign: "value"
    }
  }
}

extension Shape {
  /// Whether an input that doesn't fit is a raw value that an enum doesn't know.
  func isUnknownRawValue(_ input: Input) -> Bool {
    input.isScalar && rawValues != nil
  }

  /// The JSON values that the type takes, in words.
  var jsonWords: String {
    if takesNull, let wrapped = element { return wrapped.jsonWords }
    if isList { return "an array" }
    if heldModels.holdsModels || element != nil || structShape != nil { return "an object" }
    switch leaf?.kind.schemaType {
    case "date": return "a date"
    case "integer", "number": return "a number"
    case let type?: return "a \(type)"
    case nil: return typeName
    }
  }
}
