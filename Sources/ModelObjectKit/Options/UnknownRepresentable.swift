/// An enum with a case for unknown raw values.
///
/// A server may send a new value at any time. Normally the property keeps its value; if its enum
/// conforms to this protocol, it becomes `unknown`, whether a string, a number or a Boolean comes. The
/// value is still an issue. In arrays and
/// sets, an unknown raw value is an `unknown` element; as the key of a dictionary, it is skipped.
///
/// An export writes the raw value of `unknown`, as the server's isn't kept: a patch of an array has it
/// in each element. If you send such values back, use a struct with a raw value, which keeps any.
///
/// ```swift
/// enum State: String, UnknownRepresentable {
///   case open, closed, unknown
/// }
///
/// class Door: ModelObject {
///   var state = State.open
/// }
///
/// let door = try Door(json: #"{"state": "ajar"}"#)
/// door.state == .unknown  // true
/// ```
public protocol UnknownRepresentable: RawRepresentable {
  /// The value for raw values that the type doesn't know.
  static var unknown: Self { get }
}
