/// The protocol of `ModelObject` whose initialisers return an object of the class that the data
/// picks.
///
/// Only `ModelObject` adopts it. An initialiser in an extension of a protocol may return an object
/// of a subclass, and every subclass has it, whatever its own initialisers are. Other members are
/// in extensions of the protocol to leave their names free for the properties of subclasses.
public protocol ModelObjectInitializable {
  /// Makes a model with the default values of its properties.
  init()
}

extension ModelObject: ModelObjectInitializable {}

extension ModelObjectInitializable {
  /// Makes a model from a dictionary.
  ///
  /// Values that do not fit leave their property alone, or are errors, as the options say. Nested
  /// dictionaries, arrays and Foundation's own types are read alike. The object is of the class
  /// that `modelType(for:)` or `subclasses` pick.
  ///
  /// ```swift
  /// let person = try Person(dictionary: ["NAME": "Shan", "person-id": "123"])
  /// person.personId  // 123
  /// ```
  ///
  /// - Parameters:
  ///   - dictionary: The pairs to map.
  ///   - path: The value to begin with, such as `"data.user"` or `"[1]"`, where it is not the whole
  ///     input; matched as the key paths of ``ModelObject/keyMapping`` are. Text beside it is
  ///     checked as JSON and otherwise passed over. Where no object is there, the error is
  ///     `unexpectedRoot`, with the path.
  ///   - options: The options for this object and all in it; nil for the class's own.
  /// - Throws: A ``ModelError``: for issues under strict handling, for an object that a hook
  ///   rejects, for an input that is nested too deep.
  public init(
    dictionary: [String: Any],
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws {
    let mapping = Mapping(at: path, options: .fixed(options))
    self = try Self.checked(try mapping.root(try Self.modelType, dictionary))
  }

  /// Makes a model from JSON text.
  ///
  /// The text may be in any ``JSONSource``: data, a string, bytes. UTF-8, with or without a
  /// byte-order mark, UTF-16 and UTF-32 are read. All of the text is checked, also values that no
  /// property takes. The rest is as for a dictionary.
  ///
  /// ```swift
  /// let person = try Person(json: Data(#"{"name": "Shan"}"#.utf8))
  /// person.name  // "Shan"
  /// try Person(json: #"{"data": {"user": {"name": "Kim"}}}"#, at: "data.user").name  // "Kim"
  /// ```
  ///
  /// - Throws: A ``ModelError``; its code is `malformedJSON` for text that is not JSON, and
  ///   `unexpectedRoot` for JSON that is no object.
  public init(
    json: some JSONSource,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws {
    self = try Self.checked(
      try Mapping.model(of: try Self.modelType, json: json, at: path, .fixed(options))
    )
  }
}

extension ModelObjectInitializable {
  /// The type itself, which is a class of models: nothing else adopts the protocol.
  static var modelType: ModelObject.Type {
    get throws {
      guard let type = self as? ModelObject.Type else { throw ModelError(.unsupportedValue) }
      return type
    }
  }

  static func checked(_ model: AnyObject) throws -> Self {
    do {
      return try instance(model, as: Self.self)
    } catch {
      throw ModelError(.rejected)
    }
  }
}

extension ModelObject {
  /// Updates the object from a dictionary: keys that are missing change nothing.
  ///
  /// Models that properties hold are updated in place, elements of arrays too where their class has
  /// an ``ModelObject/identity``. If an update throws, the object and the models
  /// in it are as they were, even what hooks changed in them. A nested model that is rejected keeps
  /// all its values. Updating an object while one of its properties is being mutated is a
  /// programmer's error and stops the program, as any overlapping access does.
  ///
  /// ```swift
  /// try person.update(dictionary: ["image": ["image_id": 8]])
  /// person.image?.imageId  // 8
  /// ```
  ///
  /// - Throws: As making a model does.
  public final func update(
    dictionary: [String: Any],
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws {
    try Mapping(at: path, options: .fixed(options)).update(self, dictionary)
  }

  /// Updates the object from JSON text: keys that are missing change nothing.
  ///
  /// Same as ``update(dictionary:at:options:)``.
  public final func update(
    json: some JSONSource,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws {
    try Mapping.with(json, at: path, options) { try $0.update(self) }
  }

  /// The default of `serializeValue(_:key:)`.
  final func mapPair(_ value: Any?, key: String) throws {
    if try hookFrame.with({ try $0.apply(value, key: key) }) == nil {
      try Mapping(options: nil).update(self, key, value)
    }
  }
}

extension Mapping {
  /// Calls a closure with a mapping of JSON text, as a caller asks for it.
  static func with<Result>(
    _ json: some JSONSource,
    at beginning: JSONKey?,
    _ options: MappingOptions?,
    _ map: (Mapping) throws -> Result
  ) throws -> Result {
    let options = FixedOptions.fixed(options)
    return try JSONText.with(json) { text in
      try map(Mapping(text: text, at: beginning, options: options))
    }
  }

  /// Maps JSON text to a model of a class.
  fileprivate static func model(
    of type: ModelObject.Type,
    json: some JSONSource,
    at beginning: JSONKey?,
    _ options: FixedOptions?
  ) throws -> any Model {
    try JSONText.with(json) { text in
      options == nil && beginning == nil
        ? try root(type, text) : try Mapping(text: text, at: beginning, options: options).root(type)
    }
  }
}
