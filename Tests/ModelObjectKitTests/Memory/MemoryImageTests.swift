#if !PublicSymbols
@testable import ModelObjectKit
import Testing

private final class Thing: ModelObject {
  var small: Int8 = 1
  var padded: (Int8, Int) = (1, 2)
  var any: Any = { 7 }
  var name = "a"
}

/// The bytes of an object tell which of its properties were set.
struct MemoryImages {
  @Test func tellWhatHasChanged() throws {
    let thing = Thing()
    let fields = StoredProperty.all(of: Thing.self).filter(\.isVar).suffix(4)
    let start = try #require(fields.first?.bytes.lowerBound)
    let end = try #require(fields.last?.bytes.upperBound)
    let kept: [Any] = [thing.any, thing.name]
    let image = MemoryImage(of: thing, in: start..<end)
    func changed() -> [String] {
      fields.filter { !image.isSame(as: thing, in: $0.bytes) }.map(\.name)
    }
    #expect(changed() == [])
    thing.padded.1 = 3
    thing.name = "b"
    #expect(changed() == ["padded", "name"])
    thing.padded.1 = 2
    thing.any = { 8 }
    #expect(changed() == ["any", "name"])
    withExtendedLifetime(kept) {}
  }
}
#endif
