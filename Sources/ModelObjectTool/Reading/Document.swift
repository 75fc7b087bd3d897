import ModelObjectEssentials
import ModelObjectKit

/// A file with a document, or with several, such as one on each line.
struct Document {
  /// The name of the file; nil for standard input.
  let name: String?
  /// The number of bytes; 0 if it is unknown.
  let size: Int
  private let elements: (@escaping (Double) -> Void) -> InputElements

  init(name: String?, data: Data) {
    self.name = name
    size = data.count
    elements = { tell in
      var rest = data[...]
      return InputElements(
        {
          defer { rest = rest.dropFirst(Self.chunkSize) }
          return rest.prefix(Self.chunkSize)
        },
        size: data.count,
        tell: tell
      )
    }
  }

  init(name: String?, file: OpenFile) {
    self.name = name
    size = file.sizeFromStart() ?? 0
    elements = { InputElements(file, tell: $0) }
  }

  private static let chunkSize = 1 << 18

  /// Reads the document value by value; `tell` is called with the part that has been read.
  func read(into root: DocumentRoot, tell: @escaping (Double) -> Void) throws {
    var (start, end) = (0.0, 0.0)
    let elements = elements { end = $0 }
    var first: JSONTree?
    var count = 0
    while let text = try elements.next() {
      let part = end - start
      let value = try JSONTree(text) { [start] in tell(start + $0 * part) }
      tell(end)
      start = end
      count += 1
      if elements.isArray {
        root.addElement(value)
      } else if count == 1 {
        first = value
      } else {
        // A file of several values: the first is one of them.
        if let first { root.addLine(first) }
        first = nil
        root.addLine(value)
      }
    }
    if let first { root.add(first) }
    if elements.isArray { root.endArray() } else if count == 0 { try Self.refuseNothing() }
  }

  /// Throws the library's error for an empty text.
  private static func refuseNothing() throws {
    _ = try Nothing(json: Data())
  }
}

/// A model without properties.
private final class Nothing: ModelObject {}
