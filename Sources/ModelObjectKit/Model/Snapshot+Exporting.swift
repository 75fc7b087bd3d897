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
  /// Same as ``ModelObject/changedProperties(since:)``.
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
