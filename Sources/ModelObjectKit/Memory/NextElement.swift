/// The next element of an asynchronous sequence.
func nextElement<Iterator: AsyncIteratorProtocol>(
  of iterator: inout Iterator,
  isolation actor: isolated (any Actor)?
) async throws -> Iterator.Element? {
  if #available(macOS 15, iOS 18, tvOS 18, visionOS 2, *) {
    return try await iterator.next(isolation: actor)
  }
  return try await nextElementAnywhere(of: &iterator)
}

/// The next element of an asynchronous sequence, by an iterator that isn't told the actor of its
/// caller: before iOS 18 and macOS 15, none is.
func nextElementAnywhere<Iterator: AsyncIteratorProtocol>(
  of iterator: inout Iterator
) async throws -> Iterator.Element? {
  nonisolated(unsafe) var used = iterator
  // The caller has it, and waits: no other code uses it while it is used elsewhere.
  defer { unsafe iterator = used }
  return try await unsafe used.next()
}
