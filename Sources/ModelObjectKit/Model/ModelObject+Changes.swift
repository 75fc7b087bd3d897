public import ModelObjectEssentials

extension ModelObjectProtocol where Self: ModelObject {
  /// Returns the changes since an earlier copy, as a JSON merge patch (RFC 7396).
  ///
  /// The patch contains the differences between the exports of the two objects. If you
  /// `update(dictionary:)` the earlier copy with it, the objects are equal, but for what is said below.
  ///
  /// 1. A value that is now nil or missing is written as null, whatever the options say about
  ///    nulls. If a property's key is a path, the null is at the end of the path: an update doesn't
  ///    take it for null if the beginning of the path is a key of the property, too.
  /// 2. A nested model is written as its own changes. If its class has changed, all its keys are
  ///    written, and null for those that only the earlier model had. A null tag means that the
  ///    model now has the declared class.
  /// 3. Arrays are written as a whole, with whole values in them: only properties that became nil
  ///    are null. So are dictionaries, with null for removed entries. A
  ///    merge patch can't remove a key whose value may be null: in a `[String: Any]`, a
  ///    `[String: T?]` and among kept unknown keys, an update with the patch stores null. In
  ///    other dictionaries, an update under `.strict` rejects the null. If `arrays` is `.merge`,
  ///    an update keeps the elements that the patch lacks. An array into which key paths lead by an
  ///    index has only what the class knows of it; a server that follows the RFC drops the rest.
  /// 4. A value of a `Codable` type is written as a whole, with null for its removed fields unless it
  ///    is inside an array, and for the former case of an enum with associated values.
  ///    Deeper values, a ``ModelValue``, the result of a transform and the content of an `Any`
  ///    are written without such nulls: an update of a model that ``PropertyTransform/jsonText``
  ///    reads keeps what has become nil in it; a server that stores the text doesn't.
  /// 5. A reference back to the object, or to one that a value is in, is written as its
  ///    ``ModelObject/identity``, such as `{"id":7}`. An update finds the object by that in an array
  ///    or a store; elsewhere it makes a new one. Without an identity, it is omitted.
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
  ///   - before: The earlier state: an object of the same class, usually a `copy()`.
  ///   - options: The options of both exports; nil for the class's own.
  /// - Returns: The merge patch; empty if nothing differs.
  /// - Throws: A ``ModelError`` of code `unsupportedValue` if the classes differ, or, with the
  ///   path, if a nested model changes to a class that no tag selects; also the errors of
  ///   ``dictionaryRepresentation(options:)``.
  public func dictionaryRepresentation(
    changesSince before: Self,
    options: ExportOptions? = nil
  ) throws -> [String: Any] {
    let exporter = try Exporter(options, for: self, numbersModels: false)
    let changes = try exporter.checked {
      try exporter.builder.value {
        try MergePatch.write(self, since: before, to: $0, exporter.options)
      }
    }
    return changes as? [String: Any] ?? [:]
  }

  /// Returns the changes since an earlier copy, as a JSON merge patch in UTF-8.
  ///
  /// Same as ``dictionaryRepresentation(changesSince:options:)``, with the order of keys and the
  /// digits of ``jsonData(options:)``.
  ///
  /// ```swift
  /// let person = Person()
  /// let before = person.copy()
  /// person.name = "Shan"
  /// let patch = try person.jsonData(changesSince: before)
  /// String(decoding: patch, as: UTF8.self)  // {"name":"Shan"}
  /// ```
  ///
  /// - Throws: The errors of ``dictionaryRepresentation(changesSince:options:)``.
  public func jsonData(
    changesSince before: Self,
    options: ExportOptions? = nil
  ) throws -> Data {
    try Exporter(options, for: self, numbersModels: false).text(of: self, changesSince: before)
      .buffer.popData()
  }

  /// Returns the changes since an earlier copy, as a JSON merge patch.
  ///
  /// Same as ``jsonData(changesSince:options:)``.
  ///
  /// ```swift
  /// let person = Person()
  /// try person.jsonString(changesSince: person.copy())  // {}
  /// ```
  ///
  /// - Throws: The errors of ``dictionaryRepresentation(changesSince:options:)``.
  public func jsonString(
    changesSince before: Self,
    options: ExportOptions? = nil
  ) throws -> String {
    try Exporter(options, for: self, numbersModels: false).text(of: self, changesSince: before)
      .buffer.string
  }

  /// Returns the names of the stored properties that differ from those of an earlier copy.
  ///
  /// The names are those of the printed model, without leading underscores. Properties are compared
  /// as by `==`, including ignored and unarchived ones. A nested model differs if anything in it
  /// does, but a reference back to the object itself isn't a difference. If the other object is of
  /// another subclass, the result contains all properties that can be compared.
  ///
  /// ```swift
  /// let person = Person()
  /// let before = person.copy()
  /// person.name = "Shan"
  /// person.changedProperties(since: before)  // ["name"]
  /// ```
  public func changedProperties(since before: Self) -> Set<String> {
    Comparison.differences(asModel, before.asModel)
  }
}

extension ModelObject {
  /// Updates the stored properties from another object.
  ///
  /// The other object must be of the same class, a subclass or a superclass; all properties that
  /// both have are updated, including ignored and unarchived ones, and those `lazy`, `weak` and
  /// computed ones that ``accessors`` lists. Nested models, and elements of
  /// arrays and sets, are matched by their ``identity``: known ones are updated and stay the same
  /// objects. So is a nested model without an identity, if both objects hold one of the same class
  /// there. A model that the other object holds in several places updates one model, which is then
  /// in all of them. Elements that observers of an `@Observable` class watch stay if all equal the
  /// new ones. All other values are copied as by `copy()`; copied references to an updated model lead
  /// to that model. Finally `awake()` is called, innermost first, then `validate()` on
  /// the updated objects.
  ///
  /// ```swift
  /// let person = try Person(json: #"{"name": "Shan"}"#)
  /// let before = person.copy()
  /// person.name = "Sean"
  /// try person.update(from: before)
  /// person.name  // "Shan"
  /// ```
  ///
  /// The update reaches everything that a copy has copied: if the copy of a post has an author, and
  /// that one's posts, they are all as they were when it was made, whatever the server has sent since.
  /// Keep a base and [merge](doc:MergingEdits), or update the properties that were edited. A model
  /// that the other object shares with a store is copied too; ``ModelStore/insert(_:)`` puts the
  /// store's own one in its place.
  ///
  /// Updating an object from itself does nothing. If `validate()` rejects the update, all objects
  /// stay unchanged. Updating an object while one of its properties is being mutated is a fatal
  /// error, like any overlapping access.
  ///
  /// - Throws: A ``ModelError`` of code `unsupportedValue` if the classes aren't related, or of
  ///   code `rejected` if `validate()` throws.
  public final func update(from other: ModelObject) throws {
    try Updater.update(self, from: other)
  }
}

extension Exporter {
  /// Returns a writer with the differences between two models.
  fileprivate func text(of model: any Model, changesSince before: any Model) throws -> JSONWriter {
    try text { writer in
      try checked { try MergePatch.write(model, since: before, to: writer, options) }
    }
  }
}
