import Foundation

/// The receiver of values: JSON text, a dictionary, an archive, an encoder, a description.
///
/// The shape of a type gives the parts of its values; the sink decides how they are written. Each
/// call is one value. A value that a sink can't hold is left out, together with its key in an
/// object.
protocol ValueSink: AnyObject {
  func null()
  func bool(_ value: Bool)
  func integer(_ value: Int64)
  func integer(_ value: UInt64)
  func float(_ value: Float)
  func double(_ value: Double)
  func decimal(_ value: Decimal)
  func text(_ value: String)
  func date(_ value: Date)
  func data(_ value: Data)
  func model(_ value: any Model)
  /// A value of an untyped property, or the `modelValue` of a user's type.
  func untyped(_ value: Any)
  /// A value of a `Codable` type that the table does not know.
  func encodable(_ value: any Encodable)
  /// A value that can't be written.
  func leaveOut()
  /// The next value is the payload of an outer optional that is not nil; it may itself be nil.
  func some()

  func beginArray(count: Int)
  func endArray()
  func beginObject(count: Int)
  /// The key of the next value.
  func key(_ key: String)
  func endObject()
}

/// A sink that models are exported to.
protocol ExportSink: UntypedSink {
  /// Gives models and values of users' types; without it they are left out.
  var models: (any ModelGiver)? { get }
  /// A key whose bytes have been made before.
  func key(_ place: ExportKey)
  /// Calls the body, whose values come from an earlier export.
  func passesOn(_ body: () -> Void)
}

extension ExportSink {
  func passesOn(_ body: () -> Void) { body() }
}

/// A key in the forms that sinks write.
struct ExportKey {
  let text: String
  /// JSON text, with a comma before it and a colon behind.
  let bytes: [UInt8]

  /// The key by which Rails knows nested models.
  var countedText: String { text + "_attributes" }

  init(_ text: String) {
    self.text = text
    bytes = ByteBuffer.keyBytes(of: text)
  }
}

/// An export, which gives models to sinks.
protocol ModelGiver: AnyObject {
  /// Gives a model that was found in a value; nothing where it is left out.
  func give(_ model: any Model, to sink: any ExportSink)
  /// Gives the value that a closure gives; an array as an object whose keys count its elements.
  func giveCounted(to sink: any ExportSink, _ give: (any ExportSink) throws -> Void) rethrows
  /// Whether a nested model is written.
  func takes(_ model: any Model) -> Bool
  var options: ExportOptions { get }
  /// The date format of the property that is being given, where it has its own.
  var ownDateFormat: DateOptions.Format? { get set }
  /// Whether one more array or object may be opened inside of as many others; where not, the export
  /// fails.
  func mayNest(at depth: Int) -> Bool
  /// Encodes a value of a `Codable` type as JSON text; nil where that fails.
  func json(of value: any Encodable) -> Data?
}

extension ExportSink {
  /// Calls a closure that gives the sink the value of a property which has its own date format.
  func with(dateFormat: DateOptions.Format, _ body: () -> Void) {
    guard let models else { return body() }
    let outer = models.ownDateFormat
    models.ownDateFormat = dateFormat
    body()
    models.ownDateFormat = outer
  }
}

extension ValueSink {
  /// Most sinks know only one nil.
  func some() {}
}
