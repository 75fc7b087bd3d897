import ModelObjectEssentials

/// One mapping of a text, a dictionary or an array to a model or to models.
///
/// It lives for one call. Nested models, elements and hooks that call `super` all use it; a hook that
/// is called outside its turn begins another one.
final class Mapping: UncheckedStorage<MappingState> {
  /// The options that were given; nil if those of the class that the caller names count.
  let callersOptions: FixedOptions?
  /// Whether the input is text.
  let isText: Bool
  /// Whether the input is that of a decoder.
  let isDecoding: Bool
  /// The dictionary or array to map; nil for text.
  let callersTree: CallersTree?
  /// The path of the value with which the mapping begins; nil for the root.
  let beginning: JSONKey.Alternative?

  @inline(never)
  init(
    text: ByteView? = nil,
    tree: CallersTree? = nil,
    at beginning: String? = nil,
    options: FixedOptions?,
    isReport: Bool = false,
    isDecoding: Bool = false
  ) {
    callersOptions = options
    self.isDecoding = isDecoding
    callersTree = tree
    self.beginning = beginning.flatMap { JSONKey.Alternative(ofRoot: $0) }
    isText = text != nil
    super.init(MappingState(text: text, options: options, isReport: isReport))
    if let options { tell(options) }
  }

  /// Fixes the options when the root begins: those of the call, else those of the class that the
  /// caller names, whatever class an object then has.
  func fixOptions(of type: (any Model.Type)?) {
    notes.root = type
    guard callersOptions == nil, let type, SchemaCache.classPlan(of: type)?.isLenient != true else {
      return
    }
    let schema = SchemaCache.schema(of: type)
    guard !schema.classPlan.isLenient else { return }
    reader.remainingDepth += schema.options.maximumDepth - options.maximumDepth
    state.changedOptions = schema.options
    notes.errors = schema.options.errors
    tell(schema.options)
  }

  func using<Value>(
    _ options: @autoclosure () -> FixedOptions,
    _ body: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    let outer = state.changedOptions
    state.changedOptions = options()
    defer { state.changedOptions = outer }
    return try body()
  }
}

/// A dictionary or an array that is mapped.
enum CallersTree {
  case dictionary([String: Any])
  case array([Any])

  var input: Input {
    switch self {
    case .dictionary(let pairs): .object(.tree(pairs))
    case .array(let elements): .array(.tree(elements))
    }
  }
}

extension Mapping {
  /// What few objects need; made if there is nothing yet.
  @inline(never)
  func extras(of object: inout ObjectFilling) -> ObjectFilling.ObjectExtras {
    let extras = object.extras ?? ObjectFilling.ObjectExtras()
    object.extras = extras
    return extras
  }
}

// MARK: - Errors

extension Mapping {
  /// Tells the notes what the options ask for.
  func tell(_ options: FixedOptions) {
    if options.findsDuplicateKeys { findDuplicateKeys() }
    guard !notes.isReport else { return }
    if let census = options.census { notes.census = census }
    if options.issueHandler != nil { notes.reportedKinds = options.reportedKinds }
  }

  /// Calls the options' handler with the issues, if any.
  func tellReport() {
    if notes.isOn { notes.settle() }
    guard notes.issueCount > 0, !notes.isReport, let report = options.issueHandler else { return }
    let issues = notes.issues.prefix(ModelError.maximumIssueCount)
    report(issues.map { $0.prefixed(with: state.rare?.reportPath ?? []) })
  }

  /// Notes the error that ends the mapping; returns the misfit to throw.
  @inline(never)
  func stop(_ error: ModelError) -> Misfit {
    if !hasFailed { failure = error }
    return .stopped
  }

  /// Calls a body that reads the value at a step, and adds the step to the paths of its notes and of
  /// an error that ends the mapping.
  @inline(__always)
  func within<Value>(
    _ key: @autoclosure () -> PathStep,
    property: @autoclosure () -> PathStep,
    of owner: (any Model.Type)? = nil,
    _ body: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    let isNoted = addStep(key(), property(), of: owner)
    defer { if isNoted { removeStep() } }
    do throws(Misfit) {
      return try body()
    } catch {
      if error.isFatal { trace(error, key()) }
      throw error
    }
  }

  /// Adds the step to a value, if notes may be recorded; true then.
  @inline(__always)
  func addStep(
    _ key: @autoclosure () -> PathStep,
    _ property: @autoclosure () -> PathStep,
    of owner: (any Model.Type)? = nil
  ) -> Bool {
    guard state.notes.isOn else { return false }
    appendStep(key, property: property, of: owner)
    return true
  }

  @inline(never)
  private func appendStep(
    _ key: () -> PathStep,
    property: () -> PathStep,
    of owner: (any Model.Type)?
  ) {
    notes.steps.append(Notes.Step(key: key(), property: property(), owner: owner))
  }

  @inline(never)
  func removeStep() { notes.steps.removeLast() }

  /// Prefixes the path of an error with a step, as the error passes to the root.
  ///
  /// In text the path is made of the error's offset, so nothing is done here.
  func trace(_ misfit: Misfit, _ step: PathStep) {
    guard !isText else { return }
    if case .tooDeep(let offset) = misfit, !hasFailed { failure = tooDeep(offset) }
    failure = failure?.prefixed(with: step)
  }

  private func tooDeep(_ offset: Int, _ message: String? = nil) -> ModelError {
    ModelError(
      .tooDeep,
      path: isText ? reader.bytes.jsonPath(to: offset) : "",
      message: message ?? "more than \(options.maximumDepth) levels"
    )
  }

  /// Ends the mapping if the thread's stack is nearly used up, or would be with more bytes.
  func checkStack(with more: Int = 0) throws(Misfit) {
    if state.stack.isNear(with: more) { throw stop(tooDeep(reader.position, StackLimit.message)) }
  }

  /// The error to throw for a misfit of the root.
  func error(for misfit: Misfit) -> ModelError {
    switch misfit {
    case .stopped, .rejected: failure ?? ModelError(.rejected)
    case .syntax(let offset, let expected): reader.bytes.syntaxError(at: offset, expected)
    case .tooDeep(let offset): failure ?? tooDeep(offset)
    case .unresolved: ModelError(.rejected, message: "no object has the `$id` in `$ref`")
    case .mismatch, .null, .unfinished: ModelError(.rejected)
    }
  }

  /// Calls a hook of an object; `isRoot` says whether the caller asked for that object.
  ///
  /// An error of the hook rejects the object and is noted; for the root it ends the mapping.
  func hook<Result>(_ isRoot: Bool, _ body: () throws -> Result) throws(Misfit) -> Result {
    do {
      let result = try body()
      if hasFailed { throw Misfit.stopped }
      return result
    } catch {
      throw rejection(error, isRoot)
    }
  }

  /// The misfit for an error of a hook.
  @inline(never)
  func rejection(
    _ error: any Error,
    _ isRoot: Bool,
    of input: Input? = nil
  ) -> Misfit {
    if hasFailed { return .stopped }
    if isRoot {
      return stop(ModelError(.rejected, underlyingError: error))
    }
    if notes.isOn {
      let issue = ModelError.Issue(.rejected, found: error.quoted)
      notes.add(issue, as: .rejected, of: input)
    }
    return .rejected
  }
}
