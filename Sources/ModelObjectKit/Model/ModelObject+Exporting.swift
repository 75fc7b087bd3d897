public import Foundation

extension ModelObjectInitializable where Self: ModelObject {
  /// The model as a dictionary of plain values, ready for any JSON encoder.
  ///
  /// It holds `String`, `Bool`, `Int`, `UInt64`, `Double`, `Decimal`, `NSNull`, arrays and
  /// dictionaries. Dates are texts, or numbers where the options ask for them, data is base64.
  ///
  /// 1. A property is written under its first key in `keyMapping`, whose path makes nested objects
  ///    and arrays, else by its name in the key style. A wrapper's `_foo` is `foo`.
  /// 2. Where properties share a place, the one that is declared first and has a value gets it; a
  ///    value at a place comes before what paths put behind it. A path that needs an array where an
  ///    earlier one needs an object is not followed, nor one with an index above 65,535.
  /// 3. Nil is left out, unless a fresh object holds something else there: then it is null.
  /// 4. These are left out, in arrays too: NaN, infinity, a value of an unknown type, a model
  ///    within itself, and a model that its own `didExport` or a transform's `write` rejects.
  ///
  /// ```swift
  /// let person = Person()
  /// person.name = "Shan"
  /// try person.dictionaryRepresentation()["name"]  // "Shan"
  /// ```
  ///
  /// Reading an object while one of its properties is being mutated is a programmer's error, as
  /// any overlapping access is.
  ///
  /// - Throws: A ``ModelError`` of code `rejected` with the error that the model's own `didExport`,
  ///   or a transform's `write`, threw; of code `unsupportedValue` if the options list a property
  ///   that the class doesn't have; of code `tooDeep` if objects and arrays are nested more than
  ///   512 levels deep, or the thread's stack has no room for them.
  public func dictionaryRepresentation(
    options: ExportOptions? = nil
  ) throws -> [String: Any] {
    try Exporter(options, for: self).root(self)
  }

  /// The model as JSON text in UTF-8.
  ///
  /// The content of ``dictionaryRepresentation(options:)``, in the order of the properties'
  /// declaration unless the options ask for sorted keys. Numbers have the digits that give the same
  /// number back: 8.2 is `8.2`, 3.0 is `3.0`, 64-bit integers and decimals are exact.
  ///
  /// ```swift
  /// let person = Person()
  /// person.name = "Shan"
  /// String(decoding: try person.jsonData(), as: UTF8.self)  // {"name":"Shan","personId":0,"tags":[]}
  /// ```
  ///
  /// - Throws: As ``dictionaryRepresentation(options:)`` does.
  public func jsonData(options: ExportOptions? = nil) throws -> Data {
    try Exporter(options, for: self).text(of: self).buffer.takeData()
  }

  /// The model as JSON text.
  ///
  /// The same text as ``jsonData(options:)`` makes.
  public func jsonString(options: ExportOptions? = nil) throws -> String {
    try Exporter(options, for: self).text(of: self).buffer.string
  }
}

extension Exporter {
  /// An export of a model, by the caller's options or else by those of the model's class.
  convenience init(
    _ given: ExportOptions?,
    for model: ModelObject,
    numbersModels: Bool = true
  ) throws {
    let options = given ?? type(of: model).exportOptions
    try options.checkProperties(of: [type(of: model)])
    self.init(options, numbersModels: numbersModels)
  }

  /// An export of models, by the caller's options or else by those of their declared class.
  convenience init<Root: ModelObject>(
    _ given: ExportOptions?,
    for models: some Collection<Root>
  ) throws {
    let options = given ?? Root.exportOptions
    try options.checkProperties(of: models.map { type(of: $0) })
    self.init(options, numbersModels: true)
  }

  /// A writer that has written a model.
  func text(of model: any Model) throws -> JSONWriter {
    let writer = JSONWriter(options: options, models: self)
    try root(model, to: writer)
    return writer
  }

  /// A writer that has written an array of models.
  func text(of models: [any Model]) throws -> JSONWriter {
    let writer = JSONWriter(options: options, models: self)
    try roots(models, to: writer)
    return writer
  }

  /// A writer that has written an object of models; one that is rejected is left out.
  func text(of models: [String: any Model]) throws -> JSONWriter {
    let writer = JSONWriter(options: options, models: self)
    writer.beginObject(count: models.count)
    try checked {
      for (key, model) in models.inKeyOrder() {
        do {
          try writer.attempt {
            writer.key(key)
            try root(model, to: writer)
          }
        } catch {}
      }
    }
    writer.endObject()
    return writer
  }

  /// A writer that has written models, each on a line of its own.
  func lines(of models: [any Model]) throws -> JSONWriter {
    let writer = JSONWriter(options: options, models: self)
    try lines(of: models, to: writer)
    return writer
  }
}
