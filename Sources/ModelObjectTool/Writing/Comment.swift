import ModelObjectKit

/// The comment over the first class: its files, how they are read, and which keys exports write.
struct Comment {
  let lines: [String]

  private static let width = 96

  init(_ files: [String], plan: RootPlan, list: ClassList, keepsKeys: Bool) {
    let usages = plan.usages.map { "`\($0)`" }
    let usage = "Read it with \(Self.joined(usages, "or"))."
    let style = Self.styleRemark(list.changedKeys, keepsKeys)
    // The first sentence is alone, as linters want it.
    var sentences = files.isEmpty ? [usage] : ["From \(Self.list(files)).", usage]
    if let remark = plan.remark { sentences.append(remark) }
    let rest =
      Self.wrapped(sentences.dropFirst().joined(separator: " "))
      + (style.map(Self.wrapped) ?? [])
    let shown = rest.filter { !$0.isEmpty }
    lines = Self.wrapped(sentences[0]) + (shown.isEmpty ? [] : [""] + shown)
  }

  /// The remark on the keys in exports; nil if an export writes all keys unchanged.
  private static func styleRemark(_ changed: [KeyStyle: [String]], _ keepsKeys: Bool) -> String? {
    let counts = KeyStyle.all.map { ($0, changed[$0]?.count ?? 0) }
    guard !keepsKeys, let least = counts.map(\.1).min(),
      let style = counts.first(where: { $0.1 == least })?.0
    else { return nil }
    let export =
      style == .property ? "An export" : "An export with the `keyStyle` `.\(style.name)`"
    if least == 0 { return style == .property ? nil : "\(export) restores the original keys." }
    guard least <= 3 else {
      return "No key style restores all original keys; to restore them, generate with `--keys`."
    }
    let keys = (changed[style] ?? []).map { key in
      "`\(key.map { $0.isNewline ? " " : String($0) }.joined())`"
    }
    return "\(export) restores the original keys except \(joined(keys, "and")); "
      + "to restore all, generate with `--keys`."
  }

  private static func list(_ files: [String]) -> String {
    let names = files.map { String($0.map { $0.isNewline ? " " : $0 }) }
    let shown = names.count > 4 ? names.prefix(3) + ["\(names.count - 3) more"] : names[...]
    return joined(Array(shown), "and")
  }

  private static func joined(_ parts: [String], _ word: String) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " \(word) " + last
  }

  /// Breaks a text into lines at spaces, but not inside code.
  private static func wrapped(_ text: String) -> [String] {
    var lines = [""]
    var isCode = false
    var word = ""
    func end() {
      let line = lines[lines.count - 1]
      if line.isEmpty || line.count + word.count < width {
        lines[lines.count - 1] += (line.isEmpty ? "" : " ") + word
      } else {
        lines.append(word)
      }
      word = ""
    }
    for character in text {
      if character == "`" { isCode.toggle() }
      if character == " ", !isCode { end() } else { word.append(character) }
    }
    end()
    return lines
  }
}
