/// A model, as seen by the layers below `Model/`.
///
/// Only `ModelObject` conforms to it. Most requirements are its override points.
protocol Model: AnyObject, Codable, SendableMetatype {
  init()

  /// The object as a model; nil if it isn't one.
  static func model(_ object: AnyObject) -> (any Model)?
  /// The base class that all models share.
  static var root: any Model.Type { get }
  /// A class as a model type; nil if it isn't a subclass of the base class.
  static func subclass(_ type: AnyClass) -> (any Model.Type)?
  /// The struct whose values the objects stand for, while they are mapped or written; nil for models.
  static var structType: Any.Type? { get }
  /// The hooks that the class overrides.
  static var overriddenHooks: Hooks { get }

  static var keyMatching: KeyMatching { get }
  static var keyMapping: [String: JSONKey] { get }
  static var elementClasses: [String: any Model.Type] { get }
  static var ignoredProperties: Set<String> { get }
  static var mappedProperties: Set<String>? { get }
  static var unexportedProperties: Set<String> { get }
  static var unarchivedProperties: Set<String> { get }
  static var requiredProperties: Set<String> { get }
  static var descriptions: [String: String] { get }
  static var unknownKeysProperty: String? { get }
  static var identity: Set<String> { get }
  static var propertyAccesses: [String: any PropertyAccess] { get }
  static var transforms: [String: PropertyTransform] { get }
  static var dateFormats: [String: DateOptions.Format] { get }
  static var mappingOptions: MappingOptions { get }
  static var exportOptions: ExportOptions { get }
  static var archiveName: String { get }
  static var formerArchiveNames: Set<String> { get }
  static var archiveVersion: Int { get }
  /// The subclasses by tag; nil if the class has none.
  static var classTags: ClassTags? { get }
  /// The number of the `ValueReader` for a property; nil if there is none.
  static func valueReader(for property: Property) -> Int?
  static func chosenType(for dictionary: [String: Any]) -> (any Model.Type)?

  func willMap(_ dictionary: [String: Any]) throws -> [String: Any]
  func serializeValue(_ value: Any?, key: String) throws
  func didMap(_ dictionary: [String: Any]) throws
  func awake()
  func validate() throws
  func didExport(_ dictionary: inout [String: Any]) throws
  /// Calls `isEqual(to:)`.
  func isEqual(toModel other: any Model) -> Bool
  func hash(into hasher: inout Hasher)
  /// The custom description of a subclass.
  var customDescription: String? { get }

  /// The mapping of this object, for `serializeValue(_:key:)`, which has no parameter for it.
  var activeMapping: AnyObject? { get set }
}

extension Model {
  /// The type as a program knows it: a class, or a struct whose value an object stands for.
  static var shown: Any.Type { structType ?? self }
}

/// The hooks that a class may override; a hook that isn't overridden costs nothing.
struct Hooks: OptionSet, Hashable {
  let rawValue: UInt16

  static let serializeValue = Hooks(rawValue: 1 << 0)
  static let modelType = Hooks(rawValue: 1 << 1)
  static let willMap = Hooks(rawValue: 1 << 2)
  static let didMap = Hooks(rawValue: 1 << 3)
  static let awake = Hooks(rawValue: 1 << 4)
  static let validate = Hooks(rawValue: 1 << 5)
  static let didExport = Hooks(rawValue: 1 << 6)
  static let encode = Hooks(rawValue: 1 << 7)
  static let decode = Hooks(rawValue: 1 << 8)
  static let isEqual = Hooks(rawValue: 1 << 9)
  static let hash = Hooks(rawValue: 1 << 10)
  /// Whether it can't be known which hooks the class overrides, so that it counts as overriding all.
  static let areGuessed = Hooks(rawValue: 1 << 11)

  /// The hooks that mapping an object calls.
  static let ofMapping: Hooks = [.serializeValue, .willMap, .didMap, .awake, .validate]
  /// Those of archives.
  static let ofArchiving: Hooks = [.encode, .decode]
  /// The hooks that get the values of the input.
  static let gettingValues: Hooks = [.serializeValue, .modelType, .willMap, .didMap]
  /// The hooks that can reject an object.
  static let rejecting: Hooks = [.serializeValue, .willMap, .didMap, .validate]
}

/// A class as a model type; nil if it isn't one.
///
/// It casts the root of the class hierarchy, whose result the runtime has cached: a cast of a new
/// class searches all conformances.
func modelType(_ type: AnyClass) -> (any Model.Type)? {
  #if PublicSymbols
  return type as? any Model.Type
  #else
  var ancestors = [type]
  while let ancestor = ancestors.last.flatMap(superclass(of:)) { ancestors.append(ancestor) }
  // On Apple platforms, a class of the runtime is above the base class of models.
  for ancestor in ancestors.suffix(2).reversed() {
    if let model = ancestor as? any Model.Type { return model.root.subclass(type) }
  }
  return nil
  #endif
}
