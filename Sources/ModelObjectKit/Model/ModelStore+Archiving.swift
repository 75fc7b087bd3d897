public import Foundation

extension ModelStore {
  /// The store's objects and all that they refer to, as one archive: a binary property list.
  ///
  /// Each object is kept once, with its own class, as ``ModelObject/archivedData()`` does it.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   var next: Row?
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// try store.upsert([Row].self, json: #"[{"id": 2, "next": {"id": 1}}]"#)
  /// let again = try ModelStore(archive: store.archivedData(), classes: [Row.self])
  /// again.all(Row.self).map(\.id)  // [2, 1]
  /// again[Row.self, 2]?.next === again[Row.self, 1]  // true
  /// ```
  ///
  /// - Throws: As archiving a model does.
  public func archivedData() throws -> Data {
    try files.archivedData(ModelObject.self)
  }

  /// Writes the store's archive to a file, which is replaced as a whole.
  ///
  /// As for a single model.
  ///
  /// - Throws: As ``archivedData()``; the file system's own errors are passed on.
  public func archive(to url: URL) throws {
    try ArchiveFile.write(archivedData(), to: url)
  }

  /// Makes the store that an archive holds, its objects in the order in which they came.
  ///
  /// Each object is filed by the identity that it has after `awake()`. An object without
  /// one, or with the identity of an earlier object, is not in the store. `awake()` and
  /// `validate()` are called as for any archive.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// try store.upsert(Row.self, json: #"{"id": 1}"#)
  /// let data = try store.archivedData()
  /// -->
  /// ```swift
  /// var lost: [ModelError.Issue] = []
  /// let opened = try ModelStore(archive: data, classes: []) { lost.append($0) }
  /// opened.all(Row.self).count  // 0
  /// lost.map(\.path)  // ["[0]"]
  /// ```
  ///
  /// - Parameters:
  ///   - data: The archive.
  ///   - classes: The classes of the store's objects. They include classes that their properties
  ///     declare, classes that they list in ``ModelObject/subclasses``, and subclasses that are
  ///     found by their names.
  ///   - onSkip: Is told of each object that the store opens without: `validate()` rejects it, or
  ///     its class is unknown. It is missing wherever it occurs: a property keeps its default, and
  ///     a list goes without it. Without a closure, such an object is an error.
  ///
  /// - Throws: A ``ModelError``: its code is `unexpectedRoot` for the archive of a model or an array,
  ///   `invalidArchive` for data that is damaged or no archive; without `onSkip` also
  ///   `unknownClass` for an object of another class, and `rejected` for an object that a hook
  ///   rejects.
  public convenience init(
    archive data: Data,
    classes: [ModelObject.Type],
    onSkip: ((ModelError.Issue) -> Void)? = nil
  ) throws {
    self.init(try FiledObjects(archive: data, ModelObject.self, classes: classes, onSkip: onSkip))
  }

  /// Makes the store that the archive in a file holds.
  ///
  /// - Throws: As for data; the errors of reading the file are passed on.
  public convenience init(
    archiveAt url: URL,
    classes: [ModelObject.Type],
    onSkip: ((ModelError.Issue) -> Void)? = nil
  ) throws {
    try self.init(archive: Data(contentsOf: url), classes: classes, onSkip: onSkip)
  }
}
