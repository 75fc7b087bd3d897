import ModelObjectEssentials

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
    let date = ByteView.with(self) { DateText.dotNetJSON($0) }
    return date.flatMap { DateText.write($0, format: .dotNetJSON, timeZone: .greenwich) } == self
  }
}
