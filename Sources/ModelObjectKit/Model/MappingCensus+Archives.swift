public import ModelObjectEssentials

extension MappingCensus {
  /// Counts what an archive loses when it is opened with the classes of today.
  ///
  /// The archive may be of a model, an array or a store, or a store file: then the last version of
  /// each object counts. Its objects are made, judged, and let go.
  ///
  /// - A property that the archive lacks is missing: it has its default.
  /// - A key that no property takes is unknown, such as that of a removed property.
  /// - A value that doesn't fit its property, or an element that is skipped, is a mismatch.
  /// - An object that `validate()` rejects is rejected; its key is empty.
  /// - An object of a store that has no identity any more is unidentified, and one that has the
  ///   identity of an earlier one is replaced; their keys are empty.
  ///
  /// A value that is found under another name or is converted isn't an entry, and neither is a nil. An
  /// object of a class that overrides ``ModelObject/decode(with:)`` is only counted, unless the
  /// override calls `super`. Keys that it decodes itself aren't unknown. What is inside a snapshot, or
  /// inside a model in a `Codable` value, isn't looked at: `onSkip:` of a store hears of that.
  ///
  /// Keep an archive of each released version beside your tests, and expect its census to be empty,
  /// or as you know it: see <doc:ChangingClasses>.
  ///
  /// <!-- with:
  /// class Earlier: ModelObject {
  ///   var nick = ""
  ///   var age = ""
  ///   override class var archiveName: String { "Person" }
  /// }
  /// let people = try [Earlier](json: #"[{"nick": "Shan", "age": "7"}, {"nick": "Kim", "age": "old"}]"#)
  /// let data = try people.archivedData()
  /// class Person: ModelObject {
  ///   var nickname = ""
  ///   var age = 0
  ///   override class var archiveName: String { "Person" }
  /// }
  /// -->
  /// ```swift
  /// // Of two people that a version with `nick` and a textual age has archived:
  /// print(try MappingCensus(archive: data, classes: [Person.self]))
  /// // Person, 2 objects
  /// //   age      1 time a string instead of a number
  /// //   nickname always missing
  /// //   ? nick   2 times, a string; near nickname
  /// ```
  ///
  /// - Parameters:
  ///   - data: The archive.
  ///   - classes: The classes of the archived objects. Classes of their properties, classes that
  ///     they list in ``ModelObject/subclasses``, and subclasses that can be found by name needn't
  ///     be included.
  ///
  /// - Throws: A ``ModelError``. Its code is `invalidArchive` if the data is damaged or isn't an
  ///   archive, `unknownClass` for an object of another class, and `rejected` if a
  ///   `decode(with:)` throws.
  public convenience init(archive data: Data, classes: [ModelObject.Type]) throws {
    self.init()
    try ArchiveReader.count(data, classes: classes, in: self)
  }

  /// Counts what an archive in a file loses when it is opened with the classes of today.
  ///
  /// The file may be a ``StoreFile`` that is open: no lock is needed, and nothing is written.
  ///
  /// <!-- with:
  /// class Person: ModelObject { var age = 0 }
  /// let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  /// try Person().archive(to: url)
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// -->
  /// ```swift
  /// let census = try MappingCensus(archiveAt: url, classes: [Person.self])
  /// census.entries  // []
  /// census.objectCounts  // ["Person": 1]
  /// ```
  ///
  /// - Throws: The errors of ``init(archive:classes:)`` and of reading the file.
  public convenience init(archiveAt url: URL, classes: [ModelObject.Type]) throws {
    let data = try Data(contentsOf: url)
    self.init()
    // A store file that has never been saved.
    if data.isEmpty { return }
    try ModelError.naming(url) { try ArchiveReader.count(data, classes: classes, in: self) }
  }
}
