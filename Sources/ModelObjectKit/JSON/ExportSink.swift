/// An export, to which sinks pass the models and custom values that they get.
protocol ModelExporting: AnyObject {
  var options: ExportOptions { get }
  /// The date format of the current property, if it has its own.
  var ownDateFormat: DateOptions.Format? { get set }
  /// Whether one more array or object may be opened at a depth; if not, the export fails.
  func mayNest(at depth: Int, with more: Int) -> Bool
  /// Passes a model to a sink; omits it if it is inside itself, is rejected, or the options omit
  /// models.
  func write(_ model: any Model, to sink: any ExportSink)
  /// Writes a struct that writes no models from its memory; false if it needs an object.
  func write(
    structOf type: any Model.Type,
    in memory: ObjectMemory,
    to sink: any ExportSink
  ) -> Bool
  /// Passes a model in a value of a user's type to a sink, as an object.
  func embed(_ model: any Model, in sink: any ExportSink)
  /// Passes what a value of a `Codable` type encodes to a sink; false if it can't be encoded.
  func encode(_ value: any Encodable, to sink: any ExportSink) -> Bool
}

/// A sink for exports of models.
protocol ExportSink: ValueSink {
  /// Exports models and custom values; without it, they are omitted.
  var models: (any ModelExporting)? { get }
  /// A value that JSON doesn't have, such as NaN: null in an array or a dictionary, so that the
  /// other elements keep their positions; omitted as a property.
  func unwritable()
  /// A key whose bytes are already made.
  func key(_ key: ExportKey)
  /// Calls the body, which passes values of an earlier export.
  func passesOn(_ body: () -> Void)
}

extension ExportSink {
  func embedded(_ value: any Model) {
    if let models { models.embed(value, in: self) } else { leaveOut() }
  }

  func structure(of type: any Model.Type, in memory: ObjectMemory) -> Bool {
    models?.write(structOf: type, in: memory, to: self) == true
  }

  /// By its keys, as a model in a property.
  func structure(_ standIn: any Model) {
    if let models { models.write(standIn, to: self) } else { leaveOut() }
  }

  func passesOn(_ body: () -> Void) { body() }

  func with(_ dateFormat: DateOptions.Format?, _ body: () -> Void) {
    guard let dateFormat, let models else { return body() }
    let outer = models.ownDateFormat
    models.ownDateFormat = dateFormat
    body()
    models.ownDateFormat = outer
  }
}
