import Foundation
import ModelObjectKit

/// A document that is to be looked at, or several of them in one file, such as one on each line.
struct Document {
  /// What the user calls it; nil for standard input.
  let name: String?
  /// How many bytes it has, if that is known.
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

  init(name: String?, file: FileHandle, size: Int) {
    self.name = name
    self.size = size
    elements = { InputElements(file, tell: $0) }
  }

  private static let chunkSize = 1 << 18

  /// Reads the document value by value, and tells which part of it has been read.
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
        // More than one value: each is one of several.
        if let first { root.addLine(first) }
        first = nil
        root.addLine(value)
      }
    }
    if let first { root.add(first) }
    if elements.isArray { root.endArray() } else if count == 0 { try Self.refuseNothing() }
  }

  /// Lets the library say what is wrong with an empty text.
  private static func refuseNothing() throws {
    _ = try Nothing(json: Data())
  }
}

/// A model that takes nothing.
private final class Nothing: ModelObject {}
