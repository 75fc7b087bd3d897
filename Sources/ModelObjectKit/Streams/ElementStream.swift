/// The models of a long input, one after another, as its bytes arrive.
///
/// Its state is the cutter of the input.
final class ElementStream: UncheckedStorage<ElementCutter> {
  enum Next {
    case model(any Model)
    /// No whole element before more bytes arrive.
    case nothingYet
    /// Whether the whole text has been read, without an error that ended it.
    case end(isWhole: Bool)
  }

  private let type: any Model.Type
  private let options: FixedOptions?
  /// Whether a line may be mapped before it is known that it is one object: if it isn't, what was
  /// made of it is thrown away, and no hook has seen that.
  private let triesLines: Bool
  private(set) var isAtEnd = false
  /// The first error of a value that couldn't be read, and was skipped.
  private var firstSkipped: ModelError?

  init(
    _ type: any Model.Type,
    at path: String?,
    _ options: MappingOptions?,
    _ maximumElementSize: Int
  ) {
    self.type = type
    self.options = .fixed(options)
    let schema = SchemaCache.schema(of: type)
    let maximumDepth = (self.options ?? schema.options).maximumDepth
    let plan = schema.classPlan
    triesLines =
      self.options == nil && plan.isLenient && plan.way == .short && !plan.isNoticed
    super.init(
      ElementCutter(
        PathSearch(path, type.keyMatching),
        maximumDepth: maximumDepth,
        maximumElementSize: max(1, maximumElementSize)
      )
    )
  }

  /// Ends the stream before its end.
  func end() {
    isAtEnd = true
  }

  /// The next model; elements that don't fit are skipped as in arrays.
  ///
  /// An error of code `invalidInput` is about one element, and one of code `malformedJSON` may be
  /// about a part of a sequence of values: the next call continues after it. Any other error ends
  /// the stream.
  func next() throws -> Next {
    guard !state.buffer.isLent else {
      throw ModelError(.rejected, message: "next() was called while mapping an element")
    }
    guard !isAtEnd else { return .end(isWhole: false) }
    // Most errors end the stream.
    isAtEnd = true
    if triesLines, let model = lineModel() {
      isAtEnd = false
      return .model(model)
    }
    while true {
      switch try nextElement() {
      case .element(let start, let end):
        guard let model = try model(from: start, to: end) else { continue }
        isAtEnd = false
        return .model(model)
      case .nothingYet:
        isAtEnd = false
        return .nothingYet
      case .end:
        // Without an object, the text is probably not JSON at all.
        if let firstSkipped, !state.hasObjects { throw firstSkipped }
        return .end(isWhole: true)
      }
    }
  }

  /// The model of the next line; nil if that isn't one object, or hasn't arrived.
  private func lineModel() -> (any Model)? {
    state.buffer.with { bytes in
      guard let line = state.line(in: bytes),
        let model = try? Mapping.root(type, from: bytes[line.start, line.end], options: nil)
      else { return nil }
      state.take(line)
      return model
    }
  }

  /// Finds the next element; what can't be read of a sequence of values is an issue like an element
  /// that doesn't fit.
  private func nextElement() throws -> ElementCutter.Found {
    while true {
      do {
        return try state.next()
      } catch let error as ModelError where error.code == .malformedJSON && state.isSequence {
        let options = options ?? SchemaCache.schema(of: type).options
        let kind = ModelError.Issue.Kind.typeMismatch
        guard !options.errors.contains(IssueKinds(kind)) else {
          isAtEnd = false
          throw error
        }
        if firstSkipped == nil { firstSkipped = error }
        guard options.reportedKinds.contains(IssueKinds(kind)) else { continue }
        let path = PathStep.index(state.count - 1).joined(to: "")
        let name = "\(type)"
        options.issueHandler?([
          .init(kind: kind, path: path, typeName: name, expected: name, found: "\(error)")
        ])
      }
    }
  }

  private func model(from start: Int, to end: Int) throws -> (any Model)? {
    do {
      return try state.buffer.with { bytes in
        try Mapping.element(
          type,
          bytes[start, end],
          depth: state.depth,
          options: options,
          path: state.path
        )
      }
    } catch let error as ModelError {
      isAtEnd = error.code != .invalidInput
      throw state.inElement(error)
    }
  }
}
