public import ModelObjectEssentials

extension ModelStore {
  /// Returns an archive, a binary property list, of the store's objects and all objects that they
  /// refer to.
  ///
  /// Each object is stored once, with its class, as by ``ModelObject/archivedData()``.
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
  /// - Throws: The errors of ``ModelObject/archivedData()``. Also a ``ModelError`` of code
  ///   `unsupportedValue` or `missingIdentity` if an object got the identity of another one after it
  ///   was filed, or lost its own: such an archive couldn't be opened.
  public func archivedData() throws -> Data {
    let archive = try ArchiveWriter.archive(files.all.map(\.object), as: .store)
    try files.checkIdentities()
    return archive
  }

  /// Writes an archive of the store to a file.
  ///
  /// Same as ``ModelObject/archive(to:)``.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// -->
  /// ```swift
  /// try store.upsert(Row.self, json: #"{"id": 7}"#)
  /// try store.archive(to: url)
  /// try ModelStore(archiveAt: url, classes: [Row.self])[Row.self, 7]?.id  // 7
  /// ```
  ///
  /// - Throws: The errors of ``archivedData()`` and of the file system.
  public func archive(to url: URL) throws {
    try ArchiveFile.write(archivedData(), to: url)
  }

  /// Makes the store of an archive, with its objects in their original order.
  ///
  /// Each object is filed under its identity after `awake()`. `awake()` and `validate()` are called
  /// as for any archive.
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
  ///   - classes: The classes of the store's objects. Classes of their properties, classes that
  ///     they list in ``ModelObject/subclasses``, and subclasses that can be found by name needn't
  ///     be included.
  ///   - onSkip: Called for each object that is skipped. One that `validate()` rejects, or whose
  ///     class is unknown, is skipped everywhere: a property that held it keeps its default, and an
  ///     element is skipped. One without an identity, or with that of an earlier object, only isn't
  ///     in the store: issues of kind ``ModelError/Issue/Kind/unidentified`` and
  ///     ``ModelError/Issue/Kind/replaced``. Without a closure, any of them is an error. It is also
  ///     called for values that no longer fit their properties, with an issue of kind
  ///     ``ModelError/Issue/Kind/typeMismatch``: they are left out in any case.
  ///
  /// - Throws: A ``ModelError``. Its code is `unexpectedRoot` for an archive of a model or an
  ///   array, and `invalidArchive` if the data is damaged or isn't an archive; without `onSkip`,
  ///   also `unknownClass` for an object of another class, `rejected` for an object that a hook
  ///   rejects, `missingIdentity` for one without an identity, and `unsupportedValue` for one with
  ///   the identity of an earlier one.
  public convenience init(
    archive data: Data,
    classes: [ModelObject.Type],
    onSkip: ((ModelError.Issue) -> Void)? = nil
  ) throws {
    self.init()
    try read(data, classes, onSkip)
  }

  private func read(
    _ data: Data,
    _ classes: [ModelObject.Type],
    _ onSkip: ((ModelError.Issue) -> Void)?
  ) throws {
    let stored = try ArchiveReader.reading(data, classes: classes) {
      try $0.storedObjects(onSkip: onSkip)
    }
    try files.file(stored, onSkip)
  }

  /// Makes the store of an archive in a file, or of a ``StoreFile``, which may be open; one that has
  /// never been saved has no bytes.
  ///
  /// - Throws: The errors of ``init(archive:classes:onSkip:)`` and of reading the file.
  public convenience init(
    archiveAt url: URL,
    classes: [ModelObject.Type],
    onSkip: ((ModelError.Issue) -> Void)? = nil
  ) throws {
    self.init()
    let data = try Data(contentsOf: url)
    if !data.isEmpty { try ModelError.naming(url) { try read(data, classes, onSkip) } }
  }
}
