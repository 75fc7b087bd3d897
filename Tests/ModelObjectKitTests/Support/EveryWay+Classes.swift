import Foundation
import ModelObjectKit

/// What a class under test declares.
///
/// Each class of this file is made of it: one that takes another way to the same property must come
/// to the same value.
protocol Subject {
  associatedtype Value: Equatable
  static var initial: Value { get }
  /// The options, which are given to the call or are those of the class.
  static var options: MappingOptions { get }
  static var keyMatching: KeyMatching { get }
  static var keyMapping: [String: JSONKey] { get }
  static var arrayMapping: [String: ModelObject.Type] { get }
  static var transforms: [String: PropertyTransform] { get }
  static var dateFormats: [String: DateOptions.Format] { get }
  static var ignoredProperties: Set<String> { get }
  static var mappedProperties: Set<String>? { get }
  static var requiredProperties: Set<String> { get }
  /// What the options ask for and the mappings since the last call haven't done; nil if they have done
  /// all.
  static func neglected() -> String?
}

extension Subject {
  static var options: MappingOptions { .lenient }
  static var keyMatching: KeyMatching { .fuzzy }
  static var keyMapping: [String: JSONKey] { [:] }
  static var arrayMapping: [String: ModelObject.Type] { [:] }
  static var transforms: [String: PropertyTransform] { [:] }
  static var dateFormats: [String: DateOptions.Format] { [:] }
  static var ignoredProperties: Set<String> { [] }
  static var mappedProperties: Set<String>? { nil }
  static var requiredProperties: Set<String> { [] }
  static func neglected() -> String? { nil }
}

/// A class without anything that a mapping would have to ask.
class Probe<S: Subject>: ModelObject {
  var value = S.initial
  var probeNumber = 0

  /// The pairs that the class needs besides those of a test.
  class var needs: String { "" }
  /// A key that each of its exports has.
  class var mark: String? { nil }

  /// What the class declares and the mapping to this object hasn't done; nil if it has done all.
  func neglected(by way: WayIn) -> String? { nil }
  /// Gives a new object what an input would have given it.
  func equip() {}

  override class var keyMatching: KeyMatching { S.keyMatching }
  override class var keyMapping: [String: JSONKey] { S.keyMapping }
  override class var arrayMapping: [String: ModelObject.Type] { S.arrayMapping }
  override class var transforms: [String: PropertyTransform] { S.transforms }
  override class var dateFormats: [String: DateOptions.Format] { S.dateFormats }
  override class var ignoredProperties: Set<String> { S.ignoredProperties }
  override class var mappedProperties: Set<String>? { S.mappedProperties }
  override class var requiredProperties: Set<String> { S.requiredProperties }
}

/// Counts calls; a property that is a constant isn't mapped.
final class Calls {
  var count = 0
}

class HookedProbe<S: Subject>: Probe<S> {
  private let calls = Calls()

  override func neglected(by way: WayIn) -> String? {
    calls.count == 0 ? "serializeValue wasn't called" : nil
  }

  override func serializeValue(_ value: Any?, key: String) throws {
    calls.count += 1
    try super.serializeValue(value, key: key)
  }
}

/// Its hook passes nothing on: what it gets is mapped at the end, as a dictionary.
final class HandedProbe<S: Subject>: Probe<S> {
  private final class Pairs {
    var pairs: [String: Any] = [:]
  }

  private let handed = Pairs()

  override func neglected(by way: WayIn) -> String? {
    handed.pairs.isEmpty ? "serializeValue wasn't called" : nil
  }

  override func serializeValue(_ value: Any?, key: String) throws {
    handed.pairs[key] = value ?? NSNull()
  }

  override func awake() {
    guard let model = try? Probe<S>(dictionary: handed.pairs, options: S.options) else { return }
    value = model.value
  }
}

/// Its hook gets and returns the whole dictionary.
class WholeProbe<S: Subject>: Probe<S> {
  private let before = Calls()
  private let after = Calls()

  override func neglected(by way: WayIn) -> String? {
    if before.count == 0 { return "willMap wasn't called" }
    return after.count < before.count ? "didMap wasn't called" : nil
  }

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    before.count += 1
    return dictionary
  }

  override func didMap(_ dictionary: [String: Any]) throws { after.count += 1 }
}

/// Its hook gets each export.
final class ExportingProbe<S: Subject>: Probe<S> {
  override class var mark: String? { "probeMark" }
  override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["probeMark"] = 1 }
}

class PickingProbe<S: Subject>: Probe<S> {
  override func neglected(by way: WayIn) -> String? {
    self is ChosenProbe<S> || way.isUpdate ? nil : "modelType(for:) didn't choose the class"
  }

  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    ChosenProbe<S>.self
  }
}

final class ChosenProbe<S: Subject>: PickingProbe<S> {}

final class CheckedProbe<S: Subject>: Probe<S> {
  private let awakenings = Calls()
  private let checks = Calls()

  override func neglected(by way: WayIn) -> String? {
    if awakenings.count == 0 { return "awake wasn't called" }
    return checks.count == 0 ? "validate wasn't called" : nil
  }

  override func awake() { awakenings.count += 1 }
  override func validate() throws { checks.count += 1 }
}

final class AccessedProbe<S: Subject>: Probe<S> {
  private let calls = Calls()

  override var value: S.Value {
    didSet { calls.count += 1 }
  }

  override func neglected(by way: WayIn) -> String? {
    if calls.count == 0, value != S.initial { return "the setter wasn't called" }
    return calls.count > way.count ? "the setter was called \(calls.count) times" : nil
  }

