package import ModelObjectEssentials

/// An archive that is read without its classes, for tools that show it.
package struct ArchiveContents {
  /// A date as in a printed model, with all digits.
  package static func text(of date: Date) -> String {
    DateText.description(of: date)
  }

  /// What the document reads.
  private let bytes: LastingBytes
  private let document: StoredDocument

  /// The numbers of the objects that were archived.
  package var roots: [Int] { document.objects }
  /// Whether an array was archived.
  package var isArray: Bool { document.root == .array }
  /// Whether a store was archived.
  package var isStore: Bool { document.root == .store }

  /// Whether it is the archive of a save, and the places in the store of its objects.
  package var isSave: Bool { document.isSave }
  package var places: [Int] { document.places }
  /// The numbers of the objects that a save removed from a store.
  package var removed: [Int] { document.removed }

  /// Reads an archive.
  ///
  /// - Throws: A ``ModelError`` of code `invalidArchive` if the data isn't an archive.
  package init(_ data: Data) throws {
    bytes = ByteView.with(data) { LastingBytes($0) }
    document = try StoredDocument(bytes.view)
    guard (roots + removed).allSatisfy({ document.numbers.contains($0) }) else {
      throw Self.damaged
    }
  }

  package var objectCount: Int { document.numbers.count }

  package var tables: [StoredTable] { document.tables }

  /// The name of the class of an object.
  package func className(of object: Int) -> String { document.tables.table(of: object)?.name ?? "" }

  /// The archived values of an object without their marks, in the order of the keys; nil for a
  /// property that keeps its default.
  ///
  /// They are of these types: `NSNull`, `Bool`, the types of numbers and `Decimal`, `String`, `Date`,
  /// `Data`, `URL`, `UUID`, `TimeZone`, `Locale`, `EncodedValue`, `ObjectNumber`, `[Any]` and
  /// `[String: Any]`.
  package func values(of object: Int) throws -> [(key: String, value: Any?)] {
    guard let table = document.tables.table(of: object),
      let values = try? table.keys(row: object - table.first).map({ key in
        (key, try document.input(key, of: object).map { try value(of: $0, depth: 0) })
      })
    else { throw Self.damaged }
    return values
  }

  private func value(of input: Input, depth: Int) throws(Misfit) -> Any {
    guard depth < 2 * FixedOptions.defaultDepth else { throw .damaged }
    let value = try input.plain { (part) throws(Misfit) in
      guard let input = try document.input(of: part) else { return JSONNull.value }
      return try self.value(of: input, depth: depth + 1)
    }
    if let some = value as? SomeInput { return try self.value(of: some.input, depth: depth) }
    let objects =
      (value as? EncodedValue)?.models?.objects ?? [value as? ObjectNumber].compactMap(\.self)
    guard objects.allSatisfy({ 0..<objectCount ~= $0.value }) else { throw .damaged }
    return value
  }

  private static var damaged: ModelError { ModelError(.invalidArchive, message: "damaged") }
}
