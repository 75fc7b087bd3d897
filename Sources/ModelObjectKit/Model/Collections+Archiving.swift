public import Foundation

extension Array where Element: ModelObject {
  /// The models and all that they refer to, as one archive.
  ///
  /// As for a single model; models that are in the array twice are kept once.
  ///
  /// <!-- with: let people = [person] -->
  /// ```swift
  /// let data = try people.archivedData()
  /// let again = try [Person](archive: data)
  /// ```
  public func archivedData() throws -> Data {
    try ArchiveWriter(modelRoot: ModelObject.self).archive(self)
  }

  /// Writes the archive of the models to a file, which is replaced as a whole.
  ///
  /// As for a single model.
  ///
  /// - Throws: As ``archivedData()``; the file system's own errors are passed on.
  public func archive(to url: URL) throws {
    try ArchiveFile.write(archivedData(), to: url)
  }

  /// Makes the models that an archive of an array holds.
  ///
  /// - Throws: As for a single model; the code is `unexpectedRoot` for an archive of anything else.
  public init(archive data: Data, subclasses: [ModelObject.Type] = []) throws {
    let reader = try ArchiveReader(
      data,
      modelRoot: ModelObject.self,
      classes: [Element.self] + subclasses
    )
    self = nativeArray(of: Element.self, from: try reader.models(of: Element.self))
  }

  /// Makes the models that the archive in a file holds.
  ///
  /// - Throws: As for data; the errors of reading the file are passed on.
  public init(archiveAt url: URL, subclasses: [ModelObject.Type] = []) throws {
    try self.init(archive: Data(contentsOf: url), subclasses: subclasses)
  }
}
