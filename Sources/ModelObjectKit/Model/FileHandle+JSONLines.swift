public import Foundation

extension FileHandle {
  /// Writes a model as a line of JSON text (NDJSON), with a line feed behind it.
  ///
  /// The line is written at once, at the file's offset, so that a file opened for appending grows
  /// line by line, and its readers see each line. `prettyPrinted` is ignored.
  ///
  /// <!-- not run: it writes a file -->
  /// ```swift
  /// let file = try FileHandle(forWritingTo: url)
  /// try file.seekToEnd()
  /// try file.write(jsonLine: person)
  /// ```
  ///
  /// ``ModelReader`` reads such lines back.
  ///
  /// - Throws: As `jsonData(options:)` of the model does, and then nothing is written. An error of
  ///   the file passes through; a part of the line may have been written then.
  public func write(
    jsonLine model: ModelObject,
    options: ExportOptions = ExportOptions()
  ) throws {
    var options = options
    options.prettyPrinted = false
    var line = try model.jsonData(options: options)
    line.append(UInt8(ascii: "\n"))
    try write(contentsOf: line)
  }

  /// Writes models as lines of JSON text (NDJSON), with a line feed behind each.
  ///
  /// As ``Swift/Array/jsonLines(options:)``, but only a few models and their lines are in memory at
  /// a time, however many a lazy sequence has. A model whose `didExport` throws is left out.
  ///
  /// <!-- not run: it reads a file, and writes another one -->
  /// ```swift
  /// let reader = try ModelReader<Person>(contentsOf: url)
  /// let people = sequence(state: reader) { try? $0.next() }
  /// try file.write(jsonLines: people.lazy.filter { $0.personId > 0 })
  /// ```
  ///
  /// - Throws: An error of the file; a part of the lines may have been written then.
  public func write<Models: Sequence>(
    jsonLines models: Models,
    options: ExportOptions = ExportOptions()
  ) throws where Models.Element: ModelObject {
    var waiting: [Models.Element] = []
    for model in models {
      waiting.append(model)
      guard waiting.count == 64 else { continue }
      try write(contentsOf: try waiting.jsonLines(options: options))
      waiting.removeAll(keepingCapacity: true)
    }
    if !waiting.isEmpty { try write(contentsOf: try waiting.jsonLines(options: options)) }
  }
}
