/// A mistake, and where it is.
struct Diagnostic: Hashable, Comparable {
  enum Severity: String { case error, warning }

  let severity: Severity
  let file: String
  let line: Int
  /// Counted in bytes from 1, as the compiler does.
  let column: Int
  let message: String

  init(_ severity: Severity, file: String, line: Int, column: Int, _ message: String) {
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  init(_ severity: Severity, at fragment: Code, _ message: String) {
    let source = fragment.file.source
    let offset = source[fragment.range.lowerBound].range.lowerBound
    self.init(
      severity,
      file: fragment.file.path,
      line: source.line(at: offset),
      column: source.column(at: offset),
      message
    )
  }

  static func < (first: Diagnostic, second: Diagnostic) -> Bool {
    (first.file, first.line, first.column, first.message)
      < (second.file, second.line, second.column, second.message)
  }

  /// As a compiler prints it.
  var text: String { "\(file):\(line):\(column): \(severity): \(message)" }

  /// As a command of GitHub's workflows.
  var command: String {
    let place = "file=\(Self.escaped(file, "%\r\n:,")),line=\(line),col=\(column)"
    return "::\(severity) \(place)::\(Self.escaped(message, "%\r\n"))"
  }

  private static func escaped(_ text: String, _ special: String) -> String {
    text.unicodeScalars.map { scalar in
      guard special.unicodeScalars.contains(scalar) else { return String(scalar) }
      let code = String(scalar.value, radix: 16, uppercase: true)
      return "%" + (code.count < 2 ? "0" : "") + code
    }
    .joined()
  }
}

extension SourceFile {
  /// The number of bytes from the beginning of the line, from 1.
  func column(at offset: Int) -> Int {
    offset - (bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? -1)
  }
}
