extension ModelObjectProtocol {
  /// Makes a model from the beginning of JSON text that is still arriving, such as the reply of a
  /// language model.
  ///
  /// Everything that is certain is mapped: a cut string up to its last whole character or escape,
  /// but not a cut number, literal or key; open objects and arrays are treated as closed. So the
  /// model grows with the text, and the whole text gives the same model as `init(json:)`.
  ///
  /// ```swift
  /// let person = try Person(partialJSON: #"{"name": "Sha"#)
  /// person.name  // "Sha"
  /// try Person(partialJSON: #"{"name": "Shan", "person_id": 12"#).personId  // 0
  /// try Person(partialJSON: "").name  // ""
  /// ```
  ///
  /// 1. A cut string is mapped only to types that keep text: `String`, `Any`, and containers of
  ///    them. Dates, URLs, enums, numbers, transforms and custom types are mapped when the string
  ///    is complete. A type that decodes or converts a whole object or array is mapped when that is
  ///    complete.
  /// 2. In an open object, no key is missing, and `validate()` isn't called on it. `didMap` and
  ///    `awake` are called each time, on the object so far.
  /// 3. A nested object of a class with ``ModelObject/subclasses`` is mapped when its tag has
  ///    arrived or it is closed, and one with an ``ModelObject/identity`` when that has arrived.
  ///    `modelType(for:)` gets the pairs that have arrived. The root is of the declared class until
  ///    then.
  /// 4. The dictionaries passed to hooks hold no cut values, and `serializeValue` gets a cut string
  ///    only if the key's property keeps text.
  /// 5. If a key repeats, or several keys match a property, only those that have arrived are
  ///    considered; so is a `$ref` that isn't the first key of its object.
  /// 6. A reference to an object that hasn't arrived yet isn't an issue: the property keeps its
  ///    value.
  ///
  /// The JSON may be surrounded by prose. The first of the following is mapped, and all other text
  /// is ignored:
  ///
  /// 1. An object or array at the beginning of the text.
  /// 2. The first one at the beginning of a Markdown fence of three backticks, which needn't be
  ///    closed.
  /// 3. The first one elsewhere, except in fences with other code.
  ///
  /// In prose, only an empty object or array counts as JSON, or one that begins with a key and a
  /// value: `{name}` and `[1]` are prose. From there on, malformed JSON is an error, unless a fence
  /// with JSON follows. If there is JSON before the fence, it is mapped until the fence arrives.
  ///
  /// ```swift
  /// let answer = "Here is {name}:\n```json\n{\"name\": \"Shan\"}\n```\nBye!"
  /// try Person(partialJSON: answer).name  // "Shan"
  /// ```
  ///
  /// If no JSON, or nothing at the path, has arrived, the model has its default values. Each call
  /// reads the text from its beginning, so call it about ten times a second, not for each byte.
  ///
  /// - Parameters:
  ///   - partialJSON: The text that has arrived; it may end anywhere, even inside a character.
  ///   - path: The path of the object to map, as for `init(json:)`.
  ///   - options: As for `init(json:)`.
  /// - Throws: The errors of `init(json:)`: `malformedJSON` for JSON that is broken, with line and
  ///   column in it, and `unexpectedRoot` if it is an array.
  public init(
    partialJSON: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    let type = try Self.modelType
    self = try Self.checked(
      try Mapping.withBeginning(of: partialJSON, .object, at: path, options: options) {
        try $0.root(type)
      }
    )
  }
}

extension ModelObject {
  /// Updates the object from the beginning of JSON text that is still arriving.
  ///
  /// The text is read as by ``ModelObjectProtocol/init(partialJSON:at:options:)``; otherwise
  /// same as `update(json:)`: keys that haven't arrived change nothing, nested models are updated
  /// in place, and with accessors, observers see the object grow. If an object is rejected when it is
  /// closed, it keeps what calls before have set while it was open. If two keys lead to a property, it
  /// keeps the value of the worse one that came first if that of the better one doesn't fit.
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
  /// - Throws: The errors of ``ModelObjectProtocol/init(partialJSON:at:options:)``.
  public final func update(
    partialJSON: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    try Mapping.withBeginning(of: partialJSON, .object, at: path, options: options) {
      try $0.update(self)
    }
  }
}

extension Array where Element: ModelObject {
  /// Makes models from the beginning of a JSON array that is still arriving.
  ///
  /// The last element may still be open. Otherwise same as for one model.
  ///
  /// ```swift
  /// let people = try [Person](partialJSON: #"[{"name": "Shan"}, {"name": "Ki"#)
  /// people.map(\.name)  // ["Shan", "Ki"]
  /// ```
  ///
  /// - Throws: A ``ModelError``; its code is `unexpectedRoot` if the JSON is an object.
  public init(
    partialJSON: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    self = try Mapping.withBeginning(of: partialJSON, .array, at: path, options: options) {
      try $0.roots(of: Element.self)
    }
  }
}
