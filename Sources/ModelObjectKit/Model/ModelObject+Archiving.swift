public import Foundation

extension ModelObject {
  /// The object and all that it refers to, as an archive: a binary property list.
  ///
  /// Each object is kept once, with its own class, whatever number of properties refer to it;
  /// cycles come back as they were. All stored properties of the class and its superclasses are
  /// kept, but those that the class names in ``transientProperties``, and those of types that no
  /// archive can hold, such as closures.
  ///
  /// ```swift
  /// let data = try person.archivedData()
  /// let again = try Person(archive: data)
  /// ```
  ///
  /// - Throws: A ``ModelError``: for an error of an `encode(with:)`, for a value nested more than
  ///   512 levels deep, for a `Codable` value that can't be encoded.
  public final func archivedData() throws -> Data {
    try ArchiveWriter(modelRoot: ModelObject.self).archive(self)
  }

  /// Writes the object's archive to a file.
  ///
  /// The file is replaced as a whole: after an error, or a crash, its content is as before. It
  /// keeps its permission bits. A symbolic link stays, and the file that it leads to is replaced.
  /// Anything but a regular file, such as a folder or a device, is not replaced: that is an error.
  ///
  /// - Throws: As ``archivedData()``; the file system's own errors are passed on.
  public final func archive(to url: URL) throws {
    try ArchiveFile.write(archivedData(), to: url)
  }
}

extension ModelObjectInitializable {
  /// Makes the model that an archive holds, and all that it refers to.
  ///
  /// The model may be of a subclass: it is found if a property declares it, if a known class lists
  /// it in ``ModelObject/subclasses``, if it is in `subclasses`, or by its name, as classes are
  /// that are neither private nor local nor generic. A property that the archive lacks keeps its
  /// default; a value whose property has another type now is converted where that fits. When all
  /// objects are filled, `awake()` is called on each, then `validate()`.
  /// An object that `validate()` rejects is left out where it occurs, and the rest is read anew
  /// without it: a property keeps its default, and a list goes without it.
  ///
  /// An archive may come from anywhere: only objects of classes that are allowed where they are
  /// found are ever made, and no data of any kind crashes the program.
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
  /// - Throws: A ``ModelError``: its code is `invalidArchive` for data that is damaged or no
  ///   archive, `unknownClass` for an object of a class that is not known or not allowed in its
  ///   place, `unexpectedRoot` for an archive of an array or a store, `rejected` if a hook
  ///   rejects the object itself.
  public init(archive data: Data, subclasses: [ModelObject.Type] = []) throws {
    guard let type = Self.self as? ModelObject.Type else { throw ModelError(.unsupportedValue) }
    let reader = try ArchiveReader(
      data,
      modelRoot: ModelObject.self,
      classes: [type] + subclasses
    )
    guard let model = try reader.model(of: type) as? Self else { throw ModelError(.unknownClass) }
    self = model
  }

  /// Makes the model that the archive in a file holds.
  ///
  /// - Throws: As for data; the errors of reading the file are passed on.
  public init(archiveAt url: URL, subclasses: [ModelObject.Type] = []) throws {
    try self.init(archive: Data(contentsOf: url), subclasses: subclasses)
  }
}
