/// What a mapping knows while it is under way.
struct MappingState: ~Copyable {
  /// The text; without any for an input that is a dictionary.
  var reader: JSONReader
  /// The class that a mapping by name gives to the objects in the property that is being read.
  var elementClass: (any Model.Type)?
  /// The list that is being read, where the models in it are told apart.
  var list: ListUnderWay?
  /// Whether the object that comes next has none around it.
  var isAtRoot = true
  /// Whether the next object lets its hooks' errors through: it is the one that was asked for.
  var throwsRejection = false
  /// Whether keys have competed for a property: from then on no object is begun the plain way.
  var keysCompete = false
  /// Where the string begins that is cut, in a text that is still arriving; else no offset of any.
  var cutString = noOffset
  /// Whether the end of the object at hand has not come yet, in such a text.
  var isOpen = false
  /// What the plain way has replaced in the objects that are under way.
  var replaced = ReplacedValues()
  /// Whether trees that are made now are for a hook.
  var keepsTrees = false
  /// Whether the trees for hooks hold all that was in the text: no number type holds `1e999`.
  var treesAreWhole = true
  /// Whether the element or pair at hand was left out; kept up to date where a report is made.
  var leftOutPart = false
  /// Where the stack of the present thread ends.
  var stack = StackLimit()
  var notes: Notes
  /// The options in force, where they are not the usual ones: these are one object, and threads
  /// that count its references for each mapping wait for one another.
  var changedOptions: FixedOptions?
  /// The depth limit of the object that was begun last without another one around it: errors are
  /// told when its options are not in force any more.
  var depthLimit: Int
  /// What few mappings need; most make nothing for it.
  var extras: Extras?

  final class Extras {
    /// Why the mapping is at an end, where a value was `.stopped`.
    var failure: ModelError?
    /// The trees that were made of nested objects for hooks, by the offsets at which they begin.
    var knownTrees: [Int: KnownTree] = [:]
    /// Lets go of the trees from the outside in: each holds those inside of it, and letting go of
    /// ten thousand levels at once would take as many levels of the stack.
    deinit {
      guard knownTrees.count > 64 else { return }
      for start in knownTrees.keys.sorted() { knownTrees[start] = nil }
    }

    /// Where the objects and arrays begin whose ends have not come yet, the outermost first.
    var openContainers: [Int] = []
    /// The ends of objects and arrays that were passed on the way to something else.
    var containerEnds = ContainerEnds()
    /// What is told at the end of what was not taken.
    var report: (@Sendable ([ModelError.Issue]) -> Void)?
    /// The steps to what is mapped, where it is a part of a longer text.
    var reportPlace: [PathStep] = []
    /// What is wrong inside of the value that was refused last, and the type that refused it.
    var insideOfMisfit: (words: String, typeName: String)?
    /// The objects around the mapping, which it looks up and files.
    var known: (any KnownObjects)?
  }

  struct KnownTree {
    let dictionary: [String: Any]
    let end: Int
  }

  static let noOffset = Int.min

  init(text: ByteView?, options: FixedOptions?, isReport: Bool) {
    let depth = options?.maximumDepth ?? FixedOptions.usualDepth
    reader = JSONReader(text ?? .empty, maximumDepth: depth)
    notes = Notes(isReport: isReport, errors: options?.errors ?? [])
    changedOptions = options
    depthLimit = depth
  }
}

extension Mapping: StackUser {
  var reader: JSONReader {
    @inline(__always) get { state.reader }
    @inline(__always) _modify { yield &state.reader }
  }

  var elementClass: (any Model.Type)? {
    @inline(__always) get { state.elementClass }
    @inline(__always) _modify { yield &state.elementClass }
  }

  var isAtRoot: Bool {
    @inline(__always) get { state.isAtRoot }
    @inline(__always) _modify { yield &state.isAtRoot }
  }

  var throwsRejection: Bool {
    @inline(__always) get { state.throwsRejection }
    @inline(__always) _modify { yield &state.throwsRejection }
  }

  /// Moves past the value at hand; at once where a tree was made of it, or it was passed before.
  func passValue(_ reader: inout JSONReader) throws(Misfit) {
    let first = reader.next()
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return try reader.skipValue()
    }
    if let known = state.extras?.knownTrees[reader.position] {
      reader.position = known.end
    } else {
      try extras.containerEnds.pass(&reader)
    }
  }

  var keepsTrees: Bool {
    @inline(__always) get { state.keepsTrees }
    @inline(__always) _modify { yield &state.keepsTrees }
  }

  var leftOutPart: Bool {
    @inline(__always) get { state.leftOutPart }
    @inline(__always) _modify { yield &state.leftOutPart }
  }

  var stack: StackLimit {
    @inline(__always) get { state.stack }
    @inline(__always) _modify { yield &state.stack }
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

  var knownTrees: [Int: MappingState.KnownTree] {
    get { state.extras?.knownTrees ?? [:] }
    _modify { yield &extras.knownTrees }
  }

  var insideOfMisfit: (words: String, typeName: String)? {
    get { state.extras?.insideOfMisfit }
    set { extras.insideOfMisfit = newValue }
  }

  var extras: MappingState.Extras {
    if let extras = state.extras { return extras }
    let made = MappingState.Extras()
    state.extras = made
    return made
  }

  /// Where the mapping is: what a hook that comes back in the middle of it has to leave as it was.
  ///
  /// How deep it is stays: a hook that goes back again and again ends at the depth limit.
  var place: Place {
    get {
      Place(
        position: reader.position,
        elementClass: elementClass,
        list: state.list,
        leftOutPart: leftOutPart,
        keepsTrees: keepsTrees
      )
    }
    set {
      reader.position = newValue.position
      elementClass = newValue.elementClass
      state.list = newValue.list
      leftOutPart = newValue.leftOutPart
      keepsTrees = newValue.keepsTrees
    }
  }

  struct Place {
    fileprivate let position: Int
    fileprivate let elementClass: (any Model.Type)?
    fileprivate let list: ListUnderWay?
    fileprivate let leftOutPart: Bool
    fileprivate let keepsTrees: Bool
  }
}
