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

extension ValueCoder {
  /// Whether the table may read a string that a value, or a part of it, is made of in another way.
  func isDoubtful(_ value: Any) -> Bool {
    switch kind {
    case .value: (value as? any MadeOfText)?.isDoubtful == true
    case .model: false
    case .optional: shape.opened(any: value).map { wrapped.isDoubtful($0) } ?? false
    case .list(_, let element):
      (value as? any Container)?.elements?.contains { element.isDoubtful($0) } == true
    case .dictionary(_, _, let element):
      (value as? any Container)?.pairs?.contains { element.isDoubtful($0.1) } == true
    }
  }
}

extension DecodingPlace {
  /// Whether there is a string.
  var hasText: Bool { scalar(String.self) != nil }
}
