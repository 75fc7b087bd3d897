import ModelObjectEssentials

/// A copy of some models and of all models in them, which one thread at a time may use.
final class LockedCopy: @unchecked Sendable {
  // Everything in the copy is used by the thread that has the lock. It is recursive, because the
  // getter of a property may be given a snapshot of this copy.
  private let lock = Lock(isRecursive: true)
  /// All models of the copy: as long as there is one snapshot, weak references between them hold.
  private let models: [ObjectIdentifier: any Model]

  init(_ models: [any Model]) {
    self.models = Dictionary(uniqueKeysWithValues: models.map { (ObjectIdentifier($0), $0) })
  }

  deinit { Copier.empty(Array(models.values)) }

  func contains(_ model: any Model) -> Bool { models[ObjectIdentifier(model)] != nil }

  func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }
}
