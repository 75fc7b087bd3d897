/// The initializers of models, and methods such as `copy()`, `snapshot()` and `jsonString()`.
///
/// Only ``ModelObject`` conforms to it; call its members on any model. Initializers in a protocol
/// extension exist for every subclass, whatever its own initializers are, and can return an object
/// of a subclass. Other members are here so that subclasses may have properties of the same names.
public protocol ModelObjectProtocol {
  /// Makes a model with the default values of its properties.
  init()
}

extension ModelObject: ModelObjectProtocol {}

/// The former name of ``ModelObjectProtocol``.
@available(*, unavailable, renamed: "ModelObjectProtocol")
public typealias ModelObjectInitializable = ModelObjectProtocol

extension ModelObjectProtocol {
  /// Makes a model from a dictionary.
  ///
  /// If a value doesn't fit, the property keeps its value, or the mapping throws, as the options
  /// say. Dictionaries, arrays and values may be Swift's or Foundation's. `modelType(for:)` and
  /// `subclasses` may select a subclass.
  ///
  /// ```swift
  /// let person = try Person(dictionary: ["NAME": "Shan", "person-id": "123"])
  /// person.personId  // 123
  /// ```
  ///
  /// Cast a dictionary with keys of another type first:
  ///
  /// ```swift
  /// let userInfo: [AnyHashable: Any] = ["name": "Kim"]  // of a notification
  /// try Person(dictionary: userInfo as? [String: Any] ?? [:]).name  // "Kim"
  /// ```
  ///
  /// - Parameters:
  ///   - dictionary: The pairs to map.
  ///   - path: The path of the object to map, such as `"data.user"` or `"[1]"`; nil or empty
  ///     for the whole input. It is written and matched like the key paths of
  ///     ``ModelObject/keyMapping``: escape the dots and brackets of a name in it, as ``JSONKey``
  ///     says. Other text must be valid JSON, but is ignored. If there is no object at the path, the
  ///     error is `unexpectedRoot`.
  ///   - options: The options for this object and everything in it; nil for the class's own.
  /// - Throws: A ``ModelError`` for issues that the options make errors, an object that a hook
  ///   rejects, or input that is nested too deep.
  public init(
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    let mapping = Mapping(tree: .dictionary(dictionary), at: path, options: .fixed(options))
    self = try Self.checked(try mapping.root(try Self.modelType))
  }

  /// Makes a model from JSON text.
  ///
  /// The text may be any ``JSONSource``: data, a string or bytes, in UTF-8, with or without a
  /// byte-order mark, UTF-16 or UTF-32. All of it must be valid JSON, including values that aren't
  /// mapped. Otherwise same as ``init(dictionary:at:options:)``.
  ///
  /// ```swift
  /// let person = try Person(json: Data(#"{"name": "Shan"}"#.utf8))
  /// person.name  // "Shan"
  /// let json = #"{"data": {"user": {"name": "Kim"}}}"#
  /// try Person(json: json, at: "data.user").name  // "Kim"
  /// ```
  ///
  /// - Throws: A ``ModelError``; its code is `malformedJSON` for text that isn't JSON, and
  ///   `unexpectedRoot` if there is no object.
  public init(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    let type = try Self.modelType
    let options = FixedOptions.fixed(options)
    let model = try JSONText.with(json) { text in
      guard let path, !path.isEmpty else {
        return try Mapping.root(type, from: text, options: options)
      }
      return try Mapping(text: text, at: path, options: options).root(type)
    }
    self = try Self.checked(model)
  }
}

extension ModelObjectProtocol {
  /// Makes a model and passes it to a closure, which sets its properties: for tests, previews and
  /// objects that your code makes.
  ///
  /// ```swift
  /// let person = Person {
  ///   $0.name = "Shan"
  ///   $0.image = Image { $0.imageId = 8 }
  /// }
  /// person.image?.imageId  // 8
  /// ```
  ///
  /// Nothing is mapped, so no hook is called.
  ///
  /// - Parameter configure: Sets the properties; what it throws is thrown.
  public init(_ configure: (Self) throws -> Void) rethrows {
    self.init()
    try configure(self)
  }

  /// The class: only models conform to the protocol.
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
  /// Updates the object from a dictionary; missing keys change nothing.
  ///
  /// Nested models are updated in place, and so are elements of arrays if their class has an
  /// ``ModelObject/identity``. If an update throws, the object and all models in it are restored,
  /// including changes that hooks made in them. (A model with an identity is independent: what
  /// hooks changed in it is restored only if the input had reached it. Properties that are `weak` or
  /// `unowned` aren't restored, nor what hooks changed in models that are in `let` or `lazy`
  /// properties or in values of your own types.) A nested model that is rejected keeps all its
  /// values. Updating an object while one of its properties is being mutated is a fatal error, like
  /// any overlapping access.
  ///
  /// ```swift
  /// try person.update(dictionary: ["image": ["image_id": 8]])
  /// person.image?.imageId  // 8
  /// ```
  ///
  /// - Throws: The errors of making a model.
  public final func update(
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    try Mapping(tree: .dictionary(dictionary), at: path, options: .fixed(options)).update(self)
  }

  /// Updates the object from JSON text; missing keys change nothing.
  ///
  /// Same as ``update(dictionary:at:options:)``.
  ///
  /// ```swift
  /// try person.update(json: #"{"name": "Kim"}"#)
  /// person.name  // "Kim"
  /// person.personId  // 123
  /// ```
  public final func update(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    try Mapping.with(json, at: path, options) { try $0.update(self) }
  }

  /// The default implementation of `serializeValue(_:key:)`.
  final func mapPair(_ value: Any?, key: String) throws {
    if try hookFrame.with({ try $0.apply(value, key: key) }) == nil { try update(value, key) }
  }

  /// Maps a value that no mapping has handed to the hook.
  @inline(never)
  private func update(_ value: Any?, _ key: String) throws {
    try Mapping(options: nil).update(self, key: key, to: value)
  }
}

extension Mapping {
  /// Calls a closure with a mapping of JSON text.
  static func with<Result>(
    _ json: some JSONSource,
    at beginning: String?,
    _ options: MappingOptions?,
    isReport: Bool = false,
    _ map: (Mapping) throws -> Result
  ) throws -> Result {
    let options = FixedOptions.fixed(options)
    return try JSONText.with(json) { text in
      try map(Mapping(text: text, at: beginning, options: options, isReport: isReport))
    }
  }
}
