import Foundation

/// Values of users' `Codable` types, and models inside of them.
extension Exporter {
  /// The key under which an encoder tells a model what export it stands in.
  private static let userInfoKey = CodingUserInfoKey(rawValue: "ModelObjectKit.export")

  /// What a model that is encoded inside of a user's type has to know of the export around it.
  private struct Surroundings: Sendable {
    let options: ExportOptions
    let branch: Set<ObjectIdentifier>
  }

  /// The value's JSON text, its dates as the options say; nil where it can't be encoded.
  func json(of value: any Encodable) -> Data? {
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

  /// The dictionary of a model that is encoded: the root's choice of properties is not for it where
  /// it stands inside of another export.
  func nestedRoot(_ model: any Model) throws -> [String: Any] {
    try dictionary(of: model, isRoot: false)
  }

  /// The export that goes on inside of an encoder which it has made for a value around the model;
  /// nil for any other encoder.
  convenience init?(around encoder: any Encoder) {
    guard let key = Self.userInfoKey,
      let surroundings = encoder.userInfo[key] as? Surroundings
    else { return nil }
    self.init(surroundings.options, branch: surroundings.branch)
  }
}
