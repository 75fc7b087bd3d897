/// One step on the way from the root of the input to a value.
///
/// Paths are made from the inside out: code that catches an error on its way up puts the step that
/// led there in front. No path is kept while all goes well.
enum PathStep {
  case key(String)
  case index(Int)

  /// Longer keys are cut: an error must not carry megabytes of hostile input about.
  static let maximumKeyLength = 200

  /// A path with this step in front: `user` before `id` is `user.id`, `user` before `[3].id` is
  /// `user[3].id`.
  ///
  /// Keys stand as the input spells them, so that a path is for people to read: one whose keys
  /// contain `.` or `[` can't be taken apart again.
  func joined(to path: String) -> String {
    let step =
      switch self {
      case .key(let key): key.cut(to: Self.maximumKeyLength)
      case .index(let index): "[\(index)]"
      }
    if path.isEmpty || path.utf8.first == UInt8(ascii: "[") { return step + path }
    return step + "." + path
  }
}

extension PathStep {
  /// Whether a longer path begins with this step.
  func leads(to path: String) -> Bool {
    let start = joined(to: "")
    guard path.utf8.starts(with: start.utf8) else { return false }
    let next = path.utf8.dropFirst(start.utf8.count).first
    return next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
  }
}

// MARK: - Text for people

extension String {
  /// The text itself if it has at most `limit` characters, else that many of them and `…`.
  func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // One character may be made of any number of scalars, so these are bounded first.
    let kept = Substring(unicodeScalars.prefix(8 * limit)).prefix(limit)
    return kept.endIndex < endIndex ? kept + "…" : self
  }

  /// The path for people, on one line: one of more than 20 steps without those in its middle.
  var shownPath: String {
    let beginnings = PathTree.prefixes(of: self)
    guard beginnings.count > 20 else { return onOneLine }
    return (beginnings[9] + "…" + self[beginnings[beginnings.count - 6].endIndex...]).onOneLine
  }

  /// The text with line ends and other control characters spelled out, so that it keeps to its
  /// line and can't steer a terminal.
  var onOneLine: String {
    guard unicodeScalars.contains(where: \.endsLineOrControls) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      text += scalar.endsLineOrControls ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return text
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
