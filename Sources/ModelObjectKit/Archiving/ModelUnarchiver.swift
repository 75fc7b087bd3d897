/// Gives the archived values of a model, in its `decode(with:)`.
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
///   for key in try unarchiver.decode([String].self, forKey: "cached") ?? [] { warm(key) }
/// }
/// ```
///
/// An unarchiver is made when an archive is opened and is of use as long as `decode(with:)` lasts:
/// later it contains nothing, and to ask it for a value is an error.
public final class ModelUnarchiver {
  /// The place in the archive of the object that is being decoded.
  struct Place {
    let table: StoredTable
    let row: Int
    /// The index of the object among those that were made.
    let object: Int
  }

  var place: Place?
  /// Nil when the reading is over: the reader owns the unarchiver.
  private weak var reader: ArchiveReader?

  init(_ reader: ArchiveReader) {
    self.reader = reader
  }

  /// The ``ModelObject/archiveVersion`` that the class of the object had when it was archived.
  public var archiveVersion: Int { place?.table.version ?? 0 }

  /// Whether the archive has a value, be it nil, for a key of the object.
  public func contains(_ key: String) -> Bool {
    guard let place, let reader,
      let cell = try? reader.cell(key, place.table, place.row)
    else { return false }
    return !cell.isAbsent
  }

  /// The value that the archive has for a key of the object.
  ///
  /// A value of another type is converted by the rules for properties. The result is nil where the
  /// archive has no value, where it has nil, and where the value does not fit. A model in the
  /// result may not be filled yet; the members of a set are.
  ///
  /// - Throws: A ``ModelError``: its code is `unknownClass` for a model of another class,
  ///   `invalidArchive` for a damaged archive, `unsupportedValue` for a type that no property could
  ///   have, and `rejected` outside of `decode(with:)`.
  public func decode<T>(_ type: T.Type, forKey key: String) throws -> T? {
    let (reader, place) = try active()
    do throws(Misfit) {
      return try reader.decode(type, forKey: key, place)
    } catch {
      throw reader.failure ?? ModelError(.invalidArchive)
    }
  }

  /// Fills the properties of a model: the default of `decode(with:)`.
  func decodeProperties(of model: any Model) throws {
    let (reader, place) = try active()
    do throws(Misfit) {
      try reader.decodeProperties(of: model, place)
    } catch {
      throw reader.failure ?? ModelError(.invalidArchive)
    }
  }

  /// The reader, and the place of the object that is being decoded; throws where there is none.
  private func active() throws -> (ArchiveReader, Place) {
    guard let place, let reader else {
      throw ModelError(.rejected, message: "the unarchiver can't be used outside decode(with:)")
    }
    return (reader, place)
  }
}
