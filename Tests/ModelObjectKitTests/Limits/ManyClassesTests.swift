import Foundation
import Synchronization
import Testing

@testable import ModelObjectKit

/// A class for each pair of types.
private final class Cell<First, Second>: ModelObject {
  var value = 0
  var next: Cell<First, Second>?
}

private func cell<First, Second>(_: First.Type, _: Second.Type) -> ModelObject.Type {
  Cell<First, Second>.self
}

/// `Int`, `[Int]`, `[[Int]]` and so on.
private func types(_ count: Int) -> [Any.Type] {
  func array<Element>(_: Element.Type) -> Any.Type { [Element].self }
  var last: Any.Type = Int.self
  var types: [Any.Type] = []
  for _ in 0..<count {
    let type = last
    types.append(type)
    last = array(type)
  }
  return types
}

private let classes: [ModelObject.Type] = {
  let types = types(45)
  return types.flatMap { first in types.map { second in cell(first, second) as ModelObject.Type } }
}()

/// One test counts references, which the other one would change.
@Suite(.serialized) struct ManyClasses {
  @Test func areFoundByEveryThread() throws {
    let count = classes.count
    #expect(count == 2_025)
    let seen = Mutex<[ObjectIdentifier: Set<ObjectIdentifier>]>([:])
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<2 * count {
        let type = classes[(round * 7 + thread * 500) % count]
        let json = #"{"value": \#(round), "next": {"value": 1}}"#
        let model = type.init()
        guard (try? model.update(json: json)) != nil,
          (try? model.jsonString()) == #"{"value":\#(round),"next":{"value":1}}"#
        else {
          failures.withLock { $0 += 1 }
          continue
        }
        let schema = ObjectIdentifier(SchemaCache.schema(of: type))
        seen.withLock { _ = $0[ObjectIdentifier(type), default: []].insert(schema) }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    let schemas = seen.withLock { $0 }
    #expect(schemas.count == count && schemas.values.allSatisfy { $0.count == 1 })
    #expect(classes.allSatisfy { SchemaCache.classPlan(of: $0)?.type == $0 })
  }

  /// A look-up keeps nothing.
  @Test func areNotRetainedByLookingThemUp() {
    let some = classes.prefix(100)
    let schemas = some.map { SchemaCache.schema(of: $0) }
    let before = schemas.map { _getRetainCount($0) }
    for _ in 0..<100 {
      for type in some { _ = SchemaCache.schema(of: type) }
    }
    #expect(schemas.map { _getRetainCount($0) } == before)
  }
}
