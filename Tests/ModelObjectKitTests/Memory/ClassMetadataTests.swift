#if !PublicSymbols
import Foundation
import Testing

@testable import ModelObjectKit

/// Not private: an optimized build leaves the methods of private classes out of the metadata.
enum MetadataSample {
  class Small {
    var byte: UInt8 = 1
  }

  class Large: Small {
    var text = ""
    var numbers: [Int] = []

    func first() -> Int { 1 }
    func second() -> Int { 2 }
  }

  final class LargeOverride: Large {
    override func second() -> Int { 3 }
  }

  final class LargePlain: Large {}
}

private typealias Small = MetadataSample.Small
private typealias Large = MetadataSample.Large
private typealias LargeOverride = MetadataSample.LargeOverride
private typealias LargePlain = MetadataSample.LargePlain

private class Sized<Value>: Small {
  var value: Value?
}

/// The header of a class's metadata is in the place of the ABI, on every platform.
struct ClassMetadataHeader {
  /// An object ends with its last stored property.
  @Test(
    arguments: [
      Small.self, Large.self, LargeOverride.self, Sized<Int>.self, Sized<(Int, Int, Int)>.self,
      Quiet.self,
    ] as [AnyClass]
  )
  func givesTheSizeOfInstances(type: AnyClass) throws {
    let last = try #require(StoredProperty.all(of: type).last)
    func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
    #expect(ClassMetadata(type).instanceSize == last.offset + _openExistential(last.type, do: size))
  }

  @Test func growsWithStoredPropertiesOnly() {
    #expect(ClassMetadata(Small.self).instanceSize == 17)
    #expect(ClassMetadata(Large.self).instanceSize == 48)
    #expect(ClassMetadata(LargeOverride.self).instanceSize == 48)
  }

  /// Only then is a word found in a subclass by its index in the base class.
  @Test func hasTheWordsOfTheSuperclassFirst() {
    func words(of type: AnyClass) -> [UInt] {
      let metadata = ClassMetadata(type)
      return (0..<metadata.wordCount).map { metadata.word(at: $0) }
    }
    let base = words(of: Large.self)
    let derived = words(of: LargeOverride.self)
    let plain = words(of: LargePlain.self)
    #expect(base.count > 4 && derived.count >= base.count && plain.count >= base.count)
    // A subclass without its own initializer overrides the inherited one, so that differs too.
    let changed = base.indices.filter { base[$0] != derived[$0] && base[$0] == plain[$0] }
    #expect(changed.count == 1)
  }

  @Test func findsTheSuperclass() {
    #expect(superclass(of: LargeOverride.self) == Large.self)
    #expect(superclass(of: Large.self) == Small.self)
    #expect(superclass(of: Sized<Int>.self) == Small.self)
    #expect(isSubclass(LargeOverride.self, of: Small.self))
    #expect(!isSubclass(Small.self, of: Large.self))
    #expect(isSubclass(Sized<Int>.self, of: Sized<Int>.self))
    #expect(!isSubclass(Sized<Int>.self, of: Sized<String>.self))
  }
}

private class Quiet: ModelObject {
  var name = ""
  func ownMethod() -> Int { 1 }
  class func ownClassMethod() -> Int { 2 }
}

private final class QuietGeneric<Value>: Quiet {
  var value: Value?
}

private final class Loud: ModelObject {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? { nil }
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
  override func didMap(_ dictionary: [String: Any]) throws { try super.didMap(dictionary) }
  override func awake() { super.awake() }
  override func validate() throws { try super.validate() }
  override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["a"] = 1 }
  override func encode(with archiver: ModelArchiver) throws { try super.encode(with: archiver) }
  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
  }
  override func isEqual(to other: ModelObject) -> Bool { super.isEqual(to: other) }
  override func hash(into hasher: inout Hasher) { super.hash(into: &hasher) }
}

