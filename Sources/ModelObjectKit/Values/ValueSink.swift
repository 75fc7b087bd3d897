import Foundation

/// What a value is given to: JSON text, a dictionary, an archive, a page that is printed.
///
/// The rules of a type say what its values are made of; the sink decides how that is written.
/// Each call is one value. What a sink can't hold it leaves out, in a container with its key.
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
  /// A value of a property without a type, or of a user's own type: whatever `Input` can read.
  func untyped(_ value: Any)
  /// A value of a `Codable` type that the table does not know.
  func encodable(_ value: any Encodable)
  /// A value that nothing is known about.
  func leaveOut()
  /// The value that comes next is not nil, though it may be an optional that is.
  func some()
  /// Tells what the container that comes next is made of.
  func comes(from origin: ContainerOrigin)

  func beginArray(count: Int)
  func endArray()
  func beginObject(count: Int)
  /// The key of the value that comes next.
  func key(_ key: String)
  func endObject()
}

/// A sink that models are exported to.
protocol ExportSink: UntypedSink {
  /// Who is asked about models and values of users' types; without one they are left out.
  var models: (any ModelGiver)? { get }
  /// A key that was made into bytes before.
  func key(_ place: ExportKey)
  /// The key of a value that, if it is an array, is written as an object whose keys count its
  /// elements.
  func countedKey(_ key: String)
}

/// A sink that takes a tree that was exported before.
protocol OrderedSink: ExportSink {
  /// Takes what comes from an export that was made before.
  func passesOn(_ body: () -> Void)
  /// Takes a value that is one whole.
  func whole(_ body: () -> Void)
}

extension OrderedSink {
  /// Text has no parts that could be told apart.
  func whole(_ body: () -> Void) { body() }
}

/// What a container was made of, where its form does not say it.
enum ContainerOrigin {
  case model(any Model)
  /// The elements have no order.
  case set
  /// The paths of keys.
  case path
  /// A value of a user's own type.
  case encoded
}

/// A key in the forms that sinks want.
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

/// Who knows what models are made of.
protocol ModelGiver: AnyObject {
  /// Gives a model that was met in a value, or nothing where it is left out.
  func give(_ model: any Model, to sink: any ExportSink)
  var options: ExportOptions { get }
  /// The date format of the property that is being given, where it has its own.
  var ownDateFormat: DateOptions.Format? { get set }
  /// What keeps the stack of the walk from its end.
  var stack: StackGuard { get }
  /// Encodes a value of a user's type as JSON text; nil where that can't be.
  func json(of value: any Encodable) -> Data?
}

extension ValueSink {
  /// Most sinks know only one nil.
  func some() {}
  /// Most sinks write what they are given, whatever it is made of.
  func comes(from origin: ContainerOrigin) {}
}
