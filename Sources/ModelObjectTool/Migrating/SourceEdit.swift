/// A change of some bytes of a file.
struct SourceEdit {
  let range: Range<Int>
  let text: String

  func shifted(by offset: Int) -> SourceEdit {
    SourceEdit(range: range.lowerBound + offset..<range.upperBound + offset, text: text)
  }

  /// The bytes with all edits; nil if two of them change the same place.
  ///
  /// Edits that insert at one place are applied in their order.
  static func applied(_ edits: [SourceEdit], to bytes: [UInt8]) -> [UInt8]? {
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    var result: [UInt8] = []
    var position = 0
    for (_, edit) in sorted {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= bytes.count else {
        return nil
      }
      result += bytes[position..<edit.range.lowerBound]
      result += edit.text.utf8
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}
