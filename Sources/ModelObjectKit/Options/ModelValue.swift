/// A custom type that can be the type of a property.
///
/// A conforming type is mapped, exported, archived, copied and printed like a built-in one, also in
/// optionals, arrays, dictionary values, and, if it is `Hashable`, sets. A property wrapper may
/// conform too.
///
/// ```swift
/// struct Color: ModelValue {
///   var red: Int
///   var green: Int
///   var blue: Int
///
///   init?(modelValue: Any) {
///     guard let text = modelValue as? String, text.count == 7, text.first == "#",
///       text.dropFirst().allSatisfy(\.isHexDigit),
///       let number = Int(text.dropFirst(), radix: 16)
///     else { return nil }
///     (red, green, blue) = (number >> 16, number >> 8 & 255, number & 255)
///   }
///
///   var modelValue: Any {
///     let digits = [red, green, blue].map { String(256 + $0, radix: 16).dropFirst() }
///     return "#" + digits.joined()
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
  /// Makes a value from a value of the input, or returns nil if that doesn't fit.
  ///
  /// From JSON text, `modelValue` is a `String`, `Bool`, `Int`, `UInt64`, `Double`, `Decimal`,
  /// `[Any]` or `[String: Any]`; a number without a fraction is an `Int`, even if you expect a
  /// `Double`. From a dictionary, it is the dictionary's value. It is never null. If you return
  /// nil, the property keeps its value, and the value is a mismatch.
  init?(modelValue: Any)

  /// The exported and archived form of the value.
  ///
  /// Return one of the types above, in a form that `init(modelValue:)` reads, so that an export
  /// maps back.
  var modelValue: Any { get }
}
