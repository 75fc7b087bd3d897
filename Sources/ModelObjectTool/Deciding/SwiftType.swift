/// The type of a property to write.
indirect enum SwiftType: Equatable {
  case bool
  case int
  case double
  case string
  case decimal
  case date
  case url
  case any
  /// The class of these objects.
  case model(ModelReference)
  case array(SwiftType)
  case dictionary(SwiftType)
  case optional(SwiftType)

  /// The type as Swift writes it.
  func name(_ className: (ModelReference) -> String) -> String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .string: "String"
    case .decimal: "Decimal"
    case .date: "Date"
    case .url: "URL"
    case .any: "Any"
    case .model(let model): className(model)
    case .array(let element): "[\(element.name(className))]"
    case .dictionary(let value): "[String: \(value.name(className))]"
    case .optional(let wrapped): wrapped.name(className) + "?"
    }
  }

  /// The default value of a property of the type; nil if it has to be optional.
  var defaultValue: String? {
    switch self {
    case .bool: "false"
    case .int: "0"
    case .double: "0.0"
    case .string: "\"\""
    case .array: "[]"
    case .dictionary: "[:]"
    case .decimal, .date, .url, .any, .model, .optional: nil
    }
  }

  /// Whether Swift infers the type from its default value.
  var isInferred: Bool {
    switch self {
    case .bool, .int, .double, .string: true
    default: false
    }
  }

  /// Whether it is a date, or holds dates.
  var isDate: Bool {
    switch self {
    case .date: true
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.isDate
    default: false
    }
  }

  var needsFoundation: Bool {
    switch self {
    case .decimal, .date, .url: true
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.needsFoundation
    default: false
    }
  }

  /// The class in the type, also inside arrays, dictionaries and optionals.
  var model: ModelReference? {
    switch self {
    case .model(let model): model
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.model
    default: nil
    }
  }
}

/// A class by its objects, compared by their identity.
struct ModelReference: Hashable {
  let objects: Objects

  static func == (first: ModelReference, second: ModelReference) -> Bool {
    first.objects === second.objects
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(objects))
  }
}
