public import ModelObjectEssentials

/// Writes models to a file one by one: one object per line, or a JSON array.
///
/// Only one model and its text are in memory at a time. Each model is written immediately, so that
/// other programs see it and nothing is lost when the writer is released. ``ModelReader`` reads
/// both forms.
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
/// Use a writer on one thread or task at a time.
public final class ModelWriter {
  /// The form of the text.
  @nonexhaustive
  public enum Form: Sendable {
    /// One object per line, with a line feed after it (NDJSON, JSON Lines);
    /// `ExportOptions.prettyPrinted` is ignored.
    case lines
    /// A JSON array: the same text as from `jsonData(options:)` of an array;
    /// `ExportOptions.references` is ignored.
    case array
  }

  private let output: (Data) throws -> Void
  /// The file, if the writer has opened it.
  private let file: OpenFile?
  private let form: Form
  private let options: ExportOptions?
  /// Whether the closing bracket needs a line break before it.
  private var breaksLine = false
  private var isEmpty = true
  /// Whether the file may end with a part of a model, because it couldn't be written.
  private var isCut = false
  private var isFinished = false
  /// Whether everything has been written.
  private var isWhole = false

  /// Writes to a file, which is created, or emptied if it exists.
  ///
  /// <!-- with:
  /// class Entry: ModelObject { var id = 0 }
  /// let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// let entries = try [Entry](json: #"[{"id": 1}, {"id": 2}]"#)
  /// -->
  /// ```swift
  /// let writer = try ModelWriter(to: url, as: .array)
  /// for entry in entries { try writer.write(entry) }
  /// try writer.finish()
  /// try String(contentsOf: url, encoding: .utf8) == #"[{"id":1},{"id":2}]"#  // true
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - form: The form of the text.
  ///   - options: The options of the export; nil for those of each model's class.
  /// - Throws: The error of opening the file.
  public convenience init(to url: URL, as form: Form = .lines, options: ExportOptions? = nil) throws
  {
    try Data().write(to: url)
    let file = try OpenFile(writing: url)
    self.init(form, options, file) { try file.write($0) }
  }

  /// Writes to a file that is open on a descriptor of the system: a pipe, a socket, standard output,
  /// or a file at its current offset.
  ///
  /// The writer doesn't close the descriptor, which must stay open as long as it writes. If it isn't
  /// open for writing, ``write(_:)`` throws the system's error.
  ///
  /// <!-- not run: it writes to standard output -->
  /// ```swift
  /// let writer = ModelWriter(descriptor: STDOUT_FILENO)
  /// try writer.write(person)
  /// ```
  public convenience init(
    descriptor: CInt,
    as form: Form = .lines,
    options: ExportOptions? = nil
  ) {
    let file = OpenFile(lent: descriptor)
    self.init(form, options) { try file.write($0) }
  }

  init(
    _ form: Form,
    _ options: ExportOptions?,
    _ file: OpenFile? = nil,
    _ output: @escaping (Data) throws -> Void
  ) {
    self.output = output
    self.file = file
    self.form = form
    self.options = options
  }

  /// Writes a model.
  ///
  /// - Throws: The errors of `jsonData(options:)`; then nothing is written, and you can write the
  ///   next model. After ``finish()``, a ``ModelError`` of code `rejected`. An error of the file,
  ///   such as that the disk is full; then a part of the text may have been written. The next model
  ///   is on a line of its own; an array can't be continued, and ``write(_:)`` and ``finish()`` throw
  ///   a ``ModelError`` of code `rejected`.
  public func write(_ model: ModelObject) throws {
    guard !isFinished else { throw ModelError(.rejected, message: "the writer is finished") }
    var options = options ?? type(of: model).exportOptions
    switch form {
    case .lines:
      options.prettyPrinted = false
      options.writesLines = true
      var line = try model.jsonData(options: options)
      line.append(UInt8(ascii: "\n"))
      // A part of a model must not become one line with the next.
      if isCut { line.insert(UInt8(ascii: "\n"), at: line.startIndex) }
      try writeText(line)
    case .array:
      try checkArray()
      // An array of one model, so that it is indented; its brackets are cut off.
      let exporter = try Exporter(options, for: model, numbersModels: false)
      let array = try exporter.text { writer in
        writer.begin(isArray: true, count: 1)
        try exporter.root(model, to: writer)
        writer.end(isArray: true)
      }
      .buffer.popData()
      let end = options.prettyPrinted ? 2 : 1
      try writeText(Data((isEmpty ? "[" : ",").utf8) + array[1..<(array.count - end)])
      breaksLine = options.prettyPrinted
    }
    isEmpty = false
  }

  private func writeText(_ text: Data) throws {
    isCut = true
    try output(text)
    isCut = false
  }

  private func checkArray() throws {
    guard isCut else { return }
    throw ModelError(.rejected, message: "the array ends with a part of a model")
  }

  /// Closes the array, and the file if the writer has opened it.
  ///
  /// After that, ``write(_:)`` throws. Calling it again does nothing, or tries again if it has thrown.
  ///
  /// <!-- with:
  /// class Entry: ModelObject { var id = 0 }
  /// let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  /// defer { try? FileManager.default.removeItem(at: url) }
  /// -->
  /// ```swift
  /// let writer = try ModelWriter(to: url, as: .array)
  /// try writer.finish()
  /// try String(contentsOf: url, encoding: .utf8)  // "[]"
  /// try writer.write(Entry())  // throws
  /// ```
  ///
  /// - Throws: An error of the file; a ``ModelError`` of code `rejected` for an array in which a model
  ///   couldn't be written.
  public func finish() throws {
    guard !isWhole else { return }
    isFinished = true
    if form == .array {
      try checkArray()
      // By itself, so that it isn't written again with what follows.
      if isEmpty { try output(Data("[".utf8)) }
      isEmpty = false
      try output(Data((breaksLine ? "\n]" : "]").utf8))
    }
    isWhole = true
    try file?.close()
  }
}
