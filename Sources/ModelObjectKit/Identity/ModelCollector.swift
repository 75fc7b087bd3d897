import Foundation

/// A sink that looks for the models in a value, and only passes everything else.
protocol ModelSink: ValueSink {
  /// Passes a value that isn't a model.
  func pass()
}

extension ModelSink {
  func mayNest() -> Bool { true }
  func null() { pass() }
  func bool(_ value: Bool) { pass() }
  func integer(_ value: Int64) { pass() }
  func integer(_ value: UInt64) { pass() }
  func float(_ value: Float) { pass() }
  func double(_ value: Double) { pass() }
  func decimal(_ value: Decimal) { pass() }
  func text(_ value: String) { pass() }
  func date(_ value: Date) { pass() }
  func data(_ value: Data) { pass() }
  func encodable(_ value: any Encodable) { pass() }
  func leaveOut() { pass() }
}

/// A sink that collects the models in a value.
final class ModelCollector: ModelSink {
  private(set) var models: [any Model] = []
  var untyped = UntypedBranch()

  func model(_ value: any Model) { models.append(value) }
  func pass() {}
  func begin(isArray: Bool, count: Int) {}
  func key(_ key: String) {}
  func end(isArray: Bool) {}
}
