#if !PublicSymbols
import Foundation
import Synchronization
import Testing

@testable import ModelObjectKit

// The library's assumptions about the runtime's reflection entry points. They are the same on every
// platform; a failure here means that a new runtime breaks one.

@propertyWrapper private struct Wrapper<Value> {
  var wrappedValue: Value
}

private class Target {}

private class Ancestor {
  let constant = 1
  var name = "a"
  private var hidden: Int? = 2

  func useHidden() -> Int? { hidden }
}

private class Parent: Ancestor {
  var flag = true
  var byte: Int8 = 3
  var computed: Int { Int(byte) }
  static let shared = 4
}

private final class Child: Parent {
  var double = 6.0
  var observed = 7 { didSet { double = 0 } }
}

private final class Oddities {
  lazy var late = 1
  weak var weakTarget: Target?
  unowned var owner: Target
  unowned(unsafe) var unsafeOwner: Target
  @Wrapper var wrapped = 2
  let mutex = Mutex(3)
  let atomic = Atomic(4)
  var closure: () -> Int = { 5 }
  var tuple = (6, "7")
  var untyped: Any = 8
  var existential: any Equatable = 9
  var reference: Target?
  var `class` = 10
  var größe = 11

  init(_ owner: Target) {
    self.owner = owner
    unsafeOwner = owner
  }
}

private class Generic<First, Second> {
  var first: First
  var seconds: [Second] = []

  init(_ first: First) {
    self.first = first
  }
}

private final class Concrete: Generic<String, Int> {
  var own = 1.0
}

private final class Empty: Parent2 {}
private class Parent2 {}

struct RuntimeFields {
  /// A description of each field, the same as in the records that older systems read.
  private func fields(of type: AnyClass) -> [String] {
    let (reported, recorded) = (StoredProperty.all(of: type), StoredProperty.recorded(of: type))
    #expect(recorded.map(\.offset) == reported.map(\.offset))
    #expect(
      recorded.map { ObjectIdentifier($0.type) } == reported.map { ObjectIdentifier($0.type) }
    )
    #expect(recorded.map { "\($0)" } == reported.map { "\($0)" })
    #expect(StoredProperty.recordedCount(of: type) == StoredProperty.count(of: type))
    return reported.map {
      "\($0.isVar ? "var" : "let") \($0.name): \($0.type)\($0.isStrong ? "" : " (not strong)")"
    }
  }

  @Test func standInOrderWithTheSuperclassFirst() {
    #expect(
      fields(of: Child.self) == [
        "let constant: Int", "var name: String", "var hidden: Optional<Int>",
        "var flag: Bool", "var byte: Int8", "var double: Double", "var observed: Int",
      ]
    )
    #expect(fields(of: Parent.self) == Array(fields(of: Child.self).prefix(5)))
    #expect(fields(of: Ancestor.self) == Array(fields(of: Child.self).prefix(3)))
  }

  @Test func areCountedWithThoseOfTheSuperclasses() {
    #expect(StoredProperty.count(of: Ancestor.self) == 3)
    #expect(StoredProperty.count(of: Parent.self) == 5)
    #expect(StoredProperty.count(of: Child.self) == 7)
    #expect(StoredProperty.count(of: Empty.self) == 0)
    #expect(fields(of: Empty.self).isEmpty)
  }

  @Test func keepTheirNumberInASubclassWithoutItsOwn() {
    #expect(StoredProperty.count(of: PlainModel.self) == StoredProperty.count(of: ModelObject.self))
  }

  /// The superclass's part of a class has the same layout as the superclass alone.
  @Test func lieAtTheSamePlaceInEverySubclass() {
    let own = StoredProperty.all(of: Ancestor.self).map(\.offset)
    #expect(StoredProperty.all(of: Parent.self).prefix(3).map(\.offset) == own)
    #expect(StoredProperty.all(of: Child.self).prefix(3).map(\.offset) == own)
  }

  @Test func ofEveryKindAreToldApart() {
    #expect(
      fields(of: Oddities.self) == [
        "var $__lazy_storage_$_late: Optional<Int>",
        "var weakTarget: Optional<Target> (not strong)",
        "var owner: Target (not strong)",
        "var unsafeOwner: Target (not strong)",
        "var _wrapped: Wrapper<Int>",
        "let mutex: ()",
        "let atomic: ()",
        "var closure: () -> Int",
        "var tuple: (Int, String)",
        "var untyped: Any",
        "var existential: Equatable",
        "var reference: Optional<Target>",
        "var class: Int",
        "var größe: Int",
      ]
    )
  }

  @Test func ofGenericClassesHaveTheTypesThatTheyAreGiven() {
    #expect(
      fields(of: Concrete.self) == [
        "var first: String", "var seconds: Array<Int>", "var own: Double",
      ]
    )
    #expect(
      fields(of: Generic<Int8?, Target>.self) == [
        "var first: Optional<Int8>", "var seconds: Array<Target>",
      ]
    )
  }

  /// The result is the type itself, not one that prints the same.
  @Test func nameTypesThatAreIdentical() {
    let types = StoredProperty.all(of: Oddities.self).map { ObjectIdentifier($0.type) }
    #expect(types[4] == ObjectIdentifier(Wrapper<Int>.self))
    #expect(types[5] == ObjectIdentifier(Void.self) && types[6] == types[5])
    #expect(types[9] == ObjectIdentifier(Any.self))
    #expect(types[11] == ObjectIdentifier(Target?.self))
  }

  @Test func ofStructuresAreTheSameInTheRecords() {
    struct Pair<First, Second> {
      var first: First
      let seconds: [Second]
      weak var target: Target?
    }
    let types: [Any.Type] = [
      Pair<Int, String>.self, Pair<Generic<Int, Bool>, Pair<Int8?, Any>>.self, Wrapper<Target>.self,
      Range<Int>.self, Date.self, URL.self, Int.self,
    ]
    for type in types {
      let reported = StoredProperty.types(inStructure: type)?.map { ObjectIdentifier($0) }
      let recorded = FieldRecords(type).map { records in
        (0..<records.count).map { ObjectIdentifier(records.type(of: $0)) }
      }
      #expect(reported != nil && recorded == reported, "\(type)")
    }
    for type in types {
      let reported = StoredProperty.all(inStructure: type)
      #expect(!reported.isEmpty)
      let recorded = StoredProperty.recorded(inStructure: type)
      #expect(recorded.map { "\($0)" } == reported.map { "\($0)" }, "\(type)")
    }
    #expect(FieldRecords(Int?.self) == nil && FieldRecords((Int, Int).self) == nil)
  }

  @Test func ofManyClassesAreTheSameInTheRecords() {
    class Local<Value: Equatable>: Generic<Value, [Value: Int]> where Value: Hashable {
      var more: [String: Value?] = [:]
      let (pair, closure): ((Value, Int), (inout Value) throws -> Void)
      unowned var other: Local

      init(_ value: Value, _ other: Local) {
        (pair, closure) = ((value, 1), { _ in })
        self.other = other
        super.init(value)
      }
    }
    final class Last: Local<String> {
      lazy var late: Any.Type = Int.self
      weak var weakProtocol: (any AnyObject & Sendable)?
    }
    #expect(fields(of: Last.self).count == 8)
    #expect(fields(of: Local<Int8>.self).count == 6)
    let others: [AnyClass] = [
      ModelObject.self, PlainModel.self, Thread.self, NSNumber.self, JSONEncoder.self,
    ]
    for type in others {
      _ = fields(of: type)
    }
  }

  @Test func areReportedForLocalClasses() {
    final class Local {
      var value = 1
    }
    #expect(fields(of: Local.self) == ["var value: Int"])
  }
}

