#if !PublicSymbols
import Foundation
import Synchronization
import Testing

@testable import ModelObjectKit

private struct Handle: ~Copyable {
  var number = 1
  deinit { closed.add(1, ordering: .relaxed) }
}

private let closed = Atomic(0)

private struct Holder<Value: ~Copyable>: ~Copyable {
  var value: Value
}

/// Can be copied if its value can.
private struct Wrapping<Value: ~Copyable>: ~Copyable {
  var value: Value
}
extension Wrapping: Copyable where Value: Copyable {}

private struct Pair<Second> {
  var first = 1
  var second: Second
  var computed: Bool { first > 0 }
  static var shared: Int { 2 }
}

private enum Choice: ~Copyable {
  case one(Handle)
  case none
}

private final class Model: ModelObject {
  var text = ""
  fileprivate var handle = Handle()
}

/// The type as reported by the runtime, even if the language has no name for it.
private func reported<Value: ~Copyable>(_ type: Value.Type) -> Any.Type {
  unsafeBitCast(type, to: Any.Type.self)
}

/// Whether values of a type can be copied is read from its value witnesses.
struct CopyableTypes {
  @Test(
    arguments: [
      Int.self, String.self, String?.self, [Int].self, Any.self, AnyObject.self, NSObject.self,
      Model.self, (() -> Void).self, (Int, String).self, (any Equatable).self, Void.self,
      Decimal.self, Int.Type.self, Unmanaged<Model>.self,
      Wrapping<Int>.self, Result<Int, any Error>.self, UnsafePointer<Handle>.self, Int??.self,
    ] as [Any.Type]
  )
  func areMostTypes(type: Any.Type) {
    #expect(isCopyable(type))
  }

  @Test func areNotThoseOfTheOthers() {
    #expect(!isCopyable(reported(Handle.self)))
    #expect(!isCopyable(reported(Choice.self)))
    #expect(!isCopyable(reported(Optional<Handle>.self)))
    #expect(!isCopyable(reported(Holder<Int>.self)))
    #expect(!isCopyable(reported(Mutex<Int>.self)))
    #expect(!isCopyable(reported(Atomic<Int>.self)))
  }

  @Test func areToldFromStructures() {
    struct Empty {}
    let structures: [Any.Type] = [Int.self, String.self, [Int].self, Empty.self, Decimal.self]
    let others: [Any.Type] = [
      Int?.self, Model.self, NSObject.self, Any.self, Void.self, (Int, Int).self, (() -> Void).self,
      (any Equatable).self, Int.Type.self, Result<Int, any Error>.self,
    ]
    #expect(structures.allSatisfy(isStructure) && !others.contains(where: isStructure))
    #expect(structures.allSatisfy { declaredKind(of: $0) == .structure })
    #expect(!others.contains { declaredKind(of: $0) == .structure })
    #expect(StoredProperty.types(inStructure: Empty.self)?.isEmpty == true)
    let fields = StoredProperty.types(inStructure: Pair<String?>.self) ?? []
    #expect(
      fields.map(ObjectIdentifier.init) == [Int.self, String?.self].map(ObjectIdentifier.init)
    )
    #expect(others.allSatisfy { StoredProperty.types(inStructure: $0) == nil })
  }

  /// As reported by every runtime, whatever the compiler wrote.
  @Test func leaveNoTraceInAClass() {
    let stored = StoredProperty.all(of: Model.self).suffix(2)
    #expect(stored.map(\.name) == ["text", "handle"])
    #expect(stored.map { $0.type == Void.self } == [false, true])
  }

  @Test func stayWhereTheyAre() throws {
    let before = closed.load(ordering: .relaxed)
    do {
      let model = try Model(json: #"{"text": "a", "handle": {"number": 2}}"#)
      model.handle.number = 3
      let copy = model.copy()
      #expect(copy.text == "a" && copy.handle.number == 1 && copy == model)
      #expect(model.hashValue == copy.hashValue && "\(model)".contains("text"))
      #expect(try model.jsonString() == #"{"text":"a"}"#)
      #expect(try Model(archive: model.archivedData()).text == "a")
    }
    // Those of the model, its copy and its twin from the archive.
    #expect(closed.load(ordering: .relaxed) == before + 3)
  }
}
#endif
