/// A part of the input that is passed on as it is, or mapped later.
///
/// A property of this type keeps the text of its value byte for byte: white space, the order of keys,
/// and the spelling of numbers and strings. Exports write it back as it is, whatever their options, and
/// so do archives, copies and patches. The text is checked, but nothing is made of it.
///
/// ```swift
/// class Delivery: ModelObject {
///   var id = 0
///   var payload = RawJSON.null
/// }
/// let delivery = try Delivery(json: #"{"id": 7, "payload": {"total": 1.50}}"#)
/// delivery.payload.text  // {"total": 1.50}
/// try delivery.jsonString()  // {"id":7,"payload":{"total": 1.50}}
/// ```
///
/// It may be a property, an element, a value of a dictionary, and the value of unknown keys:
/// ``ModelObject/unknownKeysProperty`` takes a `[String: RawJSON]`.
///
/// 1. An optional takes null as nil, any other property as ``null``. A string is never taken for null.
/// 2. From a dictionary or a decoder, the text is what an export would write of the value. A row of a
///    database has it as text in its column, byte for byte; text there that isn't JSON is an issue.
/// 3. `dictionaryRepresentation` and encoders get the content, as that of an `Any`. In JSON lines the
///    text is without line breaks.
/// 4. Two values are equal if their contents are: white space, escapes and the order of keys don't
///    count, 1 is 1.0, and if a key repeats, its last value counts.
/// 5. In a text that is still arriving, a value waits for its end.
/// 6. A patch has a value whole. For a key that is gone from a `[String: RawJSON]` it has null, which an
///    update takes for ``null``.
/// 7. In a `Codable` value, it has the content that Foundation's coders pass on, in archives too. An
///    archive has one in an `Any` as its content.
public struct RawJSON: Sendable {
  /// The JSON text, without white space around it.
  public let text: String

  /// A text that is JSON.
  init(checked text: String) { self.text = text }

  /// The text `null`.
  public static let null = RawJSON(checked: "null")
}
