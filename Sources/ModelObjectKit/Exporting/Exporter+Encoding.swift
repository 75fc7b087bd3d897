import ModelObjectEssentials

/// Values of custom `Codable` types, and models in them.
extension Exporter {
  /// The key of an encoder's `userInfo` for the `Surroundings`.
  private static let userInfoKey = CodingUserInfoKey(rawValue: "ModelObjectKit.export")

  /// The export around a model that is encoded inside a value of a custom type.
  private struct Surroundings: Sendable {
    let options: ExportOptions
    let branch: ObjectBranch
  }

  /// The value's JSON text as a tree, with dates as the options say; nil if it can't be encoded.
  func tree(of value: any Encodable) -> Any? {
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
      encoder.userInfo = [key: Surroundings(options: options, branch: branch)]
    }
    return (try? encoder.encode(value)).flatMap { tree(ofJSON: $0) }
  }

  /// The content of a text; nil if it is a number that no type can hold.
  func tree(of json: RawJSON) -> Any? { tree(ofJSON: json.text) }

  private func tree(ofJSON json: some JSONSource) -> Any? {
    ByteView.with(json) { bytes in
      let mapping = Mapping(text: bytes, options: nil)
      // The sink counts the levels.
      mapping.reader.remainingDepth = .max
      do throws(Misfit) {
        return try mapping.tree(of: try mapping.nextInput())
      } catch {
        switch error {
        // Foundation writes a decimal that is NaN, which isn't JSON.
        case .syntax, .mismatch: return nil
        default: break
        }
        fail(ModelError(.tooDeep, message: StackLimit.message))
        return nil
      }
    }
  }

  /// Continues the export that made an encoder; nil for any other encoder.
  convenience init?(around encoder: any Encoder) {
    guard let key = Self.userInfoKey,
      let surroundings = encoder.userInfo[key] as? Surroundings
    else { return nil }
    self.init(embeddingModelsBy: surroundings.options, branch: surroundings.branch)
  }

  /// The export of models in a value of a user's type, which reads objects: nothing finds the model
  /// of a reference there.
  convenience init(embeddingModelsBy options: ExportOptions, branch: ObjectBranch) {
    var options = options
    options.references = .none
    self.init(options, branch: branch)
  }
}
