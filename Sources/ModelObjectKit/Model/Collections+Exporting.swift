public import Foundation

extension Array where Element: ModelObject {
  /// The models as dictionaries of plain values.
  ///
  /// Each is what its own `dictionaryRepresentation(options:)` answers; a model whose `didExport`,
  /// or a transform's `write`, throws is left out. The options' `properties` count for each.
  ///
  /// ```swift
  /// let people = try [Person](json: #"[{"name": "Shan"}, {"name": "Kim"}]"#)
  /// try people.dictionaryRepresentations().count  // 2
  /// ```
  public func dictionaryRepresentations(
    options: ExportOptions = ExportOptions()
  ) throws -> [[String: Any]] {
    Exporter(options).roots(self)
  }

  /// The models as a JSON array in UTF-8.
  ///
  /// As ``dictionaryRepresentations(options:)``, written straight as text.
  public func jsonData(options: ExportOptions = ExportOptions()) throws -> Data {
    Exporter(options).text(of: self).buffer.takeData()
  }

  /// The models as a JSON array.
  ///
  /// The same text as ``jsonData(options:)`` makes.
  public func jsonString(options: ExportOptions = ExportOptions()) throws -> String {
    Exporter(options).text(of: self).buffer.string
  }
}
