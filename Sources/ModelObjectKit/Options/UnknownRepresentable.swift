/// An enum that has a case for raw values that it doesn't know.
///
/// A server may send a new value at any time. Without this, the property keeps its value, which in
/// an update is the former one; with it, the property becomes `unknown`. The value is still an
/// issue, which is reported, or an error, as the options say. In arrays and sets an unknown raw
/// value is an element; as the key of a dictionary it is skipped.
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
  /// The value for a raw value that the type doesn't know.
  static var unknown: Self { get }
}
