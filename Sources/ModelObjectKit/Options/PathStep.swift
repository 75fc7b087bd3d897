/// One step on the path from the root of the input to a value, or of a path in `keyMapping`.
///
/// Paths in errors are built from the inside out: code that catches an error on its way up prepends
/// its step. As long as there is no error, no path is kept.
enum PathStep: Sendable, Hashable {
  case key(String)
  case index(Int)

  /// Whether two steps are the same; keys are compared by their bytes.
  static func == (first: PathStep, second: PathStep) -> Bool {
    switch (first, second) {
    case (.key(let first), .key(let second)): first.utf8.elementsEqual(second.utf8)
    case (.index(let first), .index(let second)): first == second
    default: false
    }
  }

  /// The name of a key; nil for an index.
  var name: String? { if case .key(let name) = self { name } else { nil } }

  /// The index; nil for a key.
  var index: Int? { if case .index(let index) = self { index } else { nil } }

  /// Longer keys are cut: an error must not hold megabytes of hostile input.
  static let maximumKeyLength = 200

  /// The path with this step prepended: `user` and `id` give `user.id`, `user` and `[3].id` give
  /// `user[3].id`.
  ///
  /// Keys are spelled as in the input, and the empty key is `""`. Paths are for people: one whose
  /// keys contain `.` or `[` can't be parsed.
  @inline(never)
  func joined(to path: String) -> String {
    let step =
      switch self {
      case .key(""): "\"\""
      case .key(let key): key.cut(to: Self.maximumKeyLength)
      case .index(let index): "[\(index)]"
      }
    if path.isEmpty || path.utf8.first == UInt8(ascii: "[") { return step + path }
    return step + "." + path
  }
}

extension Sequence<PathStep> {
  /// The path of the steps, the outermost first.
  ///
  /// Prepended one by one, a million steps would take minutes.
  var path: String {
    reduce(into: "") { path, step in
      let text = step.joined(to: "")
      if !path.isEmpty, text.utf8.first != UInt8(ascii: "[") { path += "." }
      path += text
    }
  }
}

// MARK: - Text for people

extension String {
  /// The string, or if it has more than `limit` characters, that many of them and `…`.
  func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // A character may have any number of scalars, so limit these first.
    let start = Substring(unicodeScalars.prefix(8 * limit)).prefix(limit)
    return start.endIndex < endIndex ? start + "…" : self
  }

  /// The beginning of a text that may come from the input, as in all issues and errors.
  var quoted: String { cut(to: 60) }

  /// The path on one line; if it has more than 20 steps, without those in the middle.
  var shownPath: String {
    let starts = utf8.indices.dropFirst().filter {
      utf8[$0] == UInt8(ascii: ".") || utf8[$0] == UInt8(ascii: "[")
    }
    guard starts.count >= 20 else { return onOneLine }
    return (self[..<starts[9]] + "…" + self[starts[starts.count - 5]...]).onOneLine
  }

  /// The string with line ends and other control characters escaped, so that it stays on one line
  /// and can't control a terminal.
  var onOneLine: String {
    guard unicodeScalars.contains(where: \.endsLineOrControls) else { return self }
    return unicodeScalars.map { $0.endsLineOrControls ? $0.escaped(asASCII: true) : String($0) }
      .joined()
  }
}

extension Error {
  /// The beginning of the error's text: a hook may quote the input in it.
  var quoted: String { String(describing: self).quoted }
}

extension StringProtocol {
  /// A noun with `a` or `an`: `an Int`, `a UInt8`.
  var withArticle: String {
    "\(first.map { "aeioAEIO".contains($0) } == true ? "an" : "a") \(self)"
  }
}

extension Unicode.Scalar {
  fileprivate var endsLineOrControls: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
