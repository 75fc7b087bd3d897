extension ModelObject: Model {
  static func model(_ object: AnyObject) -> (any Model)? { object as? ModelObject }

  static var root: any Model.Type { ModelObject.self }

  static func subclass(_ type: AnyClass) -> (any Model.Type)? { type as? ModelObject.Type }

  final var activeMapping: AnyObject? {
    get { hookFrame.object }
    set { hookFrame = Borrowed(newValue as? HookFrame) }
  }

  static var elementClasses: [String: any Model.Type] { arrayMapping }

  static var propertyAccesses: [String: any PropertyAccess] {
    #if PublicSymbols
    let given = (self as? any AccessorGiving.Type)?.givenAccessors ?? [:]
    let accessors = accessors.merging(given) { own, _ in own }
    #else
    let accessors = accessors
    #endif
    // Even of nothing, the result's type makes the runtime search all conformances.
    return accessors.isEmpty ? [:] : accessors.mapValues(\.access)
  }

  static var classTags: ClassTags? { subclasses?.tags }

  static func valueReader(for property: Property) -> Int? { ValueReader.number(for: property) }

  static func chosenType(for dictionary: [String: Any]) -> (any Model.Type)? {
    modelType(for: dictionary)
  }

  func isEqual(toModel other: any Model) -> Bool {
    (other as? ModelObject).map { isEqual(to: $0) } ?? false
  }

  var customDescription: String? { (self as? any CustomStringConvertible)?.description }

  static var overriddenHooks: Hooks {
    if let structHooks { return structHooks }
    let hooks = Hooks(HookProbes.detectors.filter { $0.1.isOverridden(in: self) }.map(\.0))
    return HookProbes.areExact ? hooks : hooks.union(.areGuessed)
  }
}

extension ModelObject: ArchivingModel {}

/// A probe for each hook: a class that overrides this one method and nothing else.
enum HookProbes {
  static let detectors: [(Hooks, HookDetector)] = [
    (.serializeValue, SerializeValueProbe.self),
    (.modelType, ModelTypeProbe.self),
    (.willMap, WillMapProbe.self),
    (.didMap, DidMapProbe.self),
    (.awake, AwakeProbe.self),
    (.validate, ValidateProbe.self),
    (.didExport, DidExportProbe.self),
    (.isEqual, IsEqualProbe.self),
    (.hash, HashProbe.self),
    (.encode, EncodeProbe.self),
    (.decode, DecodeProbe.self),
  ].map { (hook: Hooks, probe: ModelObject.Type) in
    (hook, HookDetector(base: ModelObject.self, overriding: probe, plain: PlainProbe.self))
  }

  static let areExact = detectors.allSatisfy(\.1.isExact)
}

private final class PlainProbe: ModelObject {}

private final class SerializeValueProbe: ModelObject {
  override func serializeValue(_ value: Any?, key: String) throws {}
}

private final class ModelTypeProbe: ModelObject {
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    PlainProbe.self
  }
}

private final class WillMapProbe: ModelObject {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { [:] }
}

private final class DidMapProbe: ModelObject {
  override func didMap(_ dictionary: [String: Any]) throws { activeMapping = nil }
}

private final class AwakeProbe: ModelObject {
  override func awake() { activeMapping = nil }
}

private final class ValidateProbe: ModelObject {
  override func validate() throws { activeMapping = nil }
}

private final class DidExportProbe: ModelObject {
  override func didExport(_ dictionary: inout [String: Any]) throws { dictionary = [:] }
}

private final class IsEqualProbe: ModelObject {
  override func isEqual(to other: ModelObject) -> Bool { false }
}

private final class HashProbe: ModelObject {
  override func hash(into hasher: inout Hasher) { hasher.combine(0) }
}

private final class EncodeProbe: ModelObject {
  override func encode(with archiver: ModelArchiver) throws {}
}

private final class DecodeProbe: ModelObject {
  override func decode(with unarchiver: ModelUnarchiver) throws {}
}

extension ModelObject {
  /// The object as the layers below know it, where it takes long anyway.
  ///
  /// If the compiler sees its class, it compiles what the object is passed to once more for it.
  @inline(never)
  final var asModel: any Model { self }
}
