/// The state of a mapping.
struct MappingState: ~Copyable {
  /// The reader of the text; empty if the input is a dictionary or an array.
  var reader: JSONReader
  /// The class by `arrayMapping` of the objects in the property that is being read.
  var elementClass: (any Model.Type)?
  /// The list that is being read if its models are matched by identity.
  var list: ListMatching?
  /// Whether the next object has no object around it.
  var isAtRoot = true
  /// Whether the object that is being filled was there before the mapping.
  var isUpdating = false
  /// Whether an object with hooks around the next one has saved it with all models in it.
  var hasSavedModels = false
  /// Whether errors of the hooks of the object at the root end the mapping.
  var throwsRejection = false
  /// Whether the next object makes a new model, whatever its property holds.
  var ignoresExisting = false
  /// The models in the value that is being read, if it may refer to one that isn't there yet.
  var modelsRead: ModelsRead?
  /// Whether the input is over, and what named such models is read again.
  var isResolving = false
  /// The number by which the text refers to the object that is about to be filled.
  var number: String?
  /// Whether a tag came twice in an object: from then on no class is picked by an early look.
  var tagsRepeat = false
  /// The offset of the cut string in a text of which only the beginning has arrived; else
  /// `noOffset`.
  var cutString = noOffset
  /// Whether the end of the object that is being read has not arrived yet.
  var isOpen = false {
    didSet { judgePlainWay() }
  }
  /// Whether the objects in the input simply become models, so that each may go the way of its
  /// class: the text is complete and has no references, `arrayMapping` gives no other class, and
  /// there is neither a report nor a store.
  private(set) var allowsPlainWay = false
  /// Whether the classes of the mapping let the order of values be noticed; nil until a dictionary
  /// asks.
  var showsOrder: Bool?
  /// Whether the trees that are being made are for a hook.
  var keepsTrees = false
  /// Whether the trees for hooks hold all numbers of the text: no number type holds `1e999`.
  var treesAreWhole = true
  /// Whether the element or pair that was read last was left out.
  var leftOutPart = false
  /// The end of the present thread's stack.
  var stack = StackLimit()
  var notes: Notes
  /// The options in force; nil for the lenient ones: all threads share that object, and would wait
  /// for one another to count its references for each mapping.
  var changedOptions: FixedOptions? {
    didSet {
      reader.follow(changedOptions)
      judgePlainWay()
    }
  }
  /// The depth limit of the last root: when an error is made, its options are not in force any
  /// more.
  var depthLimit: Int
  /// The state that few mappings need; nil until it is needed.
  var extras: Extras?

  final class Extras {
    /// The error that ends the mapping if a misfit is `.stopped`.
    var failure: ModelError?
    /// The trees made of objects of the text for hooks, by the offsets of the objects.
    var knownTrees: [Int: KnownTree] = [:]
    /// Releases the trees from the outside in: each holds those inside it, and to release ten
    /// thousand levels at once would take as many levels of the stack.
    deinit {
      guard knownTrees.count > 64 else { return }
      for start in knownTrees.keys.sorted() { knownTrees[start] = nil }
    }

    /// The offsets of the objects and arrays whose ends have not arrived yet.
    var openContainers: Set<Int> = []
    /// The options' report, which is called at the end with the values that were not taken.
    var report: (@Sendable ([ModelError.Issue]) -> Void)?
    /// The steps to the mapped value if it is part of a longer text.
    var reportPlace: [PathStep] = []
    /// The words on the misfit inside the value that was refused last, and the type that refused
    /// it.
    var insideOfMisfit: (words: String, typeName: String)?
    /// The store in which the mapping looks up and files objects.
    var known: (any ObjectRegistry)?
    /// The values that known objects had before.
    var undoList: UndoList?
    /// The models by the numbers with which the text refers to them.
    var numbered: [String: any Model] = [:]
    /// The objects that may hold others by their identity or number, and those that were refused.
    var filled: [any Model] = []
    var refused: [ObjectIdentifier: RefusedModel] = [:]
    /// How many values have come since a property named models that weren't there yet, and the last
    /// one of each property, with its number.
    var awaitedCount = 0
    var lastTaken: [AwaitedModels.Place: (number: Int, value: Any)] = [:]
    /// The number that was looked up last, and that no model has.
    var missingNumber: String?
  }

  typealias KnownTree = (dictionary: [String: Any], end: Int)

  static let noOffset = Int.min

  init(text: ByteView?, options: FixedOptions?, isReport: Bool) {
    let depth = options?.maximumDepth ?? FixedOptions.defaultDepth
    reader = JSONReader(text ?? .empty, maximumDepth: depth)
    reader.follow(options)
    notes = Notes(isReport: isReport, errors: options?.errors ?? [])
    changedOptions = options
    depthLimit = depth
    judgePlainWay()
  }

  private mutating func judgePlainWay() {
    allowsPlainWay =
      changedOptions?.makesModels != false && !isOpen && !notes.isReport && extras?.known == nil
  }

  /// Makes the mapping look up and file its objects in a store.
  mutating func file(in known: any ObjectRegistry) {
    let extras = extras ?? Extras()
    extras.known = known
    self.extras = extras
    judgePlainWay()
  }
}

extension Mapping {
  var reader: JSONReader {
    @inline(__always) get { state.reader }
    @inline(__always) _modify { yield &state.reader }
  }

  var elementClass: (any Model.Type)? {
    @inline(__always) get { state.elementClass }
    @inline(__always) _modify { yield &state.elementClass }
  }

  /// Moves past the value at the position; jumps if a tree was made of it.
  func passValue(_ reader: inout JSONReader) throws(Misfit) {
    _ = reader.next()
    if let known = state.extras?.knownTrees[reader.position] {
      reader.position = known.end
    } else {
      try reader.skipValue()
    }
  }

  var notes: Notes {
    @inline(__always) _read { yield state.notes }
    @inline(__always) _modify { yield &state.notes }
  }

  /// The options in force.
  var options: FixedOptions { state.changedOptions ?? .lenient }

  var failure: ModelError? {
    get { state.extras?.failure }
    set { extras.failure = newValue }
  }

  var extras: MappingState.Extras {
    if let extras = state.extras { return extras }
    let made = MappingState.Extras()
    state.extras = made
    return made
  }
}
