import ModelObjectEssentials

/// A sink that collects the models in a value, and passes everything else.
final class ModelCollector: ValueSink {
  private(set) var models: [any Model] = []
  var untyped = UntypedBranch()
  let setOrder: SetOrder
  /// Whether those in `Codable` values count, which only archives and prints reach.
  private let reachesEncoded: Bool

  init(_ setOrder: SetOrder = .identity, reachesEncoded: Bool = false) {
    (self.setOrder, self.reachesEncoded) = (setOrder, reachesEncoded)
  }

  func model(_ value: any Model) { models.append(value) }
  func mayNest() -> Bool { true }
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
  func encodable(_ value: any Encodable) {
    guard reachesEncoded, let parts = try? EncodedParts(value) else { return }
    models += parts.models
  }
  func leaveOut() {}
  func begin(isArray: Bool, count: Int) {}
  func key(_ key: String) {}
  func end(isArray: Bool) {}
}