  override class var accessors: [String: PropertyAccessor] {
    ["value": PropertyAccessor(\AccessedProbe<S>.value)]
  }
}

final class KeepingProbe<S: Subject>: Probe<S> {
  var rest: [String: Any] = [:]

  override class var needs: String { #""probeRest": 1"# }
  override class var mark: String? { "probeRest" }
  override class var unknownKeysProperty: String? { "rest" }

  override func neglected(by way: WayIn) -> String? {
    rest["probeRest"] as? Int == 1 ? nil : "the unknown key wasn't kept"
  }

  override func equip() { rest = ["probeRest": 1] }
}

final class RequiringProbe<S: Subject>: Probe<S> {
  override class var needs: String { #""probeNumber": 1"# }
  override class var requiredProperties: Set<String> {
    S.requiredProperties.union(["probeNumber"])
  }
}

final class FiledProbe<S: Subject>: Probe<S> {
  override class var needs: String { #""probeNumber": 1"# }
  override class var identity: Set<String> { ["probeNumber"] }
  override func equip() { probeNumber = 1 }
}

class TaggedProbe<S: Subject>: Probe<S> {
  override class var needs: String { #""probeKind": "picked""# }
  override class var mark: String? { "probeKind" }
  override class var subclasses: Subclasses? {
    .byTag("probeKind", ["picked": PickedProbe<S>.self])
  }

  override func neglected(by way: WayIn) -> String? {
    self is PickedProbe<S> || way.isUpdate ? nil : "the tag didn't pick the class"
  }
}

final class PickedProbe<S: Subject>: TaggedProbe<S> {}

/// Classes with the options of the test; calls give none then.
final class OwnProbe<S: Subject>: Probe<S> {
  override class var mappingOptions: MappingOptions { S.options }
}

final class OwnHookedProbe<S: Subject>: HookedProbe<S> {
  override class var mappingOptions: MappingOptions { S.options }
}

final class OwnWholeProbe<S: Subject>: WholeProbe<S> {
  override class var mappingOptions: MappingOptions { S.options }
}

/// The class that a call names has the options; those of the class that a tag picks don't count.
class OwnTaggedProbe<S: Subject>: Probe<S> {
  override class var needs: String { #""probeKind": "picked""# }
  override class var subclasses: Subclasses? {
    .byTag("probeKind", ["picked": OwnPickedProbe<S>.self])
  }
  override class var mappingOptions: MappingOptions { S.options }
}

final class OwnPickedProbe<S: Subject>: OwnTaggedProbe<S> {
  override class var mappingOptions: MappingOptions { .lenient }
}

// MARK: - Around them

/// What holds an object of the class under test.
protocol ProbeHolder: ModelObject {
  associatedtype Held: ModelObject
  /// The JSON of a holder around that of an object.
  static func around(_ object: String) -> String
  /// The paths to the objects.
  static var paths: [String] { get }
  var held: Held? { get }
  /// Puts an object in.
  func hold(_ object: Held)
}

final class InProperty<Held: ModelObject>: ModelObject, ProbeHolder {
  var one: Held?
  var held: Held? { one }
  func hold(_ object: Held) { one = object }
  static func around(_ object: String) -> String { #"{"one": \#(object)}"# }
  static var paths: [String] { ["one"] }
}

final class InHookedProperty<Held: ModelObject>: ModelObject, ProbeHolder {
  var one: Held?
  var held: Held? { one }
  func hold(_ object: Held) { one = object }
  static func around(_ object: String) -> String { #"{"one": \#(object)}"# }
  static var paths: [String] { ["one"] }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

final class InList<Held: ModelObject>: ModelObject, ProbeHolder {
  var many: [Held] = []
  var held: Held? { many.last }
  func hold(_ object: Held) { many = [object, object] }
  // Not the first: what is learned of the first is used for others.
  static func around(_ object: String) -> String { #"{"many": [\#(object), \#(object)]}"# }
  static var paths: [String] { ["many[0]", "many[1]"] }
}

final class InDictionary<Held: ModelObject>: ModelObject, ProbeHolder {
  var keyed: [String: Held] = [:]
  var held: Held? { keyed["b"] }
  func hold(_ object: Held) { keyed["b"] = object }
  static func around(_ object: String) -> String { #"{"keyed": {"b": \#(object)}}"# }
  static var paths: [String] { ["keyed.b"] }
}

final class InMappedArray<Held: ModelObject>: ModelObject, ProbeHolder {
  var list: [Any] = []
  var held: Held? { list.last as? Held }
  func hold(_ object: Held) { list = [object] }
  override class var arrayMapping: [String: ModelObject.Type] { ["list": Held.self] }
  static func around(_ object: String) -> String { #"{"list": [\#(object)]}"# }
  static var paths: [String] { ["list[0]"] }
}

final class InPath<Held: ModelObject>: ModelObject, ProbeHolder {
  var one: Held?
  var held: Held? { one }
  func hold(_ object: Held) { one = object }
  override class var keyMapping: [String: JSONKey] { ["one": "far[0].away"] }
  static func around(_ object: String) -> String { #"{"far": [{"away": \#(object)}]}"# }
  static var paths: [String] { ["far[0].away"] }
}

/// Its identity is the same in each input.
final class InFiled<Held: ModelObject>: ModelObject, ProbeHolder {
  var holderId = 0
  var one: Held?
  var held: Held? { one }
  func hold(_ object: Held) { one = object }
  override class var identity: Set<String> { ["holderId"] }
  static func around(_ object: String) -> String { #"{"holderId": 5, "one": \#(object)}"# }
  static var paths: [String] { ["one"] }
}
