import Foundation

/// A sink that hands each model in a value to a copier, and ignores everything else.
final class ModelCollector: UntypedSink {
  private let copier: any ModelCopier
  var untyped = UntypedBranch()
  let stack = StackGuard()

  init(_ copier: any ModelCopier) {
    self.copier = copier
  }

  func model(_ value: any Model) { _ = copier.copied(value) }
  func untyped(_ value: Any) { giveUntyped(value) }

  func null() {}
  func bool(_ value: Bool) {}
  func integer(_ value: Int64) {}
  func integer(_ value: UInt64) {}
  func float(_ value: Float) {}
  func double(_ value: Double) {}
  func decimal(_ value: Decimal) {}
  func text(_ value: String) {}
  func date(_ value: Date) {}
  func data(_ value: Data) {}
  func encodable(_ value: any Encodable) {}
  func leaveOut() {}
  func beginArray(count: Int) {}
  func endArray() {}
  func beginObject(count: Int) {}
  func key(_ key: String) {}
  func endObject() {}
}
