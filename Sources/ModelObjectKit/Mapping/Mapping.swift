import Foundation

/// One mapping: from an input, whatever it is made of, to a model or an array of models.
///
/// It lives for one call. Nested models, elements and hooks that call `super` all come back to it.
final class Mapping {
  /// The options that the caller gave; nil where each class's own count.
  let givenOptions: FixedOptions?
  /// Whether the input is text; else it is a dictionary.
  let isText: Bool
  /// The classes that the caller gives to containers, by folded property name or key.
  let namedClasses: [String: any Model.Type]
  /// The options in force.
  var options: FixedOptions { changedOptions ?? .lenient }
  /// Those options, where they are not the usual ones: these are one object, and threads that count
  /// its references for each mapping wait for one another.
  private var changedOptions: FixedOptions?
  /// The depth limit of the object that was begun last without another one around it: errors are
  /// told when its options are not in force any more.
  private var depthLimit: Int
  var notes: Notes
  /// Why the mapping is at an end, where a value was `.stopped`.
  var failure: ModelError?
  /// The trees that were made of nested objects for hooks, by the offsets at which they begin.
  var knownTrees: [Int: KnownTree] = [:]
  /// The ends of objects and arrays that were passed on the way to somewhere else.
  var passedValues = PassedValues()
  /// A walk whose memory the next one takes.
  var spareWalk: PathWalk?
  /// Whether the element or pair at hand was left out; kept up where somebody wants a report.
  var leftOutPart = false
  /// What every object and value needs at hand.
  private let state: Cell<State>

  struct State {
    /// The text; without any for an input that is a dictionary.
    var reader: JSONReader
    var elementClass: (any Model.Type)?
    /// Whether the object that comes next has none around it.
    var isAtRoot = true
    /// Whether the next object lets its hooks' errors through: it is the one that was asked for.
    var throwsRejection = false
    /// Whether objects look for keys that compete for one property before they map any.
    ///
    /// Competing keys are rare; once there were some, nothing is mapped twice any more.
    var looksAhead = false
    /// Whether trees that are made now are for a hook.
    var keepsTrees = false
    /// Where the stack of the present thread ends.
    var stack = StackLimit()
  }

  struct KnownTree {
    let dictionary: [String: Any]
    let end: Int
  }

  init(
    text: ByteView? = nil,
    options: FixedOptions?,
    namedClasses: [String: any Model.Type],
    isReport: Bool = false
  ) {
    givenOptions = options
    isText = text != nil
    changedOptions = options
    depthLimit = options?.maximumDepth ?? FixedOptions.usualDepth
    self.namedClasses =
      namedClasses.isEmpty
      ? [:]
      : Dictionary(
        namedClasses.map { (FoldedKey($0.key).text, $0.value) },
        uniquingKeysWith: { $1 }
      )
    notes = Notes(isReport: isReport, errors: options?.errors ?? [])
    state = Cell(
      State(
        reader: JSONReader(
          text ?? .empty,
          maximumDepth: options?.maximumDepth ?? FixedOptions.usualDepth
        )
      )
    )
  }

  /// Makes the options of a class those in force, where no object around it has set them.
  func enter(_ schema: ModelSchema) -> FixedOptions?? {
    guard isAtRoot else { return nil }
    isAtRoot = false
    depthLimit = (givenOptions ?? schema.options).maximumDepth
    guard givenOptions == nil, !schema.textPlan.isLenient || changedOptions != nil else {
      return .some(nil)
    }
    let outer = changedOptions
    use(schema.options)
    return .some(outer)
  }

  /// Ends what `enter` began.
  func leave(_ outer: FixedOptions??) {
    guard case .some(let outer) = outer else { return }
    isAtRoot = true
    if givenOptions == nil, changedOptions !== outer { use(outer) }
  }

  private func use(_ options: FixedOptions?) {
    let former = self.options
    changedOptions = options
    reader.remainingDepth += self.options.maximumDepth - former.maximumDepth
    notes.errors = self.options.errors
  }
}

