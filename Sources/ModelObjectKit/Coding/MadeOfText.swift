import Foundation

/// A type that decoders make of strings: also of those that mean null in the table of conversions, or
/// have white space around them.
protocol MadeOfText {
  /// Whether the value may be made of such a string.
  var isDoubtful: Bool { get }
}

extension Data: MadeOfText {
  /// Only `null` is base64 as well.
  var isDoubtful: Bool { count == 3 && Text.string(base64EncodedString()).isNull }
}

extension URL: MadeOfText {
  /// White space and angle brackets are percent-encoded.
  var isDoubtful: Bool {
    let text = absoluteString
    return text.hasPrefix("%") || text.utf8.suffix(3).first == UInt8(ascii: "%")
      || Text.string(text).isNull
  }
}

/// Whether the table may read a string that a value, or a part of it, is made of in another way.
func isDoubtful(_ value: Any) -> Bool {
  if let value = value as? any MadeOfText { return value.isDoubtful }
  guard let container = value as? any Container else { return false }
  return (container.elements ?? container.pairs?.map(\.1))?.contains(where: isDoubtful) == true
}
