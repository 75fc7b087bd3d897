import Foundation

extension Mapping {
  /// A mapping with the classes that a caller gave.
  convenience init(
    text: ByteView? = nil,
    at beginning: JSONKey? = nil,
    options: FixedOptions?,
    arrayMapping: [String: ModelObject.Type],
    isReport: Bool = false
  ) {
    // Converting even an empty dictionary takes time.
    self.init(
      text: text,
      at: beginning,
      options: options,
      namedClasses: arrayMapping.isEmpty ? [:] as [String: any Model.Type] : arrayMapping,
      isReport: isReport
    )
  }
}

extension Mapping {
  /// Calls a closure with a mapping of JSON text, as a caller asks for it.
  static func with<Result>(
    _ json: Data,
    at beginning: JSONKey?,
    _ arrayMapping: [String: ModelObject.Type],
    _ options: MappingOptions?,
    _ map: (Mapping) throws -> Result
  ) throws -> Result {
    try JSONText.with(json) { text in
      try map(
        Mapping(text: text, at: beginning, options: .fixed(options), arrayMapping: arrayMapping)
      )
    }
  }

  /// Calls a closure with a mapping of JSON text, as a caller asks for it.
  static func with<Result>(
    _ json: String,
    at beginning: JSONKey?,
    _ arrayMapping: [String: ModelObject.Type],
    _ options: MappingOptions?,
    _ map: (Mapping) throws -> Result
  ) throws -> Result {
    try JSONText.with(json) { text in
      try map(
        Mapping(text: text, at: beginning, options: .fixed(options), arrayMapping: arrayMapping)
      )
    }
  }

  /// Maps JSON text to a model of a class.
  @inline(never)
  static func model(
    of type: ModelObject.Type,
    json: Data,
    at beginning: JSONKey?,
    _ arrayMapping: [String: ModelObject.Type],
    _ options: FixedOptions?
  ) throws -> ModelObject {
    try JSONText.with(json) { text in
      try model(of: type, text: text, at: beginning, arrayMapping, options)
    }
  }

  /// Maps JSON text to a model of a class.
  @inline(never)
  static func model(
    of type: ModelObject.Type,
    json: String,
    at beginning: JSONKey?,
    _ arrayMapping: [String: ModelObject.Type],
    _ options: FixedOptions?
  ) throws -> ModelObject {
    try JSONText.with(json) { text in
      try model(of: type, text: text, at: beginning, arrayMapping, options)
    }
  }

  private static func model(
    of type: ModelObject.Type,
    text: ByteView,
    at beginning: JSONKey?,
    _ arrayMapping: [String: ModelObject.Type],
    _ options: FixedOptions?
  ) throws -> ModelObject {
    let model =
      options == nil && arrayMapping.isEmpty && beginning == nil
      ? try root(type, text)
      : try Mapping(text: text, at: beginning, options: options, arrayMapping: arrayMapping)
        .root(type)
    guard let model = model as? ModelObject else { throw ModelError(.rejected) }
    return model
  }
}
