public import Foundation

/// Writes models to a long file, one after another: one object in each line, or a JSON array.
///
/// Only one model and its text are in memory at a time. Each model is written at once, so that
/// other programs see it, and a writer that is released has written everything that it was given.
/// ``ModelReader`` reads both forms back.
///
/// <!-- with:
/// class Entry: ModelObject { var id = 0 }
/// let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
/// defer { try? FileManager.default.removeItem(at: url) }
/// let entries = try [Entry](json: #"[{"id": 1}, {"id": 2}]"#)
/// -->
/// ```swift
/// let writer = try ModelWriter(to: url)
/// for entry in entries { try writer.write(entry) }
/// try writer.finish()
/// try String(contentsOf: url, encoding: .utf8) == "{\"id\":1}\n{\"id\":2}\n"  // true
/// ```
///
/// A writer belongs to one thread or task at a time.
public final class ModelWriter {
  /// How models follow one another.
  public enum Form: Sendable {
    /// One object in each line, with a line feed after it (NDJSON, JSON Lines);
    /// `ExportOptions.prettyPrinted` is ignored.
    case lines
    /// A JSON array: the text that `jsonData(options:)` of an array of the models makes, without
    /// `ExportOptions.references`.
    case array
  }

  private let file: FileHandle
  private let closesFile: Bool
  private let form: Form
  private let options: ExportOptions?
  /// Whether the text so far needs a line break before the bracket that closes it.
  private var breaksLine = false
  private var isEmpty = true
  private var isFinished = false

  /// Writes to a file, which is made, or emptied if it is there.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - form: How models follow one another.
  ///   - options: The options of the export; nil for those of each model's class.
  /// - Throws: The error of opening the file.
  public init(to url: URL, as form: Form = .lines, options: ExportOptions? = nil) throws {
    try Data().write(to: url)
    file = try FileHandle(forWritingTo: url)
    closesFile = true
    self.form = form
    self.options = options
  }

  /// Writes to an open file: a pipe, standard output, or a file at its present offset.
  ///
  /// A file that is at its end grows. Closing it is left to the caller.
  ///
  /// <!-- not run: it writes to standard output -->
  /// ```swift
  /// let writer = ModelWriter(.standardOutput)
  /// try writer.write(person)
  /// ```
  public init(_ handle: FileHandle, as form: Form = .lines, options: ExportOptions? = nil) {
    file = handle
    closesFile = false
    self.form = form
    self.options = options
  }

  deinit {
    if closesFile { try? file.close() }
  }

  /// Writes a model after those before it.
  ///
  /// - Throws: As `jsonData(options:)` of the model does; then nothing is written, and the next
  ///   model can be. After ``finish()``, a ``ModelError`` of code `rejected`. An error of the file
  ///   passes through; a part of the text may have been written then.
  public func write(_ model: ModelObject) throws {
    guard !isFinished else { throw ModelError(.rejected, message: "the writer is finished") }
    var options = options ?? type(of: model).exportOptions
    switch form {
    case .lines:
      options.prettyPrinted = false
      var line = try model.jsonData(options: options)
      line.append(UInt8(ascii: "\n"))
      try file.write(contentsOf: line)
    case .array:
      // An array of one, whose brackets make room for its neighbors.
      let exporter = try Exporter(options, for: model, numbersModels: false)
      let array = try exporter.text(ofArrayWith: model).buffer.takeData()
      let end = options.prettyPrinted ? 2 : 1
      try file.write(contentsOf: Data((isEmpty ? "[" : ",").utf8) + array[1..<(array.count - end)])
      breaksLine = options.prettyPrinted
    }
    isEmpty = false
  }

  /// Ends the text: closes the array, and the file if the writer has opened it.
  ///
  /// Nothing can be written afterwards. To call it again does nothing.
  ///
  /// - Throws: An error of the file.
  public func finish() throws {
    guard !isFinished else { return }
    isFinished = true
    if form == .array {
      let end = (isEmpty ? "[" : breaksLine ? "\n" : "") + "]"
      try file.write(contentsOf: Data(end.utf8))
    }
    if closesFile { try file.close() }
  }
}

extension Exporter {
  /// A writer that has written an array of one model; throws if the model is rejected.
  fileprivate func text(ofArrayWith model: any Model) throws -> JSONWriter {
    let writer = JSONWriter(options: options, models: self)
    writer.beginArray(count: 1)
    try root(model, to: writer)
    writer.endArray()
    return writer
  }
}
