extension ModelObjectInitializable {
  /// Makes a model from the beginning of a JSON text that is still arriving, such as the answer of
  /// a language model.
  ///
  /// Everything that is certain is taken: a cut string up to its last whole character or escape,
  /// but no cut number, word or key; open objects and arrays count as closed. So each longer
  /// beginning gives more of the same, and the whole text gives the same model as `init(json:)`.
  ///
  /// ```swift
  /// let person = try Person(partialJSON: #"{"name": "Sha"#)
  /// person.name  // "Sha"
  /// try Person(partialJSON: #"{"name": "Shan", "person_id": 12"#).personId  // 0
  /// try Person(partialJSON: "").name  // ""
  /// ```
  ///
  /// 1. A cut string goes only to types that keep text: `String`, `Any`, and containers of them.
  ///    For dates, URLs, enums, numbers, transforms and users' own types it would be another value,
  ///    so these wait for its end. A type that decodes or converts a whole object or array waits
  ///    for its end.
  /// 2. In an open object no key counts as missing, and `validate()` is not called for it. `didMap`
  ///    and `awake` are called each time, on the object as it is.
  /// 3. A nested object of a class with ``ModelObject/subclasses`` waits until its tag has arrived
  ///    or it is closed, an object of a class with an ``ModelObject/identity`` until that has
  ///    arrived; `modelType(for:)` is given the pairs that have arrived. The root is of the
  ///    declared class until then.
  /// 4. The dictionaries that hooks are given hold no cut values, and `serializeValue` is given a
  ///    cut string only where the key's property keeps text.
  /// 5. Of a repeated key, and of keys that compete for a property, those that have arrived count.
  ///
  /// A Markdown fence around the text, three backticks with or without a language, is passed over,
  /// and so is everything after it.
  ///
  /// From an empty text, or white space, the model has its default values, and so it has as long as
  /// the value at the path hasn't arrived. Each call reads the text from its beginning, so call it
  /// some ten times a second, not for each byte.
  ///
  /// - Parameters:
  ///   - partialJSON: The text that has arrived; it may end anywhere, within a character too.
  ///   - path: The value to begin with, as for `init(json:)`.
  ///   - options: As for `init(json:)`.
  /// - Throws: A ``ModelError``, as `init(json:)` does: `malformedJSON` for text that can't be the
  ///   beginning of JSON, `unexpectedRoot` for text that does not begin as an object.
  public init(
    partialJSON: some JSONSource,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws {
    let type = try Self.modelType
    self = try Self.checked(
      try JSONText.withBeginning(partialJSON) {
        try Mapping.withPartialText($0, .object, at: path, .fixed(options)) { try $0.root(type) }
      }
    )
  }
}

extension ModelObject {
  /// Updates the object from the beginning of a JSON text that is still arriving.
  ///
  /// The text is taken as by
  /// ``ModelObjectInitializable/init(partialJSON:at:options:)``; all else is
  /// as for `update(json:)`: keys that have not arrived change nothing, nested models are updated
  /// in place, and with accessors observers see the object grow.
  ///
  /// ```swift
  /// let person = Person()
  /// try person.update(partialJSON: #"{"name": "Sha"#)
  /// person.name  // "Sha"
  /// try person.update(partialJSON: #"{"name": "Shan", "tags": ["a", "b"#)
  /// person.name  // "Shan"
  /// person.tags  // ["a", "b"]
  /// ```
  ///
  /// - Throws: As making a model does.
  public final func update(
    partialJSON: some JSONSource,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws {
    try JSONText.withBeginning(partialJSON) {
      try Mapping.withPartialText($0, .object, at: path, .fixed(options)) { try $0.update(self) }
    }
  }
}

extension Array where Element: ModelObject {
  /// Makes models from the beginning of a JSON array that is still arriving.
  ///
  /// The last element may still be open. All else is as for one model.
  ///
  /// ```swift
  /// let people = try [Person](partialJSON: #"[{"name": "Shan"}, {"name": "Ki"#)
  /// people.map(\.name)  // ["Shan", "Ki"]
  /// ```
  ///
  /// - Throws: A ``ModelError``; its code is `unexpectedRoot` for text that does not begin as an
  ///   array.
  public init(
    partialJSON: some JSONSource,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws {
    self = try JSONText.withBeginning(partialJSON) {
      try Mapping.withPartialText($0, .array, at: path, .fixed(options)) {
        try $0.roots(of: Element.self)
      }
    }
  }
}
