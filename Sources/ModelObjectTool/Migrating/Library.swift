/// What is known about a library whose models move.
struct Library: Sendable {
  let name: String
  /// The modules whose imports go.
  let modules: Set<String>
  /// What a model conforms to.
  let models: Set<String>
  /// What goes from an inheritance clause, because nothing is needed in its place.
  var dropped: Set<String> = []
  /// Modules that build on the library: their calls have no counterpart.
  var companions: Set<String> = []
  /// Whether a property is mapped only if the mapping function names it.
  var mapsNamedOnly = false
  /// Whether the transform of a list gets its elements.
  var transformsElements = false
  /// Whether exports write the names of properties, unless they are asked for keys.
  var exportsNames = false
  /// Whether constants with a value are mapped.
  var mapsConstants = false
  /// Whether the library's protocol is `ModelObject` in constraints, too.
  var renamesProtocols = true
  /// Whether a file still needs the library's import.
  var keepsImport: @Sendable (AnyMover) -> Bool = { _ in false }
  /// Whether a type is a model without a protocol.
  var finds: @Sendable (CodeBase, CodeBase.TypeEntry) -> Bool = { _, _ in false }
  /// Whether a type that conforms moves.
  var isModel: @Sendable (CodeBase, CodeBase.TypeEntry) -> Bool = { _, _ in true }
  /// Whether a new model is made by its `init()`.
  var callsInit = false
  /// Whether observers of a property run while it is mapped.
  var callsObservers = false
  /// What becomes of values of another type.
  var conversions: String?
  /// Whether null left an optional property as it was.
  var skipsNull = false
  /// What was done with each of the library's transforms.
  var transforms: [String: TransformRule] = [:]
  /// What the app's own transforms conform to.
  var transformProtocol: (name: String, helper: Helper)?
  /// What becomes of its functions.
  let rules: any LibraryRules.Type
  /// What becomes of calls.
  let calls: any LibraryCalls.Type

  enum TransformRule: Sendable {
    /// The library maps such values without one.
    case none
    /// A format of dates.
    case format(@Sendable (_ arguments: String) -> String?)
    /// A class or a struct of the file of the base class takes its place.
    case helper(Helper)
    case look(String)
  }

  static let all = [handyJSON, objectMapper, smartCodable, kakaJSON, swiftyJSON, codable]
}
