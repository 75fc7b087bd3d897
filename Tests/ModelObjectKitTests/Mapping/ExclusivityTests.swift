import Foundation
public import ModelObjectKit
import Testing

/// A model that is public, so that the optimizer can't assume that only this module accesses it.
public final class Shelf: ModelObject {
  /// The property that is mutated during an update.
  public var numbers = [1, 2, 3]
  /// A shelf that an update reaches through this one.
  public var inner: Shelf?
  /// A property whose value is nested in the input.
  public var sizes = [1]
  public override class var keyMapping: [String: JSONKey] { ["sizes": "size.list"] }
}

/// A model whose hook changes a property while the property is mapped.
public final class HookedShelf: ModelObject {
  /// The property.
  public var numbers = [1, 2, 3]
  public override func serializeValue(_ value: Any?, key: String) throws {
    try numbers.withUnsafeMutableBufferPointer { _ in try super.serializeValue(value, key: key) }
  }
}

/// Updating an object while one of its properties is being mutated traps, like any overlapping
/// access, instead of writing to memory that other code is using.
struct OverlappingAccess {
  @Test func stopsAnUpdate() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let shelf = Shelf()
      shelf.numbers.withUnsafeMutableBufferPointer { _ in
        try? shelf.update(json: #"{"numbers": [4]}"#)
      }
    }
    expect(result, says: ["Simultaneous accesses"])
  }

  /// The access is neither the first one nor the last.
  @Test func stopsAnUpdateAmongOtherAccesses() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (shelf, first, last) = (Shelf(), Shelf(), Shelf())
      first.numbers.withUnsafeMutableBufferPointer { _ in
        shelf.numbers.withUnsafeMutableBufferPointer { _ in
          last.numbers.withUnsafeMutableBufferPointer { _ in
            try? shelf.update(json: #"{"sizes": [4], "numbers": [4]}"#)
          }
        }
      }
    }
    expect(result, says: ["Simultaneous accesses"])
  }

  @Test func stopsAHookThatMutatesWhatItPassesOn() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? HookedShelf(json: #"{"numbers": [4]}"#)
    }
    expect(result, says: ["Simultaneous accesses"])
  }

  @Test func stopsAnUpdateOfAnInnerObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let shelf = Shelf()
      let inner = Shelf()
      shelf.inner = inner
      inner.numbers.withUnsafeMutableBufferPointer { _ in
        try? shelf.update(dictionary: ["inner": ["numbers": [4]]])
      }
    }
    expect(result, says: ["Simultaneous accesses"])
  }

  @Test func stopsAnUpdateByAPath() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let shelf = Shelf()
      shelf.sizes.withUnsafeMutableBufferPointer { _ in
        try? shelf.update(json: #"{"size": {"list": [4]}}"#)
      }
    }
    expect(result, says: ["Simultaneous accesses"])
  }

  @Test func stopsAnUpdateFromAnotherObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let shelf = Shelf()
      shelf.numbers.withUnsafeMutableBufferPointer { _ in try? shelf.update(from: Shelf()) }
    }
    expect(result, says: ["Simultaneous accesses"])
  }

  @Test(.differs(.update)) func isNoneWhereAnotherPropertyIsMutated() throws {
    let shelf = Shelf()
    let inner = Shelf()
    shelf.inner = inner
    var failure: (any Error)?
    shelf.numbers.withUnsafeMutableBufferPointer { _ in
      do { try shelf.update(json: #"{"inner": {"numbers": [4]}}"#) } catch { failure = error }
    }
    #expect(failure == nil)
    #expect(inner.numbers == [4] && shelf.numbers == [1, 2, 3])
  }
}
