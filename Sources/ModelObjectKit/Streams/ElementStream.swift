/// The models of a long input, one after another, as its bytes arrive.
final class ElementStream {
  enum Next {
    case model(any Model)
    /// No whole element before more bytes arrive.
    case nothingYet
    case end
  }

  private let type: any Model.Type
  private let options: FixedOptions?
  private var cutter: ElementCutter
  private var isAtEnd = false
  /// Whether the whole text has been read, without an error that ended it.
  private(set) var isWhole = false

  init(
    _ type: any Model.Type,
    at path: JSONKey?,
    options: FixedOptions?,
    maximumElementSize: Int
  ) {
    self.type = type
    self.options = options
    let schema = SchemaCache.schema(of: type)
    cutter = ElementCutter(
      path.map { PathSearch($0, type.keyMatching) },
      maximumDepth: (options ?? schema.options).maximumDepth,
      maximumElementSize: max(1, maximumElementSize)
    )
  }

  /// The bytes that have not been read yet; new ones are appended.
  var buffer: ByteBuffer { cutter.buffer }

  /// The number of bytes that have been read.
  var offset: Int { cutter.offset }

  /// Drops the bytes that were read, before new ones are added.
  func makeRoom() {
    cutter.makeRoom()
  }

  /// Notes that all bytes have arrived.
  func complete() {
    cutter.isComplete = true
  }

  /// Ends the stream before its end.
  func end() {
    isAtEnd = true
  }

  /// The next model; elements that do not fit are passed over as in arrays.
  ///
  /// An error of code `invalidInput` is about one element, one of code `malformedJSON` may be about
  /// one line: the next call goes on behind it. Any other error ends the stream.
  func next() throws -> Next {
    guard !isAtEnd else { return .end }
    guard !buffer.isLent else {
      throw ModelError(.rejected, message: "next() was called while mapping an element")
    }
    do {
      while true {
        switch try cutter.next() {
        case .element(let start, let end):
          if let model = try model(from: start, to: end) { return .model(model) }
        case .nothingYet: return .nothingYet
        case .end:
          isAtEnd = true
          isWhole = true
          return .end
        }
      }
    } catch let error as LineError {
      throw error.error
    } catch {
      isAtEnd = (error as? ModelError)?.code != .invalidInput
      throw error
    }
  }

  /// The error of a line that isn't JSON.
  private struct LineError: Error {
    let error: ModelError
  }

  private func model(from start: Int, to end: Int) throws -> (any Model)? {
    do {
      return try buffer.with { bytes in
        try Mapping.element(
          type,
          bytes[start, end],
          depth: cutter.depth,
          options: options,
          place: cutter.place
        )
      }
    } catch let error as ModelError {
      let error = cutter.placed(error, from: start, to: end)
      guard cutter.takesLines, error.code == .malformedJSON else { throw error }
      let options = options ?? SchemaCache.schema(of: type).options
      let kind = ModelError.Issue.Kind.typeMismatch
      if options.errors.contains(IssueKinds(kind)) { throw LineError(error: error) }
      if options.told.contains(IssueKinds(kind)) {
        let path = PathStep.index(cutter.count - 1).joined(to: "")
        let name = "\(type)"
        options.issueHandler?([
          .init(kind: kind, path: path, typeName: name, expected: name, found: "\(error)")
        ])
      }
      return nil
    }
  }
}
