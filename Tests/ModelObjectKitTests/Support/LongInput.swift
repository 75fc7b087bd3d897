import Foundation
import ModelObjectKit

/// A "long" input for a test, read in every possible way.
struct LongInput {
  class Item: ModelObject {
    var id = 0
    var name = ""
    var next: Item?
  }

  /// Rejects objects without an id.
  final class CheckedItem: Item {
    override func validate() throws {
      if id == 0 { throw Refusal() }
    }
  }

  struct Refusal: Error {}

  var bytes: [UInt8]
  var path: String?
  var options: MappingOptions?
  var maximumElementSize = 64 << 20

  init(_ text: String, at path: String? = nil, options: MappingOptions? = nil) {
    bytes = Array(text.utf8)
    self.path = path
    self.options = options
  }

  /// The results of a reader of a file: each model and each error, in order.
  func fromFile(_ type: Item.Type = Item.self) throws -> [String] {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return type == CheckedItem.self
      ? try lines(of: reader(url) as ModelReader<CheckedItem>)
      : try lines(of: reader(url) as ModelReader<Item>)
  }

  private func reader<Model>(_ url: URL) throws -> ModelReader<Model> {
    try ModelReader(
      contentsOf: url,
      at: path,
      options: options,
      maximumElementSize: maximumElementSize
    )
  }

  private func lines(of reader: ModelReader<some Item>) -> [String] {
    var lines: [String] = []
    while true {
      do {
        guard let item = try reader.next() else { return lines }
        lines.append(Self.line(item))
      } catch {
        lines.append(Self.line(error))
      }
    }
  }

  /// The results of a sequence for the bytes in chunks; it ends with the first error.
  func fromChunks(_ chunks: [[UInt8]]) async -> [String] {
    let stream = AsyncStream { continuation in
      for chunk in chunks { continuation.yield(chunk) }
      continuation.finish()
    }
    return await lines(
      of: ModelSequence(stream, at: path, options: options, maximumElementSize: maximumElementSize)
    )
  }

  /// The results of a sequence for the bytes one by one.
  func fromBytes() async -> [String] {
    let stream = AsyncStream { continuation in
      for byte in bytes { continuation.yield(byte) }
      continuation.finish()
    }
    return await lines(
      of: ModelSequence(stream, at: path, options: options, maximumElementSize: maximumElementSize)
    )
  }

  private func lines(of sequence: ModelSequence<Item>) async -> [String] {
    var lines: [String] = []
    do {
      for try await item in sequence { lines.append(Self.line(item)) }
    } catch {
      lines.append(Self.line(error))
    }
    return lines
  }

  static func line(_ item: Item) -> String {
    "\(item.id) \(item.name)" + (item.next.map { " > " + line($0) } ?? "")
  }

  static func line(_ error: any Error) -> String {
    "! \(error)".replacing("\n  ", with: " | ")
  }
}