/// One class for each hook that overrides only this hook.
private enum Only {
  class SerializeValue: Quiet {
    override func serializeValue(_ value: Any?, key: String) throws {
      try super.serializeValue(value, key: key)
    }
  }
  class ModelType: Quiet {
    override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
      super.modelType(for: dictionary)
    }
  }
  class WillMap: Quiet {
    override func willMap(_ dictionary: [String: Any]) -> [String: Any] { dictionary }
  }
  class DidMap: Quiet {
    override func didMap(_ dictionary: [String: Any]) { name = "mapped" }
  }
  class Awake: Quiet {
    override func awake() { name = "awake" }
  }
  class Validate: Quiet {
    override func validate() { name = "valid" }
  }
  class DidExport: Quiet {
    override func didExport(_ dictionary: inout [String: Any]) { dictionary["b"] = 2 }
  }
  class Encode: Quiet {
    override func encode(with archiver: ModelArchiver) throws { try super.encode(with: archiver) }
  }
  class Decode: Quiet {
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
    }
  }
  class IsEqual: Quiet {
    override func isEqual(to other: ModelObject) -> Bool { self === other }
  }
  class Hash: Quiet {
    override func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// A subclass that overrides nothing, between generic parameters.
  final class Heir<Value>: Awake {
    var value: Value?
  }

  /// A subclass that adds one hook to those that it inherits.
  final class Adding: Validate {
    override func awake() { name = "added" }
  }

  /// A subclass that overrides the same hook again.
  final class Again: Validate {
    override func validate() { name = "again" }
  }
}

@Suite(.disabled(if: HookDetector.isSwitchedOff, "MODELOBJECT_HOOKS is set"))
struct HookDetectors {
  @Test func findTheirPlaceForEveryHook() {
    #expect(HookProbes.detectors.count == 11)
    for (hook, detector) in HookProbes.detectors {
      #expect(detector.isExact, "hook \(hook.rawValue)")
    }
    let all = HookProbes.detectors.reduce(into: Hooks()) { $0.formUnion($1.0) }
    #expect(all.rawValue == 0b111_1111_1111)
  }

  @Test func seeNothingInClassesWithoutOverrides() {
    #expect(ModelObject.overriddenHooks == [])
    #expect(Quiet.overriddenHooks == [])
    #expect(QuietGeneric<Int>.overriddenHooks == [])
    #expect(QuietGeneric<[String]>.overriddenHooks == [])
  }

  @Test func seeEveryOverride() {
    #expect(Loud.overriddenHooks.rawValue == 0b111_1111_1111)
  }

  @Test(
    arguments: [
      (Only.SerializeValue.self, .serializeValue), (Only.ModelType.self, .modelType),
      (Only.WillMap.self, .willMap), (Only.DidMap.self, .didMap), (Only.Awake.self, .awake),
      (Only.Validate.self, .validate), (Only.DidExport.self, .didExport),
      (Only.Encode.self, .encode), (Only.Decode.self, .decode), (Only.IsEqual.self, .isEqual),
      (Only.Hash.self, .hash),
    ] as [(ModelObject.Type, Hooks)]
  )
  func seeOneOverrideAlone(type: ModelObject.Type, hook: Hooks) {
    #expect(type.overriddenHooks == hook)
  }

  @Test func seeInheritedOverrides() {
    #expect(Only.Heir<Int>.overriddenHooks == .awake)
    #expect(Only.Heir<String?>.overriddenHooks == .awake)
    #expect(Only.Adding.overriddenHooks == [.awake, .validate])
    #expect(Only.Again.overriddenHooks == .validate)
  }

  /// Without a certain place, every class is assumed to override: slower, never wrong.
  @Test func takeEveryClassAsOverridingWhereTheyFindNoPlace() {
    let detector = HookDetector(base: ModelObject.self, overriding: Quiet.self, plain: Quiet.self)
    #expect(!detector.isExact)
    #expect(detector.isOverridden(in: Quiet.self))
  }
}
#endif
