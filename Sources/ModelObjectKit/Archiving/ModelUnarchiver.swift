/// Unarchives the values of a model, in its `decode(with:)`.
///
/// <!-- with:
/// class Library: ModelObject {
///   var cache: [String: Int] = [:]
///   func warm(_ key: String) {}
/// …
/// }
/// -->
/// ```swift
/// override func decode(with unarchiver: ModelUnarchiver) throws {
///   try super.decode(with: unarchiver)
///   let keys = try unarchiver.decode([String].self, forKey: "cached") ?? []
///   for key in keys { warm(key) }
/// }
/// ```
///
/// An unarchiver is made when an archive is opened, and can be used until `decode(with:)` returns:
/// after that, it contains nothing, and decoding throws.
public final class ModelUnarchiver {
  /// The number of the object being decoded.
  var object: Int?
  /// Nil after the reading: the reader owns the unarchiver.
  private weak var reader: ArchiveReader?

  init(_ reader: ArchiveReader) {
    self.reader = reader
  }

  /// The ``ModelObject/archiveVersion`` of the object's class when it was archived.
  public var archiveVersion: Int {
    object.flatMap { reader?.table(of: $0)?.version } ?? 0
  }

  /// Returns whether the archive has a value, which may be nil, for a key of the object.
  ///
  /// <!-- with:
  /// class Library: ModelObject {
  ///   var cache: [String: Int] = [:]
  ///   func fill() {}
  /// …
  /// }
  /// -->
  /// ```swift
  /// override func decode(with unarchiver: ModelUnarchiver) throws {
  ///   try super.decode(with: unarchiver)
  ///   // Older archives don't have it.
  ///   if !unarchiver.contains("cached") { fill() }
  /// }
  /// ```
  public func contains(_ key: String) -> Bool {
    let value = try? active { (reader, object) throws(Misfit) in
      reader.counts?.keys[object, default: []].insert(key)
      return try reader.stored(key, of: object)
    }
    return value != nil
  }

  /// Decodes the value for a key of the object.
  ///
  /// A value of another type is converted as for properties. The result is nil if the archive has
  /// no value, if the value is nil, and if it doesn't fit. A model in the result may not be decoded
  /// yet; the members of a set are, unless they contain each other in a circle. A set in a property
  /// is made once more when all objects are complete.
  ///
  /// - Throws: A ``ModelError`` of code `unknownClass` for a model of another class,
  ///   `invalidArchive` for a damaged archive, `unsupportedValue` for a type that no property can
  ///   have, and `rejected` outside `decode(with:)`.
  public func decode<T>(_ type: T.Type, forKey key: String) throws -> T? {
    try active { (reader, object) throws(Misfit) in
      reader.counts?.keys[object, default: []].insert(key)
      return try reader.decode(type, forKey: key, object)
    }
  }

  /// Decodes the properties of a model: the default of `decode(with:)`.
  func decodeProperties(of model: any Model) throws {
    try active { (reader, object) throws(Misfit) in
      try reader.decodeProperties(of: model, object)
    }
  }

  /// Calls the body with the reader, and the number of the object being decoded; throws if there is
  /// none.
  private func active<Result>(
    _ body: (ArchiveReader, Int) throws(Misfit) -> Result
  ) throws -> Result {
    guard let object, let reader else {
      throw ModelError(.rejected, message: "the unarchiver can't be used outside decode(with:)")
    }
    do throws(Misfit) {
      return try body(reader, object)
    } catch {
      throw reader.finalError()
    }
  }
}