private final class PlainModel: ModelObject {}

/// Each offset is the one that the language uses.
struct RuntimeOffsets {
  private func offset(of name: String, in type: AnyClass) -> Int? {
    StoredProperty.all(of: type).first { $0.name == name }?.offset
  }

  /// The offset of a property from its object, as passed `inout`.
  private func distance<Value>(_ object: AnyObject, _ value: inout Value) -> Int {
    let start = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    return withUnsafePointer(to: &value) { Int(UInt(bitPattern: $0) - start) }
  }

  @Test func agreeWithTheLanguage() {
    let child = Child()
    #expect(offset(of: "name", in: Child.self) == distance(child, &child.name))
    #expect(offset(of: "flag", in: Child.self) == distance(child, &child.flag))
    #expect(offset(of: "byte", in: Child.self) == distance(child, &child.byte))
    #expect(offset(of: "double", in: Child.self) == distance(child, &child.double))
    #expect(child.useHidden() == 2 && Parent.shared == 4)
  }

  @Test func agreeInGenericClasses() {
    let small = Generic<Int8, Int>(1)
    let large = Generic<(Int, Int, Int), Int>((1, 2, 3))
    let type = Generic<(Int, Int, Int), Int>.self
    #expect(offset(of: "seconds", in: Generic<Int8, Int>.self) == distance(small, &small.seconds))
    #expect(offset(of: "seconds", in: type) == distance(large, &large.seconds))
    let concrete = Concrete("a")
    #expect(offset(of: "own", in: Concrete.self) == distance(concrete, &concrete.own))
  }

  @Test func agreeBetweenFieldsThatAreNeverTouched() {
    let target = Target()
    let object = Oddities(target)
    #expect(offset(of: "reference", in: Oddities.self) == distance(object, &object.reference))
    #expect(offset(of: "untyped", in: Oddities.self) == distance(object, &object.untyped))
    #expect(offset(of: "größe", in: Oddities.self) == distance(object, &object.größe))
    #expect(object.late == 1 && object.wrapped == 2 && object.owner === target)
  }
}
#endif
