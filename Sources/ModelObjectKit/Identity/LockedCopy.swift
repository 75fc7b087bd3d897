import Foundation
import Synchronization

/// A copy of some models and of all models in them, which one thread at a time may use.
final class LockedCopy: @unchecked Sendable {
  // Everything in the copy is used by the thread that has the lock. It is recursive, because the
  // getter of a property may be given a snapshot of this copy.
  private let lock = NSRecursiveLock()
  /// All models of the copy: as long as there is one snapshot, weak references between them hold.
  private let models: [ObjectIdentifier: any Model]
  /// Later copies have higher numbers.
  private let number = count.add(1, ordering: .relaxed).newValue

  private static let count = Atomic(0)

  init(_ models: [any Model]) {
    self.models = Dictionary(uniqueKeysWithValues: models.map { (ObjectIdentifier($0), $0) })
  }

  deinit { Copier.empty(Array(models.values)) }

  func contains(_ model: any Model) -> Bool { models[ObjectIdentifier(model)] != nil }

  func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }

  /// Calls a closure with the locks of two copies.
  ///
  /// A model may hold snapshots, which are older than those of the model. If each thread takes the
  /// newer lock first, none waits for another one that waits for it.
  static func locked<Result>(
    _ first: LockedCopy,
    _ second: LockedCopy,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let isNewer = first.number > second.number
    return try (isNewer ? first : second).locked {
      try (isNewer ? second : first).locked(body)
    }
  }
}
