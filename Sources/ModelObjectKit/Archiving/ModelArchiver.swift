/// Archives the values of a model, in its `encode(with:)`.
///
/// <!-- with:
/// class Library: ModelObject {
///   var cache: [String: Int] = [:]
/// …
/// }
/// -->
/// ```swift
/// override func encode(with archiver: ModelArchiver) throws {
///   try super.encode(with: archiver)
///   try archiver.encode(cache.keys.sorted(), forKey: "cached")
/// }
/// ```
///
/// An archiver is made by ``ModelObject/archivedData()`` and is of use as long as that call lasts;
/// to give it a value later is an error.
public final class ModelArchiver {
  /// Nil when the archiving is over: the writer owns the archiver.
  private weak var writer: ArchiveWriter?

  init(_ writer: ArchiveWriter) {
    self.writer = writer
  }

  /// Puts a value into the archive under a key of the object that is being encoded.
  ///
  /// Values of all types that a property may have are taken: text, numbers, dates, models,
  /// `Codable` types, and collections of these. A model is archived once, however often it is
  /// encoded. Keys belong to one object, those of its superclasses included; of two values for one
  /// key the last one counts. Nil is kept as nil.
  ///
  /// - Throws: A ``ModelError``: its code is `unsupportedValue` for a value of any other type, and
  ///   `rejected` where the archiving is over.
  public func encode(_ value: Any?, forKey key: String) throws {
    try activeWriter().encode(value, forKey: key)
  }

  /// Archives the properties of a model: the default of `encode(with:)`.
  func encodeProperties(of model: any Model) throws {
    try activeWriter().encodeProperties(of: model)
  }

  private func activeWriter() throws -> ArchiveWriter {
    guard let writer else {
      throw ModelError(.rejected, message: "the archiver can't be used after its archive is made")
    }
    return writer
  }
}
