import Foundation
import ModelObjectKit

/// The type of a property, for the oracle.
indirect enum OracleType {
  case string, double, float, decimal, bool, date, url, uuid, data, any
  case integer(ClosedRange<Int128>)
  /// An enum with text, or with integers, as raw values.
  case texts([String])
  case numbers([Int])
  case optional(OracleType)
  case array(OracleType)
  case set(OracleType)
  case dictionary(OracleType)
  /// A dictionary with integers as keys.
  case byInteger(OracleType)
  case model(any OracleModel.Type)
  case structure(any OracleStruct.Type)
  /// A part that keeps its text.
  case raw

  static func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> OracleType {
    .integer(Int128(Value.min)...Int128(Value.max))
  }

  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// The type without an optional around it.
  var wrapped: OracleType {
    if case .optional(let type) = self { type } else { self }
  }

  var model: (any OracleModel.Type)? {
    if case .model(let type) = wrapped { type } else { nil }
  }
}

/// A property of a class: its declared name, its type, and the keys that a mapping lists.
struct OracleProperty {
  let name: String
  let type: OracleType
  var keys: [String]?

  init(_ name: String, _ type: OracleType, keys: [String]? = nil) {
    self.name = name
    self.type = type
    self.keys = keys
  }

  /// The name without leading underscores.
  var bareName: String { String(name.drop { $0 == "_" }) }
}

/// A class that describes itself to the oracle.
protocol OracleModel: ModelObject {
  static var properties: [OracleProperty] { get }
  /// The values of the properties, in the same order.
  var values: [Any] { get }
}

/// A `Codable` struct that describes itself to the oracle.
protocol OracleStruct: Codable {
  static var properties: [OracleProperty] { get }
  /// The values of the properties, in the same order.
  var values: [Any] { get }
}

extension OracleModel {
  static var isExact: Bool { keyMatching == .exact }

  /// The values of the properties as an oracle's object.
  var held: OracleValue {
    .object(zip(Self.properties, values).map { OracleValue($1, as: $0.type) })
  }
}

/// A value of a property, to compare the prediction and the result.
indirect enum OracleValue: Equatable, CustomStringConvertible {
  case null
  case bool(Bool)
  case integer(Int128)
  case double(Double)
  case float(Float)
  case decimal(Decimal)
  case text(String)
  /// Microseconds since 1970.
  case date(Double)
  case data(Data)
  case list([OracleValue])
  case set([OracleValue])
  case map([String: OracleValue])
  case object([OracleValue])
  /// The documentation doesn't say: any value is right.
  case unclear

  /// The value of a property of a type.
  init(_ value: Any, as type: OracleType) {
    if case .optional(let wrapped) = type {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else {
        self = OracleValue(value, as: wrapped)
        return
      }
      self = mirror.children.first.map { OracleValue($0.value, as: wrapped) } ?? .null
      return
    }
    switch (type, value) {
    case (.integer, let value as any BinaryInteger): self = .integer(Int128(value))
    case (.date, let value as Date): self = .date((value.timeIntervalSince1970 * 1e6).rounded())
    case (.url, let value as URL): self = .text(value.absoluteString)
    case (.uuid, let value as UUID): self = .text(value.uuidString)
    case (.texts, let value as any RawRepresentable<String>): self = .text(value.rawValue)
    case (.numbers, let value as any RawRepresentable<Int>): self = .integer(Int128(value.rawValue))
    case (.array(let element), let value as [Any]):
      self = .list(value.map { OracleValue($0, as: element) })
    case (.set(let element), let value as any Collection):
      self = .set(value.map { OracleValue($0, as: element) })
    case (.dictionary(let element), let value as [String: Any]):
      self = .map(value.mapValues { OracleValue($0, as: element) })
    case (.byInteger(let element), let value as [Int: Any]):
      self = .map(
        Dictionary(uniqueKeysWithValues: value.map { ("\($0)", OracleValue($1, as: element)) })
      )
    case (.model, let value as any OracleModel): self = value.held
    case (.structure(let type), let value as any OracleStruct):
      self = .object(zip(type.properties, value.values).map { OracleValue($1, as: $0.type) })
    case (.raw, let value as RawJSON): self = .text(value.text)
    case (.any, _): self = OracleValue(untyped: value)
    case (.string, let value as String): self = .text(value)
    case (.bool, let value as Bool): self = .bool(value)
    case (.double, let value as Double): self = .double(value)
    case (.float, let value as Float): self = .float(value)
    case (.decimal, let value as Decimal): self = .decimal(value)
    case (.data, let value as Data): self = .data(value)
    default: self = .text("not of its type: \(value)")
    }
  }

  /// A value in an untyped place; numbers of all types are compared by value.
  private init(untyped value: Any) {
    switch value {
    case is NSNull: self = .null
    case let value as String: self = .text(value)
    case let value as [Any]: self = .list(value.map { OracleValue(untyped: $0) })
    case let value as [String: Any]: self = .map(value.mapValues { OracleValue(untyped: $0) })
    default:
      switch Swift.type(of: value) {
      case is Bool.Type: self = .bool(value as? Bool == true)
      case is Int.Type, is UInt64.Type, is Double.Type, is Decimal.Type:
        self = Decimal(string: "\(value)").map(OracleValue.decimal) ?? .text("\(value)")
      default: self = .text("no Swift value: \(value)")
      }
    }
  }

  /// Whether a part of it isn't predicted.
  var hasUnclear: Bool {
    switch self {
    case .unclear: true
    case .list(let values), .set(let values), .object(let values):
      values.contains(where: \.hasUnclear)
    case .map(let values): values.values.contains(where: \.hasUnclear)
    default: false
    }
  }

  static func == (a: OracleValue, b: OracleValue) -> Bool {
    switch (a, b) {
    case (.unclear, _), (_, .unclear), (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.float(let a), .float(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a == b
    case (.text(let a), .text(let b)): a == b
    case (.date(let a), .date(let b)): abs(a - b) <= max(1, abs(a) * 1e-15)
    case (.data(let a), .data(let b)): a == b
    case (.list(let a), .list(let b)), (.object(let a), .object(let b)): a == b
    case (.set(let a), .set(let b)): a.count == b.count && a.allSatisfy { b.contains($0) }
    case (.map(let a), .map(let b)): a == b
    default: false
    }
  }

  var description: String {
    switch self {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .float(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .text(let text): "\"\(text)\""
    case .date(let value): "date \(value)"
    case .data(let data): "data \(Array(data))"
    case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .set(let values): "set [\(values.map(\.description).sorted().joined(separator: ", "))]"
    case .object(let values): "(\(values.map(\.description).joined(separator: ", ")))"
    case .map(let values):
      "[\(values.map { "\($0): \($1)" }.sorted().joined(separator: ", "))]"
    case .unclear: "?"
    }
  }
}
