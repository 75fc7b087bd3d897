/// A sink for exports of models.
protocol ExportSink: ValueSink {
  /// Exports models and custom values; without it, they are omitted.
  var models: Exporter? { get }
  /// A value that JSON doesn't have, such as NaN: null in an array or a dictionary, so that the
  /// other elements keep their positions; omitted as a property.
  func unwritable()
  /// A key whose bytes are already made.
  func key(_ key: ExportKey)
  /// Calls the body, which passes values of an earlier export.
  func passesOn(_ body: () -> Void)
}

extension ExportSink {
  func passesOn(_ body: () -> Void) { body() }

  func with(_ dateFormat: DateOptions.Format?, _ body: () -> Void) {
    guard let dateFormat, let models else { return body() }
    let outer = models.ownDateFormat
    models.ownDateFormat = dateFormat
    body()
    models.ownDateFormat = outer
  }
}
