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
  ///   or a transform's `write`, threw; of code `tooDeep` if objects and arrays are nested more than
  ///   512 levels deep, or the thread's stack has no room for them.
  public func dictionaryRepresentation(
    options: ExportOptions = ExportOptions()
  ) throws -> [String: Any] {
    try Exporter(options, numbersModels: true).root(self)
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
  public func jsonData(options: ExportOptions = ExportOptions()) throws -> Data {
    try Exporter(options, numbersModels: true).text(of: self).buffer.takeData()
  }

  /// The model as JSON text.
  ///
  /// The same text as ``jsonData(options:)`` makes.
  public func jsonString(options: ExportOptions = ExportOptions()) throws -> String {
    try Exporter(options, numbersModels: true).text(of: self).buffer.string
  }
}

extension Exporter {
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

  /// A writer that has written models, each on a line of its own.
  func lines(of models: [any Model]) throws -> JSONWriter {
    let writer = JSONWriter(options: options, models: self)
    try lines(of: models, to: writer)
    return writer
  }
}
