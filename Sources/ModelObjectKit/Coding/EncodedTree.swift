import Foundation

/// Plain values on their way into any encoder.
struct EncodedTree: Encodable {
  private let value: Any

  init(_ value: Any) {
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    switch Input(value) {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text.string)
    case .number(let number):
      var container = encoder.singleValueContainer()
      switch number.untyped {
      case let value as Int: try container.encode(value)
      case let value as UInt64: try container.encode(value)
      case let value as Double: try container.encode(value)
      case let value as Decimal: try container.encode(value)
      default: try container.encodeNil()
      }
    case .array(.tree(let elements)):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(EncodedTree(element)) }
    case .object(.tree(let pairs)):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in pairs { try container.encode(EncodedTree(value), forKey: AnyKey(key)) }
    case .foreign(let value as any Encodable): try value.encode(to: encoder)
    case .foreign, .array(.unread), .object(.unread):
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "a \(type(of: value)) that a hook put there"
        )
      )
    }
  }
}
