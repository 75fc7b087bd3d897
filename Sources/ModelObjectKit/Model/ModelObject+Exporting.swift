public import ModelObjectEssentials

extension ModelObjectProtocol where Self: ModelObject {
  /// Returns the model as a dictionary of plain values, ready for any JSON encoder.
  ///
  /// It holds `String`, `Bool`, `Int`, `UInt64`, `Double`, `Decimal`, `NSNull`, arrays and
  /// dictionaries. Dates are strings or numbers, as the options say; data is base64.
  ///
  /// 1. A property is written under its first key in `keyMapping`, or else under its name in the
  ///    key style. A path is written as nested objects and arrays, and a wrapper's `_foo` as
  ///    `foo`.
  /// 2. If several properties have the same key, the first one with a value is written; a value
  ///    at a path takes precedence over values deeper in the path. A path is ignored if it needs
  ///    an array where another one needs an object, or if an index is above 65,535.
  /// 3. Nil is omitted, unless the property's default isn't nil: then it is written as null.
  /// 4. Two properties to which the key style gives the same key, such as `userName` and
  ///    `user_name` in snake case, are an error, and so is one to which it gives another's key in
  ///    `keyMapping`.
  /// 5. NaN and infinity are omitted, and so is a `Codable` value that can't be encoded, such as one
  ///    with NaN. As an element of an array, or in a dictionary, they are null.
  /// 6. The export omits values of unknown types, a model inside itself, and models whose
  ///    `didExport` or transform throws, in arrays too.
  ///
  /// ```swift
  /// let person = Person()
  /// person.name = "Shan"
  /// try person.dictionaryRepresentation()["name"]  // "Shan"
  /// ```
  ///
  /// Exporting an object while one of its properties is being mutated is a fatal error, like any
  /// overlapping access.
  ///
  /// - Throws: A ``ModelError`` of code `rejected` if the model's own `didExport` or a transform
  ///   throws, `unsupportedValue` if the options list a property that the class doesn't have or the
  ///   key style gives two properties the same key, and `tooDeep` if objects and arrays are nested more than 512 levels deep, or too deep for the
  ///   thread's stack.
  public func dictionaryRepresentation(
    options: ExportOptions? = nil
  ) throws -> [String: Any] {
    try Exporter(options, for: self).root(self)
  }

  /// Returns the model as JSON text in UTF-8.
  ///
  /// The content is that of ``dictionaryRepresentation(options:)``, in declaration order unless the
  /// options sort keys. Numbers are exact: 8.2 is `8.2`, 3.0 is `3.0`, and 64-bit integers and
  /// decimals keep all digits.
  ///
  /// ```swift
  /// let person = Person()
  /// person.name = "Shan"
  /// let data = try person.jsonData()
  /// String(decoding: data, as: UTF8.self)  // {"name":"Shan","personId":0,"tags":[]}
  /// ```
  ///
  /// - Throws: The errors of ``dictionaryRepresentation(options:)``.
  public func jsonData(options: ExportOptions? = nil) throws -> Data {
    try Exporter(options, for: self).text(of: self).buffer.popData()
  }

  /// Returns the model as JSON text.
  ///
  /// Same as ``jsonData(options:)``.
  ///
  /// ```swift
  /// let image = try Image(json: #"{"image_id": "7"}"#)
  /// try image.jsonString()  // {"imageId":7}
  /// ```
  public func jsonString(options: ExportOptions? = nil) throws -> String {
    try Exporter(options, for: self).text(of: self).buffer.string
  }
}

extension Exporter {
  /// An export of a model, with the given options or else those of its class.
  convenience init(
    _ given: ExportOptions?,
    for model: ModelObject,
    numbersModels: Bool = true
  ) throws {
    let options = given ?? type(of: model).exportOptions
    try options.checkProperties(of: [type(of: model)])
    self.init(options, numbersModels: numbersModels)
  }

  /// An export of models, with the given options or else those of their declared class.
  convenience init<Root: ModelObject>(
    _ given: ExportOptions?,
    for models: some Collection<Root>
  ) throws {
    let options = given ?? Root.exportOptions
    try options.checkProperties(of: models.map { type(of: $0) })
    self.init(options, numbersModels: true)
  }

  /// Returns a writer with what a closure writes.
  @inline(never)
  func text(_ write: (JSONWriter) throws -> Void) rethrows -> JSONWriter {
    let writer = JSONWriter(options: options, models: self)
    try write(writer)
    return writer
  }

  /// Returns a writer with the text of a model.
  func text(of model: any Model) throws -> JSONWriter {
    try text { try root(model, to: $0) }
  }

  /// Returns a writer with the text of an array of models.
  func text(of models: [any Model]) throws -> JSONWriter {
    try text { try roots(models, to: $0) }
  }

  /// Returns a writer with the text of a dictionary of models, without those that are rejected.
  func text(of models: [String: any Model]) throws -> JSONWriter {
    try text { writer in
      writer.begin(isArray: false, count: models.count)
      try checked {
        for (key, model) in models.inKeyOrder() {
          _ = try? writer.attempt {
            writer.key(key)
            try root(model, to: writer)
          }
        }
      }
      writer.end(isArray: false)
    }
  }
}
