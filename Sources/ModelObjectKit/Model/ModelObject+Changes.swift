public import Foundation

extension ModelObjectInitializable where Self: ModelObject {
  /// The changes since an earlier copy, as a JSON merge patch (RFC 7396).
  ///
  /// These are the differences between the two exports under the same options, so that `didExport`,
  /// transforms and properties that are left out count as they do there. `update(dictionary:)` of
  /// the earlier copy with the patch gives an equal object.
  ///
  /// 1. A value that became nil, or is gone, is null, whether the options ask for nulls or not.
  ///    Where the keys of properties are paths, each property at the end of one is null by itself.
  /// 2. A nested model is given by its own changes if the earlier one is of the same class; else
  ///    with all its keys, and null for those that only the earlier one had, unless its class keeps
  ///    unknown keys. A tag that is null says that it is of the declared class now.
  /// 3. Arrays are whole. Dictionaries are whole too, with null for entries that are gone. Where
  ///    null is a value, in a `[String: Any]`, a `[String: T?]` and among unknown keys that are
  ///    kept, a merge patch can't say to a model that a key is gone: it takes the null.
  /// 4. A value of a `Codable` type is whole, with null for its own fields that are gone. Values
  ///    deeper in it, a `ModelValue`, the result of a transform and the content of an `Any` are
  ///    whole without null: other code reads them.
  ///
  /// <!-- with: class Person: ModelObject { var name = "", email: String?, tags: [String] = [] } -->
  /// ```swift
  /// let person = try Person(json: #"{"name": "Shan", "email": "shan@example.com"}"#)
  /// let before = person.copy()
  /// person.email = nil
  /// person.tags = ["new"]
  /// let changes = try person.dictionaryRepresentation(changesSince: before)
  /// changes.count  // 2
  /// changes["tags"] as? [String]  // ["new"]
  /// ```
  ///
  /// - Parameters:
  ///   - before: The earlier state: an object of the same class, most often a `copy()`.
  ///   - options: The options of both exports.
  /// - Returns: The merge patch; empty where nothing differs.
  /// - Throws: A ``ModelError`` of code `unsupportedValue` if the classes differ, or if a model in it
  ///   changes to a class that no tag names, with the path; else as
  ///   ``dictionaryRepresentation(options:)`` does, for either object.
  public func dictionaryRepresentation(
    changesSince before: ModelObject,
    options: ExportOptions? = nil
  ) throws -> [String: Any] {
    let exporter = try Exporter(options, for: self, numbersModels: false)
    let builder = exporter.builder
    let changes = try exporter.checked {
      try builder.value {
        try MergePatch.give(self, since: before, to: builder, exporter.options)
      }
    }
    return changes as? [String: Any] ?? [:]
  }

  /// The changes since an earlier copy, as a JSON merge patch in UTF-8.
  ///
  /// The content of ``dictionaryRepresentation(changesSince:options:)``, written as
  /// ``jsonData(options:)`` writes: in the same order of keys, with the same digits.
  ///
  /// ```swift
  /// let person = Person()
  /// let before = person.copy()
  /// person.name = "Shan"
  /// let patch = try person.jsonData(changesSince: before)
  /// String(decoding: patch, as: UTF8.self)  // {"name":"Shan"}
  /// ```
  ///
  /// - Throws: As ``dictionaryRepresentation(changesSince:options:)`` does.
  public func jsonData(
    changesSince before: ModelObject,
    options: ExportOptions? = nil
  ) throws -> Data {
    try Exporter(options, for: self, numbersModels: false).text(of: self, changesSince: before)
      .buffer.takeData()
  }

  /// The changes since an earlier copy, as the text of a JSON merge patch.
  ///
  /// The same text as ``jsonData(changesSince:options:)`` makes.
  ///
  /// ```swift
  /// let person = Person()
  /// try person.jsonString(changesSince: person.copy())  // {}
  /// ```
  ///
  /// - Throws: As ``dictionaryRepresentation(changesSince:options:)`` does.
  public func jsonString(
    changesSince before: ModelObject,
    options: ExportOptions? = nil
  ) throws -> String {
    try Exporter(options, for: self, numbersModels: false).text(of: self, changesSince: before)
      .buffer.string
  }
}

extension ModelObject {
  /// The names of the stored properties that differ from those of an earlier copy.
  ///
  /// The names are as printing has them, without leading underscores. Properties are compared as
  /// `==` compares them, ignored and transient ones too; a nested model differs where anything in
  /// it does, but a reference back to the object itself is no difference. For an object of another
  /// class all properties that can be compared are named; for the object itself none.
  ///
  /// ```swift
  /// let person = Person()
  /// let before = person.copy()
  /// person.name = "Shan"
  /// person.changedProperties(since: before)  // ["name"]
  /// ```
  public final func changedProperties(since before: ModelObject) -> Set<String> {
    Comparison.differences(self, before)
  }

  /// Takes over the stored properties of another object, and stays the same object.
  ///
  /// The other object is of the same class, of a subclass or of a superclass; the properties that
  /// both have are taken, ignored and transient ones too. Nested models, and elements of arrays and
  /// sets, that have an ``identity`` are matched by it: a known one is updated and stays the same
  /// object. So does a nested model without an identity, if both objects have one of the same class
  /// in the property. All other values are copied as by `copy()`: each model once, and references to
  /// a model that is updated lead to the updated one. `awake()` is
  /// called when all is in place, from the inside out, and then `validate()` of the updated
  /// objects.
  ///
  /// ```swift
  /// let person = try Person(json: #"{"name": "Shan"}"#)
  /// let before = person.copy()
  /// person.name = "Sean"
  /// try person.update(from: before)
  /// person.name  // "Shan"
  /// ```
  ///
  /// Nothing happens where the other object is this one. If `validate()` rejects the update, all
  /// objects are as they were. Updating an object while one of its properties is being mutated is a
  /// programmer's error and stops the program, as any overlapping access does.
  ///
  /// - Throws: A ``ModelError``: of code `unsupportedValue` where neither class derives from the
  ///   other, of code `rejected` with the error that `validate()` threw.
  public final func update(from other: ModelObject) throws {
    try Updater.update(self, from: other)
  }
}

extension Exporter {
  /// A writer that has written the differences between two models.
  fileprivate func text(
    of model: any Model,
    changesSince before: any Model
  ) throws -> JSONWriter {
    let writer = JSONWriter(options: options, models: self)
    try checked { try MergePatch.give(model, since: before, to: writer, options) }
    return writer
  }
}
