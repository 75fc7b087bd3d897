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
  private var isAtEnd = false

  init(
    _ type: any Model.Type,
    at path: JSONKey?,
    _ options: MappingOptions?,
    _ maximumElementSize: Int
  ) {
    self.type = type
    self.options = .fixed(options)
    let maximumDepth = (self.options ?? SchemaCache.schema(of: type).options).maximumDepth
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

  /// The next model; elements that do not fit are skipped as in arrays.
  ///
  /// An error of code `invalidInput` is about one element, one of code `malformedJSON` may be about
  /// one line: the next call continues after it. Any other error ends the stream.
  func next() throws -> Next {
    guard !state.buffer.isLent else {
      throw ModelError(.rejected, message: "next() was called while mapping an element")
    }
    guard !isAtEnd else { return .end(isWhole: false) }
    // Most errors end the stream.
    isAtEnd = true
    while true {
      switch try state.next() {
      case .element(let start, let end):
        guard let model = try model(from: start, to: end) else { continue }
        isAtEnd = false
        return .model(model)
      case .nothingYet:
        isAtEnd = false
        return .nothingYet
      case .end: return .end(isWhole: true)
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
      let error = state.placed(error, from: start, to: end)
      let isBadLine = error.code == .malformedJSON
      isAtEnd = !isBadLine && error.code != .invalidInput
      let options = options ?? SchemaCache.schema(of: type).options
      let kind = ModelError.Issue.Kind.typeMismatch
      guard isBadLine, !options.errors.contains(IssueKinds(kind)) else { throw error }
      if options.reportedKinds.contains(IssueKinds(kind)) {
        let path = PathStep.index(state.count - 1).joined(to: "")
        let name = "\(type)"
        options.issueHandler?([
          .init(kind: kind, path: path, typeName: name, expected: name, found: "\(error)")
        ])
      }
      return nil
    }
  }
}
