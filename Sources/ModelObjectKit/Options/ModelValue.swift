/// A type of your own that may be the type of a property.
///
/// A type that conforms is mapped in, exported, archived, copied and printed like the types that
/// the package knows. It may also be in an optional, in an array, in a set if it is `Hashable`,
/// and as the value in a dictionary. A property wrapper takes part in the same way.
///
/// ```swift
/// struct Color: ModelValue {
///   var red: Int
///   var green: Int
///   var blue: Int
///
///   init?(modelValue: Any) {
///     guard let text = modelValue as? String, text.count == 7, text.first == "#",
///       text.dropFirst().allSatisfy(\.isHexDigit), let number = Int(text.dropFirst(), radix: 16)
///     else { return nil }
///     (red, green, blue) = (number >> 16, number >> 8 & 255, number & 255)
///   }
///
///   var modelValue: Any {
///     "#" + [red, green, blue].map { String(256 + $0, radix: 16).dropFirst() }.joined()
///   }
/// }
///
/// class Theme: ModelObject {
///   var accent: Color?
/// }
///
/// let theme = try Theme(json: ##"{"accent": "#ff8800"}"##)
/// theme.accent?.green  // 136
/// try theme.jsonString()  // {"accent":"#ff8800"}
/// ```
public protocol ModelValue {
  /// Makes a value from a value of the input; nil where that does not fit.
  ///
  /// From JSON text `modelValue` is a `String`, `Bool`, `Int`, `UInt64`, `Double`, `Decimal`,
  /// `[Any]` or `[String: Any]`: a number without a fraction is an `Int`, even where you think of
  /// a `Double`. From a dictionary it is the value that the dictionary holds. It is never null.
  /// After nil the property keeps its value, and the mapping notes a mismatch.
  init?(modelValue: Any)

  /// The value as it is exported and archived.
  ///
  /// Return one of the types that `init(modelValue:)` is given, in the form that it reads, so that
  /// an export maps back.
  var modelValue: Any { get }
}
