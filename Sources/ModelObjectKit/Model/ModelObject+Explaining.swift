public import Foundation

extension ModelObject {
  /// Tells what a mapping of JSON text would do with each property and each key.
  ///
  /// The model that it makes on the way, hooks included, is thrown away.
  ///
  /// ```swift
  /// print(try Person.explain(json: #"{"NAME": "Shan", "person-id": "x"}"#))
  /// // Person: 1 mapped, 3 left alone
  /// //   name     ← NAME       "Shan"
  /// //   personId – person-id  "x" is no number
  /// //   image    –            no such key
  /// //   tags     –            no such key
  /// ```
  ///
  /// - Throws: What ends any mapping: text that is no JSON, an error thrown by a hook of the root.
  ///   Strict handling does not end it.
  public static func explain(
    json: Data,
    arrayMapping: [String: ModelObject.Type] = [:],
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try JSONText.with(json) { text in
      let mapping = Mapping(
        text: text,
        options: .fixed(options),
        arrayMapping: arrayMapping,
        isReport: true
      )
      _ = try mapping.root(self)
      return mapping.report(on: self)
    }
  }

  /// Tells what a mapping of JSON text would do with each property and each key.
  public static func explain(
    json: String,
    arrayMapping: [String: ModelObject.Type] = [:],
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try JSONText.with(json) { text in
      let mapping = Mapping(
        text: text,
        options: .fixed(options),
        arrayMapping: arrayMapping,
        isReport: true
      )
      _ = try mapping.root(self)
      return mapping.report(on: self)
    }
  }

  /// Tells what a mapping of a dictionary would do with each property and each key.
  public static func explain(
    dictionary: [String: Any],
    arrayMapping: [String: ModelObject.Type] = [:],
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    let mapping = Mapping(
      options: .fixed(options),
      arrayMapping: arrayMapping,
      isReport: true
    )
    _ = try mapping.root(self, .tree(dictionary))
    return mapping.report(on: self)
  }
}
