import ModelObjectEssentials
import ModelObjectKit

/// The elements of a JSON input, one after another: only one element and a chunk of the input are
/// in memory.
///
/// They are the elements of an array, or the values of any other text: one for a document that is
/// an object, or several, such as one on each line.
final class InputElements {
  private let elements: ElementTexts
  private let size: Int?
  private let tell: (Double) -> Void

  /// Reads a file from its beginning, or a pipe or device to its end.
  ///
  /// `tell` is called with the part of the input that has been read, if its size is known.
  convenience init(_ file: OpenFile, tell: @escaping (Double) -> Void = { _ in }) {
    let size = file.sizeFromStart()
    self.init({ try file.readChunk() }, size: size, tell: tell)
  }

  /// Reads chunks until there are none; standard input is one chunk.
  init(
    _ nextChunk: @escaping () throws -> Data?,
    size: Int? = nil,
    tell: @escaping (Double) -> Void = { _ in }
  ) {
    var isBegun = false
    elements = ElementTexts {
      let chunk = try nextChunk()
      guard !isBegun, var chunk else { return chunk }
      isBegun = true
      // A zero among the first bytes, or a byte order mark, means that the text is not in UTF-8.
      guard chunk.prefix(4).contains(0) || chunk.first == 0xFE || chunk.first == 0xFF else {
        return chunk
      }
      while let more = try nextChunk(), !more.isEmpty { chunk.append(more) }
      return Data(try JSONText.utf8(of: chunk))
    }
    self.size = size
    self.tell = tell
  }

  /// Whether the input is an array; known with the first element.
  var isArray: Bool { elements.isArray }

  /// The next element as UTF-8, checked to be JSON; nil at the end.
  func next() throws -> [UInt8]? {
    let element = try elements.next()
    if let size, size > 0 { tell(min(1, Double(elements.offset) / Double(size))) }
    return element
  }
}
