import Foundation

/// Values of users' `Codable` types, and models inside of them.
extension Exporter {
  /// The key of an encoder's `userInfo` for the `Surroundings`.
  private static let userInfoKey = CodingUserInfoKey(rawValue: "ModelObjectKit.export")

  /// The export around a model that is encoded inside of a value of a user's type.
  private struct Surroundings: Sendable {
    let options: ExportOptions
    let branch: Set<ObjectIdentifier>
  }

  /// The value's JSON text, its dates as the options say; nil where it can't be encoded.
  func json(of value: any Encodable) -> Data? {
    guard StackLimit.hasRoom(for: value) else {
      fail(ModelError(.tooDeep, message: StackLimit.message))
      return nil
    }
    let encoder = JSONEncoder()
    let format = ownDateFormat ?? options.dateFormat
    let timeZone = options.timeZone
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      guard let text = DateText.write(date, format: format, timeZone: timeZone) else {
        throw EncodingError.invalidValue(
          date,
          EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no such date")
        )
      }
      if format.isNumber, let number = Decimal(string: text, locale: nil) {
        try container.encode(number)
      } else {
        try container.encode(text)
      }
    }
    if let key = Self.userInfoKey {
      encoder.userInfo[key] = Surroundings(options: options, branch: branch.all)
    }
    return try? encoder.encode(value)
  }

  /// The dictionary of a model inside of another export, to which the root's `properties` do not
  /// apply.
  func nestedRoot(_ model: any Model) throws -> [String: Any] {
    try dictionary(of: model, isRoot: false)
  }

  /// Continues the export that has made an encoder; nil for an encoder of other code.
  convenience init?(around encoder: any Encoder) {
    guard let key = Self.userInfoKey,
      let surroundings = encoder.userInfo[key] as? Surroundings
    else { return nil }
    self.init(surroundings.options, branch: surroundings.branch)
  }
}
