// Microsoft's JavaScriptSerializer recognizes a date by its escaped slashes; for all other readers
// of JSON, escaped and plain slashes are the same.

extension ByteBuffer {
  /// Appends `/Date(1000)/` as `"\/Date(1000)\/"`.
  func appendDotNetDate(_ text: String) {
    append("\"\\/" as StaticString)
    append(ascii: String(text.dropFirst().dropLast()))
    append("\\/\"" as StaticString)
  }
}

extension String {
  /// Whether the text is a date as `DateOptions.Format.dotNetJSON` writes it: `/Date(-1000)/`.
  var isDotNetDate: Bool {
    guard utf8.first == UInt8(ascii: "/"), utf8.starts(with: "/Date(".utf8),
      utf8.suffix(2).elementsEqual(")/".utf8)
    else { return false }
    let number = utf8.dropFirst(6).dropLast(2)
    let digits = number.first == UInt8(ascii: "-") ? number.dropFirst() : number
    return !digits.isEmpty
      && digits.allSatisfy { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") }
  }
}
