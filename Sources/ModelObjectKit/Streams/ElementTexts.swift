package import ModelObjectEssentials

/// The elements of a long JSON text as text, for programs that read them themselves.
///
/// These are the elements of an array, or the values of any other text: a document that isn't an
/// array is one element, and so is each value of a sequence.
package final class ElementTexts {
  private let nextChunk: () throws -> Data?
  private var cutter: ElementCutter
  private var isAtEnd = false

  /// Reads chunks of UTF-8, with or without a byte-order mark, up to one that is nil or empty.
  package init(_ nextChunk: @escaping () throws -> Data?) {
    self.nextChunk = nextChunk
    cutter = ElementCutter(
      PathSearch(nil, .fuzzy),
      maximumDepth: FixedOptions.defaultDepth,
      maximumElementSize: .max
    )
  }

  /// Whether the text is an array; asked when the first element has been read, or found missing.
  package var isArray: Bool { cutter.isFound }

  /// The number of bytes that have been read.
  package var offset: Int { cutter.offset }

  /// The next element, which has been checked to be JSON; nil at the end, and after an error.
  package func next() throws -> [UInt8]? {
    guard !isAtEnd else { return nil }
    isAtEnd = true
    while true {
      switch try cutter.next() {
      case .element(let start, let end):
        isAtEnd = false
        return cutter.buffer.with { Array(Data($0[start, end])) }
      case .nothingYet:
        cutter.makeRoom()
        if let chunk = try nextChunk(), !chunk.isEmpty {
          cutter.buffer.append(chunk)
        } else {
          cutter.isComplete = true
        }
      case .end: return nil
      }
    }
  }
}
