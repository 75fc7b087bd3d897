import Foundation
import ModelObjectKit
import Testing

struct ModelSequenceTests {
  typealias Item = LongInput.Item

  private actor Shelf {
    private var items: [Item] = []

    var count: Int { items.count }

    func take(_ item: sending Item) {
      items.append(item)
    }

    /// Reads on the actor.
    func fill(from chunks: AsyncStream<Data>) async throws {
      for try await item in ModelSequence<Item>(chunks) { items.append(item) }
    }
  }

  private func chunks(_ texts: String...) -> AsyncStream<Data> {
    AsyncStream { continuation in
      for text in texts { continuation.yield(Data(text.utf8)) }
      continuation.finish()
    }
  }

  @Test func anActorReadsForItself() async throws {
    let shelf = Shelf()
    try await shelf.fill(from: chunks(#"[{"id":1},{"i"#, #"d":2}]"#))
    #expect(await shelf.count == 2)
  }

  @Test func elementsMayGoToAnActor() async throws {
    let shelf = Shelf()
    var iterator = ModelSequence<Item>(chunks("{\"id\":1}\n{\"id\":2}\n")).makeAsyncIterator()
    while let item = try await iterator.next() { await shelf.take(item) }
    #expect(await shelf.count == 2)
  }

  @Test func aSequenceMayBeReadAgain() async throws {
    let sequence = ModelSequence<Item>(Repeated(bytes: Array(#"[{"id":1},{"id":2}]"#.utf8)))
    for _ in 0..<2 {
      var ids: [Int] = []
      for try await item in sequence { ids.append(item.id) }
      #expect(ids == [1, 2])
    }
  }

  private struct Repeated: AsyncSequence {
    let bytes: [UInt8]

    struct AsyncIterator: AsyncIteratorProtocol {
      var rest: ArraySlice<UInt8>

      mutating func next() async -> UInt8? { rest.popFirst() }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: bytes[...]) }
  }

  @Test func anElementComesAsSoonAsItsLastByteHasCome() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: UInt8.self)
    var iterator = ModelSequence<Item>(stream).makeAsyncIterator()
    for byte in #"[{"id":1}"#.utf8 { continuation.yield(byte) }
    #expect(try await iterator.next()?.id == 1)
    for byte in #",{"id":2}"#.utf8 { continuation.yield(byte) }
    #expect(try await iterator.next()?.id == 2)
    continuation.yield(UInt8(ascii: "]"))
    continuation.finish()
    #expect(try await iterator.next() == nil)
  }

  /// After each bracket the sequence looks whether the element is whole.
  @Test func bracketsInALongStringEndNothing() async throws {
    let name = String(repeating: #"}\"é]"#, count: 5_000)
    let json = #"[{"id":1,"name":"\#(name)"},{"id":2}]"#
    var ids: [Int] = []
    for try await item in ModelSequence<Item>(Repeated(bytes: Array(json.utf8))) {
      #expect(item.id == 2 || item.name == name.replacing(#"\""#, with: "\""))
      ids.append(item.id)
    }
    #expect(ids == [1, 2])
  }

  @Test func aCancelledTaskEndsTheSequence() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
    let (first, reached) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var count = 0
      for try await _ in ModelSequence<Item>(stream) {
        count += 1
        reached.finish()
      }
      return count
    }
    continuation.yield(Data(#"[{"id":1},{"id"#.utf8))
    for await _ in first {}
    task.cancel()
    #expect(try await task.value == 1)
    withExtendedLifetime(continuation) {}
  }

  private struct Broken: Error {}

  @Test func anErrorOfTheBytesPassesThrough() async throws {
    let stream = AsyncThrowingStream<Data, any Error> { continuation in
      continuation.yield(Data(#"[{"id":1},{"#.utf8))
      continuation.finish(throwing: Broken())
    }
    var iterator = ModelSequence<Item>(stream).makeAsyncIterator()
    #expect(try await iterator.next()?.id == 1)
    await #expect(throws: Broken.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }
}
