public import ModelObjectEssentials

extension Array where Element: ModelObject {
  /// Returns an archive of the models and all objects that they refer to.
  ///
  /// Same as ``ModelObject/archivedData()``; a model that is in the array twice is stored once.
  ///
  /// <!-- with: let people = [person] -->
  /// ```swift
  /// let data = try people.archivedData()
  /// let again = try [Person](archive: data)
  /// ```
  public func archivedData() throws -> Data {
    try ArchiveWriter.archive(self, as: .array)
  }

  /// Writes an archive of the models to a file.
  ///
  /// Same as ``ModelObject/archive(to:)``.
  ///
  /// <!-- with:
  /// let people = [person]
  /// let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// -->
  /// ```swift
  /// try people.archive(to: url)
  /// try [Person](archiveAt: url)[0].name  // "Shan"
  /// ```
  ///
  /// - Throws: The errors of `archivedData()` and of the file system.
  public func archive(to url: URL) throws {
    try ArchiveFile.write(archivedData(), to: url)
  }

  /// Makes the models of an archived array.
  ///
  /// - Throws: The errors of ``ModelObjectProtocol/init(archive:subclasses:)``; the code is
  ///   `unexpectedRoot` if the archive isn't of an array.
  public init(archive data: Data, subclasses: [ModelObject.Type] = []) throws {
    let models = try ArchiveReader.reading(data, classes: [Element.self] + subclasses) {
      try $0.models(of: Element.self)
    }
    self = nativeArray(of: Element.self, from: models)
  }

  /// Makes the models of an archived array in a file.
  ///
  /// - Throws: The errors of `init(archive:subclasses:)` and of reading the file.
  public init(archiveAt url: URL, subclasses: [ModelObject.Type] = []) throws {
    let data = try Data(contentsOf: url)
    self = try ModelError.naming(url) { try Self(archive: data, subclasses: subclasses) }
  }
}
