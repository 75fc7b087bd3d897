/// Gives what an archive holds for a model, in its `decode(with:)`.
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
  /// Where the object that is being decoded stands.
  struct Place {
    let table: StoredTable
    let row: Int
    /// Its place among the objects that were made.
    let object: Int
  }

  var place: Place?
  /// Nil when the reading is over; it holds the unarchiver, not the other way about.
  private weak var reader: ArchiveReader?

  init(_ reader: ArchiveReader) {
    self.reader = reader
  }

  /// The ``ModelObject/archiveVersion`` that the class of the object had when it was archived.
  public var archiveVersion: Int { place?.table.version ?? 0 }

  /// Whether the archive has something for a key of the object, be it nil.
  public func contains(_ key: String) -> Bool {
    guard let place, let reader,
      let cell = try? reader.cell(key, place.table, place.row)
    else { return false }
    return !cell.isAbsent
  }

  /// The value that the archive has for a key of the object.
  ///
  /// A value of another type is converted by the rules for properties. The answer is nil where the
  /// archive has nothing, where it has nil, and where the value does not fit. A model that comes
  /// back may not be whole yet; the members of a set are.
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

  /// The default of the hook.
  func decodeProperties(of model: any Model) throws {
    let (reader, place) = try active()
    do throws(Misfit) {
      try reader.decodeProperties(of: model, place)
    } catch {
      throw reader.failure ?? ModelError(.invalidArchive)
    }
  }

  /// What the values are read from, while an object is being decoded.
  private func active() throws -> (ArchiveReader, Place) {
    guard let place, let reader else {
      throw ModelError(.rejected, message: "the unarchiver is of no use outside of decode(with:)")
    }
    return (reader, place)
  }
}