// MARK: - State

extension Mapping {
  var reader: JSONReader {
    @inline(__always) get { state.value.reader }
    @inline(__always) _modify { yield &state.value.reader }
  }

  var elementClass: (any Model.Type)? {
    @inline(__always) get { state.value.elementClass }
    @inline(__always) _modify { yield &state.value.elementClass }
  }

  var isAtRoot: Bool {
    @inline(__always) get { state.value.isAtRoot }
    @inline(__always) _modify { yield &state.value.isAtRoot }
  }

  var throwsRejection: Bool {
    @inline(__always) get { state.value.throwsRejection }
    @inline(__always) _modify { yield &state.value.throwsRejection }
  }

  /// An object that lies deep looks ahead in any case: where keys compete on every level around it,
  /// it would be mapped once for each of them.
  var looksAhead: Bool {
    @inline(__always) get {
      state.value.looksAhead || isDeep(state.value.reader)
    }
    set { state.value.looksAhead = newValue }
  }

  @inline(__always)
  private func isDeep(_ reader: borrowing JSONReader) -> Bool {
    reader.remainingDepth < depthLimit &- 16
  }

  /// Moves past the value at hand; where it lies deep, at once if it was passed before.
  func passValue(_ reader: inout JSONReader) throws(Misfit) {
    if isDeep(reader) { try passedValues.pass(&reader) } else { try reader.skipValue() }
  }

  var keepsTrees: Bool {
    @inline(__always) get { state.value.keepsTrees }
    @inline(__always) _modify { yield &state.value.keepsTrees }
  }

  var stack: StackLimit {
    @inline(__always) get { state.value.stack }
    @inline(__always) _modify { yield &state.value.stack }
  }
}

// MARK: - Errors

extension Mapping {
  /// Ends the mapping with an error.
  func stop(_ error: ModelError) -> Misfit {
    if failure == nil { failure = error }
    return .stopped
  }

  /// Puts a step in front of the path of an error that is on its way to the root.
  ///
  /// In text the offset tells where an error is, so its path is not put together on the way.
  func trace(_ misfit: Misfit, _ step: PathStep) {
    guard !isText else { return }
    if case .tooDeep(let offset) = misfit, failure == nil { failure = tooDeep(offset) }
    failure = failure?.prefixed(with: step)
  }

  private func tooDeep(_ offset: Int) -> ModelError {
    ModelError(
      .tooDeep,
      path: isText ? reader.bytes.jsonPath(to: offset) : "",
      message: "more than \(depthLimit) levels"
    )
  }

  /// The error that a misfit of the root is.
  func error(for misfit: Misfit) -> ModelError {
    switch misfit {
    case .stopped, .rejected: failure ?? ModelError(.rejected)
    case .syntax(let offset, let expected): reader.bytes.syntaxError(at: offset, expected)
    case .tooDeep(let offset): failure ?? tooDeep(offset)
    case .mismatch, .null: ModelError(.rejected)
    }
  }

  /// Calls a hook.
  ///
  /// What it throws rejects the object, and is noted where somebody asks; the object that was asked
  /// for passes it on.
  func hook<Result>(
    _ isRoot: Bool,
    step: PathStep? = nil,
    _ body: () throws -> Result
  ) throws(Misfit) -> Result {
    do {
      let result = try body()
      if failure != nil { throw Misfit.stopped }
      return result
    } catch {
      throw rejection(error, isRoot, step)
    }
  }

  /// What an error means that a hook threw.
  func rejection(_ error: any Error, _ isRoot: Bool, _ step: PathStep?) -> Misfit {
    if failure != nil { return .stopped }
    let path = step?.joined(to: "") ?? ""
    if isRoot { return stop(ModelError(.rejected, path: path, underlying: error)) }
    if notes.isKept {
      notes.add(ModelError.Issue(kind: .rejected, path: path, found: String(describing: error)))
    }
    return .rejected
  }
}
