import Foundation

extension DatabaseRow {
  /// The row with the pairs of a JSON object: scalar values in columns, and other values as JSON.
  convenience init(
    json: String,
    isCopied: Bool,
    _ userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    self.init(
      try JSONInput(json, by: .native).dictionary().mapValues(Self.column),
      isCopied: isCopied
    )
    self.userInfo = userInfo
  }

  private static func column(_ value: Any) throws -> Value {
    switch value {
    case let value as Bool: .integer(value ? 1 : 0)
    case let value as Int: .integer(Int64(value))
    case let value as Double: .real(value)
    case let value as Decimal: .text("\(value)")
    case let value as UInt64: .text("\(value)")
    case let value as String: .text(value)
    case is [String: Any], is [Any]:
      .text(
        String(
          decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys),
          as: UTF8.self
        )
      )
    default: .null
    }
  }
}
