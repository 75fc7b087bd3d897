import ModelObjectEssentials

// What changes in the files, and what is said of them.
extension Migration {
  func source(_ file: Int) -> SourceFile { code.files[file].source }

  /// Without the edits in what another edit replaces as a whole.
  static func outermost(_ edits: [SourceEdit]) -> [SourceEdit] {
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
    let cuts = self[file].cuts()
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
        self[index].look(line: 1, "left as it is: two edits are in one place")
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
      let own = isName ? SourceEdit(range: edit.range, text: "ModelStruct") : edit
      return own.shifted(by: -range.lowerBound)
    }
    guard !self[file].isRemoved(function.keyword),
      let code = SourceEdit.applied(inside, to: Array(source.bytes[range]))
    else { return nil }
    let start = function.tokens.lowerBound
    let gap = source[start].beginsLine ? "\n\n" + self[file].indentation(start) : "\n"
    let text = gap + String(decoding: code, as: UTF8.self)
    return SourceEdit(range: range.upperBound..<range.upperBound, text: text)
  }
}
