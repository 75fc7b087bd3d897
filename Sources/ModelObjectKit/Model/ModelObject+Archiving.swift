public import ModelObjectEssentials

extension ModelObject {
  /// Returns an archive, a binary property list, of the object and all objects that it refers to.
  ///
  /// Each object is stored once, with its class; shared references and cycles are preserved. The
  /// archive holds all stored properties of the class and its superclasses, except
  /// ``unarchivedProperties``, `lazy` and `weak` ones, and those of types that can't be archived, such
  /// as closures.
  ///
  /// ```swift
  /// let data = try person.archivedData()
  /// let again = try Person(archive: data)
  /// ```
  ///
  /// - Throws: A ``ModelError`` if an `encode(with:)` throws, a value is nested more than 512
  ///   levels deep, or a `Codable` value can't be encoded.
  public final func archivedData() throws -> Data {
    try ArchiveWriter.archive([self], as: .model)
  }

  /// Writes an archive of the object to a file.
  ///
  /// The file is replaced as a whole: after an error or a crash, it has its previous content. It
  /// keeps its permissions. For a symbolic link, the file that it points to is replaced. Anything
  /// but a regular file, such as a folder or a device, is an error. A program that is killed while it
  /// writes may leave a temporary file beside it.
  ///
  /// <!-- with:
  /// let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// -->
  /// ```swift
  /// try person.archive(to: url)
  /// try Person(archiveAt: url).name  // "Shan"
  /// ```
  /// - Throws: The errors of ``archivedData()`` and of the file system.
  public final func archive(to url: URL) throws {
    try ArchiveFile.write(archivedData(), to: url)
  }
}

extension ModelObjectProtocol {
  /// Makes the model of an archive, and all objects that it refers to.
  ///
  /// The model may be of a subclass. A class is found if a property declares it, if a known class
  /// lists it in ``ModelObject/subclasses``, if it is in `subclasses`, or by its name, unless it is
  /// private, local or generic. A property that the archive lacks keeps its default; if a
  /// property's type has changed, the value is converted if it fits.
  ///
  /// When all objects are decoded, `awake()` is called on each, then `validate()`. If `validate()`
  /// rejects an object, the archive is read again without it: a property that held it keeps its
  /// default, and an element is skipped. If further objects are rejected for that, up to 64 times;
  /// then the error is thrown.
  ///
  /// An archive needn't be trusted: no data crashes the program, and objects are only made of
  /// classes that are allowed in their place.
  ///
  /// <!-- with:
  /// class Shape: ModelObject {}
  /// class Circle: Shape {}
  /// class Square: Shape {}
  /// let data = try Square().archivedData()
  /// -->
  /// ```swift
  /// let shape = try Shape(archive: data, subclasses: [Circle.self, Square.self])
  /// ```
  ///
  /// - Throws: A ``ModelError``. Its code is `invalidArchive` if the data is damaged or isn't an
  ///   archive, `unknownClass` for an object of a class that isn't known or isn't allowed in its
  ///   place, `unexpectedRoot` for an archive of an array or a store, and `rejected` if a hook
  ///   rejects the root.
  public init(archive data: Data, subclasses: [ModelObject.Type] = []) throws {
    self = try Self.opened(data, subclasses) { try $0.model(of: $1) }
  }

  /// The model of an archive, as a closure reads it.
  static func opened(
    _ data: Data,
    _ others: [any Model.Type],
    _ read: (ArchiveReader, ModelObject.Type) throws -> any Model
  ) throws -> Self {
    let type = try modelType
    let model = try ArchiveReader.reading(data, classes: [type] + others) { try read($0, type) }
    guard let model = model as? Self else { throw ModelError(.unknownClass) }
    return model
  }

  /// Makes the model of an archive in a file.
  ///
  /// - Throws: The errors of ``init(archive:subclasses:)`` and of reading the file.
  public init(archiveAt url: URL, subclasses: [ModelObject.Type] = []) throws {
    let data = try Data(contentsOf: url)
    self = try ModelError.naming(url) { try Self(archive: data, subclasses: subclasses) }
  }
}
