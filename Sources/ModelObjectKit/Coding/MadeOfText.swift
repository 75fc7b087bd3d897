import ModelObjectEssentials

/// Whether the table of conversions reads a string otherwise than as it is: one that means null, or has
/// white space around it.
func isReadOtherwise(_ text: String) -> Bool {
  Text.string(text).isNull || ByteView.with(text) { $0.trimmed.count != $0.count }
}

/// Whether the table of conversions may read a string that a decoder has made a value of, or a part
/// of it, in another way: one that means null there, or has white space around it.
func isDoubtful(_ value: Any) -> Bool {
  switch value {
  // Only `null` is base64 as well.
  case let data as Data: return data.count == 3 && Text.string(data.base64EncodedString()).isNull
  case let url as URL:
    // White space and angle brackets are percent-encoded.
    let text = url.absoluteString
    return text.hasPrefix("%") || text.utf8.suffix(3).first == UInt8(ascii: "%")
      || Text.string(text).isNull
  case let container as any Container:
    return (container.elements ?? container.pairs?.map(\.1))?.contains(where: isDoubtful) == true
  default: return false
  }
}
