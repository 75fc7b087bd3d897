import ModelObjectEssentials

// What changes in the files, and what is said of them.
extension Migration {
  func source(_ file: Int) -> SourceFile { code.files[file].source }

  func look(in file: Int, at token: Int, _ text: String) {
    report.look(in: code.files[file].path, line: source(file).line(of: token), text)
  }

  func look(in file: Int, line: Int, _ text: String) {
    report.look(in: code.files[file].path, line: line, text)
  }

  func warn(in file: Int, at token: Int, _ text: String, listsAll: Bool = false) {
    let line = source(file).line(of: token)
    report.warn(text, in: code.files[file].path, line: line, listsAll: listsAll)
  }

  func replace(in file: Int, _ tokens: Range<Int>, with text: String) {
    edits[file].append(SourceEdit(range: source(file).bytes(of: tokens), text: text))
  }

  func replaceBytes(in file: Int, _ range: Range<Int>, with text: String) {
    edits[file].append(SourceEdit(range: range, text: text))
  }

  func insert(_ file: Int, at offset: Int, _ text: String) {
    edits[file].append(SourceEdit(range: offset..<offset, text: text))
  }

  func remove(_ file: Int, bytes: Range<Int>) {
    if !bytes.isEmpty { removals[file].append(bytes) }
  }

  func removedRanges(_ file: Int) -> [Range<Int>] { removals[file] }

  /// Whether a token is in something that goes.
  func isRemoved(_ file: Int, _ token: Int) -> Bool {
    let place = source(file)[token].range.lowerBound
    return removals[file].contains { $0.contains(place) }
  }

  /// Whether a token is in something that other code replaces.
  func isReplaced(_ file: Int, _ token: Int) -> Bool {
    let range = source(file)[token].range
    return edits[file].contains {
      $0.range.lowerBound <= range.lowerBound && range.upperBound <= $0.range.upperBound
    }
  }

  func isChanged(_ file: Int) -> Bool { !edits[file].isEmpty || !removals[file].isEmpty }

  /// Whether a call is still to be rewritten; it isn't from here on.
  func begin(_ file: Int, _ token: Int) -> Bool { rewritten.insert([file, token]).inserted }

  func needImport(_ file: Int) { needsImport.insert(file) }

  func importIsNeeded(_ file: Int) -> Bool { needsImport.contains(file) }

  /// Without the edits in what another edit replaces as a whole.
  private static func outermost(_ edits: [SourceEdit]) -> [SourceEdit] {
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, -$0.element.range.upperBound, -$0.offset)
        < ($1.element.range.lowerBound, -$1.element.range.upperBound, -$1.offset)
    }
    var kept: [(offset: Int, element: SourceEdit)] = []
    var end = -1
    var start = -1
    for (offset, edit) in sorted {
      let isInside =
        edit.range.isEmpty
        ? start < edit.range.lowerBound && edit.range.lowerBound < end
        : edit.range.upperBound <= end
      if isInside { continue }
      kept.append((offset, edit))
      if !edit.range.isEmpty { (start, end) = (edit.range.lowerBound, edit.range.upperBound) }
    }
    return kept.sorted { $0.offset < $1.offset }.map(\.element)
  }

  /// Edits that neither overlap nor lie in what is removed.
  private func settled(_ file: Int, in range: Range<Int>) -> [SourceEdit] {
    let cuts = cuts(file)
    func isRemoved(_ edit: SourceEdit) -> Bool {
      cuts.contains {
        edit.range.isEmpty
          ? $0.lowerBound < edit.range.lowerBound && edit.range.lowerBound < $0.upperBound
            && !cuts.contains { $0.lowerBound == edit.range.lowerBound }
          : $0.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= $0.upperBound
      }
    }
    let settled =
      Self.outermost(edits[file]).filter { !isRemoved($0) }
      + cuts.map { SourceEdit(range: $0, text: "") }
    return settled.filter {
      $0.range.lowerBound >= range.lowerBound && $0.range.upperBound <= range.upperBound
    }
  }

  /// An edit with the line ends of its file.
  private func withLineEnds(of file: Int) -> (SourceEdit) -> SourceEdit {
    guard source(file).bytes.contains(UInt8(ascii: "\r")) else { return { $0 } }
    return { edit in
      let text = edit.text.replacingEach("\r\n", with: "\n").replacingEach("\n", with: "\r\n")
      return SourceEdit(range: edit.range, text: text)
    }
  }

  /// Some tokens with the edits in them, though they are removed where they are.
  func text(_ file: Int, _ tokens: Range<Int>) -> String {
    let source = source(file)
    let range = source.bytes(of: tokens)
    let inside = edits[file].filter {
      $0.range.lowerBound >= range.lowerBound && $0.range.upperBound <= range.upperBound
    }
    let inner = Self.outermost(inside).map {
      SourceEdit(
        range: $0.range.lowerBound - range.lowerBound..<$0.range.upperBound - range.lowerBound,
        text: $0.text
      )
    }
    let bytes = Array(source.bytes[range])
    return String(decoding: SourceEdit.applied(inner, to: bytes) ?? bytes, as: UTF8.self)
  }

  /// The files with other contents, and the new file of the base class.
  func results() -> [(path: String, old: [UInt8]?, new: [UInt8])] {
    var results: [(path: String, old: [UInt8]?, new: [UInt8])] = []
    for (index, file) in code.files.enumerated() where file.source.problem == nil {
      let bytes = file.source.bytes
      let settled = settled(index, in: 0..<bytes.count)
      guard !settled.isEmpty else { continue }
      let copies = twofold[index]?.compactMap { copy(of: $0, in: index) } ?? []
      let all = (settled + copies).map(withLineEnds(of: index))
      guard let new = SourceEdit.applied(all, to: bytes) else {
        look(in: index, line: 1, "left as it is: two edits are in one place")
        continue
      }
      if new != bytes { results.append((file.path, bytes, new)) }
    }
    return results
  }

  /// A generic function as it is moved, but for structs.
  private func copy(of function: SwiftDeclaration, in file: Int) -> SourceEdit? {
    let source = source(file)
    let range = source.bytes(of: function.tokens)
    let body = source[function.body ?? function.tokens.upperBound].range.lowerBound
    let inside = settled(file, in: range).map { edit in
      let isName = edit.text == "ModelObject" && edit.range.upperBound <= body
      return SourceEdit(
        range: edit.range.lowerBound - range.lowerBound..<edit.range.upperBound - range.lowerBound,
        text: isName ? "ModelStruct" : edit.text
      )
    }
    guard !isRemoved(file, function.keyword),
      let code = SourceEdit.applied(inside, to: Array(source.bytes[range]))
    else { return nil }
    let start = function.tokens.lowerBound
    let gap = source[start].beginsLine ? "\n\n" + indentation(file, start) : "\n"
    let text = gap + String(decoding: code, as: UTF8.self)
    return SourceEdit(range: range.upperBound..<range.upperBound, text: text)
  }
}
