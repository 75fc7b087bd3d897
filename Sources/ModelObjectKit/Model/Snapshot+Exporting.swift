public import ModelObjectEssentials

extension Snapshot {
  /// Returns the model as a dictionary of plain values.
  ///
  /// Same as ``ModelObjectProtocol/dictionaryRepresentation(options:)``.
  ///
  /// <!-- with: class Person: ModelObject { var name = "" } -->
  /// ```swift
  /// let snapshot = try Person(json: #"{"name": "Shan"}"#).snapshot()
  /// try snapshot.dictionaryRepresentation()["name"]  // "Shan"
  /// ```
  ///
  /// - Throws: The errors of the same method of a model.
  public func dictionaryRepresentation(options: ExportOptions? = nil) throws -> [String: Any] {
    try locked { try $0.dictionaryRepresentation(options: options) }
  }

  /// Returns the model as JSON text in UTF-8.
  ///
  /// Same as ``ModelObjectProtocol/jsonData(options:)``. Hooks and getters run on the thread that
  /// calls it, one snapshot of the same copy at a time.
  ///
  /// <!-- with: class Person: ModelObject { var name = "" } -->
  /// ```swift
  /// let snapshot = try Person(json: #"{"name": "Shan"}"#).snapshot()
  /// let data = try snapshot.jsonData()
  /// String(decoding: data, as: UTF8.self)  // {"name":"Shan"}
  /// ```
  ///
  /// - Throws: The errors of the same method of a model.
  public func jsonData(options: ExportOptions? = nil) throws -> Data {
    try locked { try $0.jsonData(options: options) }
  }

  /// Returns the model as JSON text.
  ///
  /// Same as ``jsonData(options:)``.
  ///
  /// <!-- with: class Person: ModelObject { var name = "" } -->
  /// ```swift
  /// let snapshot = try Person(json: #"{"name": "Shan"}"#).snapshot()
  /// try await Task.detached { try snapshot.jsonString() }.value  // {"name":"Shan"}
  /// ```
  ///
  /// - Throws: The errors of the same method of a model.
  public func jsonString(options: ExportOptions? = nil) throws -> String {
    try locked { try $0.jsonString(options: options) }
  }

  /// Returns the names of the stored properties that differ from those of an earlier snapshot.
  ///
  /// Same as ``ModelObjectProtocol/changedProperties(since:)``.
  ///
  /// <!-- with: class Person: ModelObject { var name = "", age = 0 } -->
  /// ```swift
  /// let person = try Person(json: #"{"name": "Shan", "age": 30}"#)
  /// let before = person.snapshot()
  /// person.age = 31
  /// person.snapshot().changedProperties(since: before)  // ["age"]
  /// ```
  public func changedProperties(since before: Snapshot) -> Set<String> {
    if copy === before.copy { return locked { $0.changedProperties(since: before.object) } }
    let (now, before) = (own, before.own)
    return withExtendedLifetime((now, before)) {
      now.object.changedProperties(since: before.object)
    }
  }
}

extension Array {
  /// Returns the models of snapshots as a JSON array in UTF-8.
  ///
  /// Same as the method of an array of models. Snapshots that were made at once, by `snapshots()`,
  /// are read as they are; others are copied.
  ///
  /// ```swift
  /// let snapshots = [Image(), Image()].snapshots()
  /// let data = try snapshots.jsonData()
  /// try data == [Image(), Image()].jsonData()  // true
  /// ```
  ///
  /// - Throws: The errors of the same method of an array of models.
  public func jsonData<Model: ModelObject>(
    options: ExportOptions? = nil
  ) throws -> Data where Element == Snapshot<Model> {
    try withModels { try $0.jsonData(options: options) }
  }

  /// Returns the models of snapshots as a JSON array.
  ///
  /// Same as the method that returns data.
  ///
  /// <!-- with: class Person: ModelObject { var name = "" } -->
  /// ```swift
  /// let people = try [Person](json: #"[{"name": "Shan"}]"#)
  /// try people.snapshots().jsonString() == #"[{"name":"Shan"}]"#  // true
  /// ```
  ///
  /// - Throws: The errors of the same method of an array of models.
  public func jsonString<Model: ModelObject>(
    options: ExportOptions? = nil
  ) throws -> String where Element == Snapshot<Model> {
    try withModels { try $0.jsonString(options: options) }
  }

  /// Calls a closure with the models, which must not leave it.
  private func withModels<Model: ModelObject, Result>(
    _ body: ([Model]) throws -> Result
  ) rethrows -> Result where Element == Snapshot<Model> {
    if let copy = first?.copy, allSatisfy({ $0.copy === copy }) {
      return try copy.locked { try body(map(\.object)) }
    }
    let own = map(\.own)
    return try withExtendedLifetime(own) { try body(own.map(\.object)) }
  }
}
