import Foundation
import ModelObjectKit

/// A document that is to be looked at, or a file with one on each line.
struct Document {
  /// What the user calls it; nil for standard input.
  let name: String?
  let data: Data
}

/// Reads documents value by value.
struct DocumentReader {
  /// Is told which part of all documents has been read.
  let tell: (Double) -> Void

  /// What a document holds.
  enum Content {
    case value(Sample)
    /// A value on each line (NDJSON).
    case lines
  }

  /// Reads a document; values of lines are handed over one by one.
  func read(_ document: Document, line: (Sample) throws -> Void) throws -> Content {
    do {
      let bytes = try Self.checked(document.data)
      return .value(try sample(bytes, tell: tell))
    } catch let error as ModelError where error.code == .malformedJSON {
      guard let bytes = try? JSONText.utf8(of: document.data), Self.hasLines(bytes) else {
        throw error
      }
      try readLines(bytes, line: line)
      return .lines
    }
  }

  private func readLines(_ bytes: [UInt8], line: (Sample) throws -> Void) throws {
    var number = 0
    var told = 0
    for text in Lines(bytes) {
      number += 1
      if text.endIndex - told >= 1 << 20 {
        told = text.endIndex
        tell(Double(told) / Double(bytes.count))
      }
      guard !Self.isBlank(text) else { continue }
      do {
        try line(try sample(Self.checked(Data(text)), tell: { _ in }))
      } catch let error as ModelError {
        throw Failure(description: "line \(number): \(error.description)")
      }
    }
  }

  private func sample(_ bytes: [UInt8], tell: @escaping (Double) -> Void) throws -> Sample {
    do {
      return try SampleReader.read(bytes, tell: tell)
    } catch is SampleReader.Malformed {
      throw Failure(description: "the document could not be read")
    }
  }

  /// Lets the library say what is wrong with a document, and gives it as UTF-8.
  private static func checked(_ document: Data) throws -> [UInt8] {
    do {
      _ = try Nothing(json: document)
    } catch let error as ModelError where error.code == .notAnObject {}
    return try JSONText.utf8(of: document)
  }

  /// Whether there are several lines, and the first one is a document.
  private static func hasLines(_ bytes: [UInt8]) -> Bool {
    var lines = Lines(bytes).lazy.filter { !isBlank($0) }.makeIterator()
    guard let first = lines.next(), lines.next() != nil else { return false }
    return (try? checked(Data(first))) != nil
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}

/// A model that takes nothing.
private final class Nothing: ModelObject {}
