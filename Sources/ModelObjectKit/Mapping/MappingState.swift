/// The state of a mapping.
///
/// What belongs to one part of it is in a type next to that part (`Notes.swift`,
/// `Mapping+PartialText.swift`, `Mapping+Trees.swift`, `References.swift`). CONTRIBUTING has a table
/// of who sets and who clears what.
struct MappingState: ~Copyable {
  /// The reader of the text; empty if the input is a dictionary or an array.
  var reader: JSONReader
  var notes: Notes
  /// The structure of what was recorded of the text (`Mapping.node(at:)`).
  var tape = Tape()
  /// The pairs of the objects that hooks are getting, each object's behind those of the one around it;
  /// after these, those of an object that is looked through.
  var pairs = ReusedBuffer<TextPair>()
  /// The end of the present thread's stack.
  var stack = StackLimit()
  var rules = ModelRules()
  var cut = TextCut() {
    didSet { judgeShortWay() }
  }
  var trees = HookTrees()
  /// Nil until there is a value of a user's `Codable` type.
  var structs: StructState?
  /// Nil until something may refer to another object.
  var references: References?
  /// What few mappings need; nil until it is needed.
  var rare: RareState?

  // MARK: The options

  /// The options in force; nil for the lenient ones.
  ///
  /// All threads share the lenient ones, and would wait for one another to count the references to
  /// them for each mapping. The root fixes them; `using` changes them for a value.
  var changedOptions: FixedOptions? {
    didSet {
      reader.follow(changedOptions)
      judgeShortWay()
    }
  }
  /// Whether the objects in the input simply become models, so that each may go the way of its
  /// class: the text is complete and has no references, `arrayMapping` gives no other class,
  /// values aren't mapped by rules, there is no store, and keys that occur twice aren't looked for by class.
  private(set) var allowsShortWay = false

  // MARK: The object

  /// The object that is being filled; nil outside objects, and in a new one that takes the short way.
  var frame: ObjectFrame?

  // MARK: Counted

  /// How many values or parts of them didn't fit: a row keeps these.
  var misfitCount = 0

  final class RareState {
    /// The error that ends the mapping if a misfit is `.stopped`.
    var failure: ModelError?
    /// The steps to the mapped value if it is part of a longer text.
    var reportPath: [PathStep] = []
    /// Whether the pairs of dictionaries are mapped in the order of their keys, although nothing but an
    /// error shows it.
    var isInOrder = false
    /// The words on the misfit inside the value that was refused last, to follow its description,
    /// and the type that refused it.
    var insideOfMisfit: (words: String, typeName: String)?
    /// The store in which the mapping looks up and files objects.
    fileprivate(set) var registry: (any ObjectRegistry)?
    /// The values that known objects had before.
    var undoList: UndoList?
    /// The models that a program has put into the input.
    var callersModels: Set<ObjectIdentifier> = []
    /// The objects whose identity is seen at the end of the call.
    var lateObjects: [LateObject] = []
    /// The keys that occur twice; nil unless the options ask for them.
    fileprivate(set) var duplicateKeys: DuplicateKeys?
    /// Whether these need to know the class of each object.
    fileprivate var needsClasses = false
  }

  init(text: ByteView?, options: FixedOptions?, isReport: Bool) {
    let depth = options?.maximumDepth ?? FixedOptions.defaultDepth
    reader = JSONReader(text ?? .empty, maximumDepth: depth)
    reader.follow(options)
    notes = Notes(isReport: isReport, errors: options?.errors ?? [])
    changedOptions = options
    judgeShortWay()
  }

  /// Whether each value is mapped by the rules of its type, from every source: none goes straight from
  /// the input into its property.
  ///
  /// A report notes each value, and these see conversions. An option that changes values is to be named
  /// here, and in `FixedOptions.needsMapping`.
  var mapsByRules: Bool { notes.isReport || changedOptions?.seesConversions == true }

  private mutating func judgeShortWay() {
    allowsShortWay =
      changedOptions?.makesModels != false && !cut.isUnfinished && !mapsByRules
      && rare?.registry == nil && rare?.needsClasses != true
  }

  /// Lets the mapping find keys that occur twice, and tell of each object which class it becomes if
  /// that is needed.
  mutating func find(_ keys: DuplicateKeys, byClass: Bool) {
    let rare = rare ?? RareState()
    (rare.duplicateKeys, rare.needsClasses) = (keys, byClass)
    self.rare = rare
    judgeShortWay()
  }

  /// Makes the mapping look up and file its objects in a store.
  mutating func file(in registry: any ObjectRegistry) {
    let rare = rare ?? RareState()
    rare.registry = registry
    self.rare = rare
    judgeShortWay()
  }
}

/// How the models in the value that is being read are made.
///
/// What holds the value sets it: a property, or a root with a list. Each model clears it for what is
/// in the model, and puts it back (`Mapping.model(from:declared:existing:)`).
struct ModelRules {
  /// The class of the objects by `arrayMapping`.
  var elementClass: (any Model.Type)?
  /// The list if its models are matched by identity.
  var list: ListMatching?
  /// Whether the model is the object that the caller asks for: errors of its hooks end the mapping.
  var isRoot = false
  /// Whether a model that is there is one that the caller updates, in a dictionary.
  var isUpdating = false
  /// Whether a value may have any form that its type takes: it is compared, is what a transform gets, or
  /// has been noted as the only element of a list.
  var hasAnyForm = false
}

extension Mapping {
  var reader: JSONReader {
    @inline(__always) get { state.reader }
    @inline(__always) _modify { yield &state.reader }
  }

  var elementClass: (any Model.Type)? { state.rules.elementClass }

  var notes: Notes {
    @inline(__always) _read { yield state.notes }
    @inline(__always) _modify { yield &state.notes }
  }

  /// Whether the object that is being filled was there before, and is updated.
  var isUpdating: Bool { state.frame?.isUpdating == true }

  /// Whether the input is over, and what named models that weren't there is read again.
  var isResolving: Bool { state.references?.isResolving == true }

  /// The objects of the store that the mapping belongs to; nil for a mapping without a store.
  var registry: (any ObjectRegistry)? { state.rare?.registry }

  /// The saved values; a mapping that only makes objects has none.
  var undoList: UndoList {
    let list = state.rare?.undoList ?? UndoList()
    rare.undoList = list
    return list
  }

  var undoMark: UndoList.Mark { state.rare?.undoList?.mark ?? 0 }

  /// The options in force.
  var options: FixedOptions { state.changedOptions ?? .lenient }

  var preservesReferences: Bool { options.references == .preserved }

  var failure: ModelError? {
    get { state.rare?.failure }
    set { rare.failure = newValue }
  }

  var hasFailed: Bool { failure != nil }

  var rare: MappingState.RareState {
    let rare = state.rare ?? MappingState.RareState()
    state.rare = rare
    return rare
  }
}
