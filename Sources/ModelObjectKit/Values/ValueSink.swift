import ModelObjectEssentials

/// The receiver of values: JSON text, a dictionary, an archive, an encoder, a description.
///
/// The shape of a type passes the parts of its values; the sink decides how they are written. Each
/// call is one value. A value that a sink can't hold is omitted, together with its key in an
/// object.
protocol ValueSink: AnyObject {
  /// The untyped values that are open.
  var untyped: UntypedBranch { get set }
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
  /// A struct that is written by its properties, in the object that stands for it.
  func structure(_ standIn: any Model)
  /// The same in its memory, which is that of such an object, if none of its properties writes models;
  /// false, with nothing written, if an object is needed.
  func structure(of type: any Model.Type, in memory: ObjectMemory) -> Bool
  /// A model in a value of a user's type, which reads objects: nothing finds the model of a
  /// reference there.
  func embedded(_ value: any Model)
  /// A value of an untyped property, or the `modelValue` of a custom type.
  func untyped(_ value: Any)
  /// A null in an untyped value.
  func untypedNull()
  /// A value of a type that `Input` doesn't know, and that isn't a model, date or data.
  func foreign(_ value: Any)
  /// A value of any other `Codable` type.
  func encodable(_ value: any Encodable)
  /// A value that is passed on as its text.
  func raw(_ json: RawJSON)
  /// A value that can't be written.
  func leaveOut()
  /// The next value is in an outer optional, and may itself be nil.
  func some()
  /// Calls a closure that passes the value of a property with its own date format, if it has one.
  func with(_ dateFormat: DateOptions.Format?, _ body: () -> Void)

  /// A set, whose order has no meaning: the closure passes the element with a number.
  func set(count: Int, _ write: (Int) -> Void)
  /// The order in which it gets the elements of sets.
  var setOrder: SetOrder { get }
  /// Begins an array or an object.
  func begin(isArray: Bool, count: Int)
  /// The key of the next value.
  func key(_ key: String)
  /// Ends the array or the object.
  func end(isArray: Bool)
  /// Whether one more array or object may be opened; if not, the sink remembers it.
  func mayNest() -> Bool
}

/// A key in the forms that sinks need.
struct ExportKey {
  let text: String
  /// JSON text, with a comma before it and a colon after it; nil for a key that isn't a class's own.
  let bytes: ImmortalArray<UInt8>?

  /// The key for nested models in Rails.
  var countedText: String { text + "_attributes" }

  init(_ text: String, isLasting: Bool = false) {
    self.text = text
    bytes = isLasting ? ImmortalArray(ByteBuffer.keyBytes(of: text)) : nil
  }
}

extension ValueSink {
  func raw(_ json: RawJSON) { encodable(json) }
  func embedded(_ value: any Model) { model(value) }

  func structure(of type: any Model.Type, in memory: ObjectMemory) -> Bool { false }

  /// As a dictionary of all properties, as in an archive.
  func structure(_ standIn: any Model) {
    var stack = StackLimit()
    guard mayNest(), !stack.isNear() else { return leaveOut() }
    let properties = SchemaCache.schema(of: type(of: standIn)).archived
    begin(isArray: false, count: properties.count)
    for (property, name) in properties {
      key(name)
      property.write(from: standIn, to: self)
    }
    end(isArray: false)
  }

  /// Most sinks have only one nil.
  func some() {}

  var setOrder: SetOrder { .contents }

  func set(count: Int, _ write: (Int) -> Void) {
    begin(isArray: true, count: count)
    for number in 0..<count { write(number) }
    end(isArray: true)
  }

  /// Only exports format dates.
  func with(_ dateFormat: DateOptions.Format?, _ body: () -> Void) { body() }
}
