// The files that are written: one beside each file with classes.
extension ObjectiveCMigration {
  private struct Piece {
    let token: Int
    let lines: [String]
  }

  func write(_ existing: (String) -> Bool) {
    var pieces: [Int: [Piece]] = [:]
    var modules: [Int: Set<String>] = [:]
    var enumerations: Set<String> = []
    for model in models {
      let file = model.entry.file
      pieces[file, default: []].append(
        Piece(token: model.entry.interface.token, lines: text(of: model))
      )
      for property in model.properties {
        modules[file, default: []].formUnion(property.form?.modules ?? [])
        if let type = property.source.type { enumerations.formUnion(enumerationNames(type)) }
      }
      report.count("classes of Objective-C")
    }
    for name in enumerations.sorted() where !isInSwift(name) {
      guard let (file, enumeration) = base.enumerations[name] else { continue }
      let lines = text(of: enumeration, file)
      guard !lines.isEmpty else { continue }
      pieces[file, default: []].append(Piece(token: enumeration.token, lines: lines))
      report.count("NS_ENUM → enum")
    }
    var byPath: [String: [Int]] = [:]
    for file in pieces.keys { byPath[path(of: file), default: []].append(file) }
    for (path, files) in byPath.sorted(by: { $0.key < $1.key }) {
      guard !existing(path) else {
        for file in files {
          look(in: file, at: 0, "\(path) is there already: the classes are not written")
        }
        continue
      }
      // A header is before its implementation.
      let files = files.sorted { base.files[$0].path < base.files[$1].path }
      var lines = banner(files[0])
      let names = files.reduce(into: Set<String>()) { $0.formUnion(modules[$1] ?? []) }
      lines += (names + ["Foundation", "ModelObjectKit"]).sorted().map { "import \($0)" }
      for file in files {
        for piece in (pieces[file] ?? []).sorted(by: { $0.token < $1.token }) {
          lines += [""] + piece.lines
        }
        if models.contains(where: { $0.entry.file == file }) { reportOthers(file) }
      }
      add((path, nil, Array((lines.joined(separator: "\n") + "\n").utf8)))
    }
    if !results.isEmpty {
      report.note(
        "Objective-C can't use the Swift classes: its files use the old ones until you delete them"
      )
      report.note("add the new files to the target of the models in Xcode")
    }
  }

  private func enumerationNames(_ type: ObjectiveCType) -> [String] {
    [type.base] + type.arguments.flatMap(enumerationNames)
  }

  private func path(of file: Int) -> String {
    let path = base.files[file].path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: ".") else { return path + ".swift" }
    return path.dropLast(name.distance(from: dot, to: name.endIndex)) + ".swift"
  }

  /// The comments at the start of a file.
  private func banner(_ file: Int) -> [String] {
    let source = base.files[file]
    let first = source[0]
    guard !["@interface", "typedef"].contains(first.text) else { return [] }
    let lines = source.comments(in: 0..<first.range.lowerBound).flatMap {
      ObjectiveCComment(source, $0).lines
    }
    let name = source.path.split(separator: "/").last.map(String.init) ?? ""
    let new = path(of: file).split(separator: "/").last.map(String.init) ?? ""
    return lines.isEmpty ? [] : lines.map { $0.replacingEach(name, with: new) } + [""]
  }

  /// What isn't a class.
  private func reportOthers(_ file: Int) {
    for item in base.files[file].items {
      switch item {
      case .other(let text, let token): look(in: file, at: token, "'\(text)' stays in Objective-C")
      case .interface(let interface)
      where model(interface.name) == nil && interface.category == nil:
        look(
          in: file,
          at: interface.token,
          "\(interface.name) isn't a model: it stays in Objective-C"
        )
      default: break
      }
    }
  }

  // MARK: - Enums

  private func text(of enumeration: ObjectiveCEnumeration, _ file: Int) -> [String] {
    let source = base.files[file]
    let form = ObjectiveCEnumerationForm(enumeration, source)
    guard let cases = form.cases else {
      look(in: file, at: enumeration.token, "\(enumeration.name) has values that aren't understood")
      return []
    }
    var lines = source.leadingComments(before: enumeration.token).flatMap {
      ObjectiveCComment(source, $0).lines
    }
    lines.append(
      form.isOptions
        ? "struct \(form.name): OptionSet {" : "enum \(form.name): \(form.rawType) {"
    )
    if form.isOptions { lines.append("  let rawValue: \(form.rawType)\n") }
    var next = 0
    for (index, item) in cases.enumerated() {
      for comment in source.leadingComments(before: item.token)
      where index > 0 || isBelow(comment, enumeration: enumeration, in: source) {
        lines += ObjectiveCComment(source, comment).lines.map { "  " + $0 }
      }
      var line: String
      if form.isOptions {
        line =
          item.value == 0
          ? "  static let \(item.name): \(form.name) = []"
          : "  static let \(item.name) = \(form.name)(rawValue: \(item.value))"
      } else if let alias = item.alias {
        line = "  static let \(item.name) = \(form.name).\(alias)"
      } else {
        line = "  case \(item.name)" + (item.value == next && index > 0 ? "" : " = \(item.value)")
        next = item.value &+ 1
      }
      // The comment is behind the comma, or before the brace.
      let end =
        enumeration.cases[index].value.map { max($0.upperBound - 1, item.token) } ?? item.token
      let last = source[end + 1].text == "," ? end + 1 : end
      if let comment = source.trailingComment(after: last),
        let text = ObjectiveCComment(source, comment).trailing
      {
        line += text
      }
      lines.append(line)
    }
    return lines + ["}"]
  }

  /// Whether a comment isn't on the line of the brace.
  private func isBelow(
    _ comment: Range<Int>,
    enumeration: ObjectiveCEnumeration,
    in source: ObjectiveCFile
  ) -> Bool {
    guard let first = enumeration.cases.first else { return false }
    return comment.lowerBound > source[first.token - 1].range.lowerBound
  }

  private func isInSwift(_ name: String) -> Bool { swiftTypes.contains(name) }
}
