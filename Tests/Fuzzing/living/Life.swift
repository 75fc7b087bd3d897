import Foundation
import ModelObjectKit

/// The life of an object: one text makes it, and later ones update it.
struct Life<Model: Living> {
  let options: MappingOptions?

  /// The way in which the texts reach the object.
  enum Way {
    case text, dictionary, element, coder
  }

  /// What comes of the texts, one after the other, as text.
  func transcript(of texts: [Data], _ way: Way = .text, tellsValues: Bool = false) -> [String] {
    var lines: [String] = []
    var model: Model?
    for text in texts {
      let before = model.map { (show($0), $0.everything()) }
      lines += account(show(text), tellsValues: tellsValues) {
        if let model {
          let former = model
          try update(former, text, way)
        } else {
          model = try make(text, way)
        }
        guard let model else { return "" }
        let after = model.everything().map { one in
          before?.1.firstIndex { $0 === one }.map { "\($0)" } ?? "new"
        }
        return show(model) + " " + after.joined(separator: ",")
      }
      guard lines.last?.hasPrefix("!") == true, let former = model else { continue }
      guard Promises.undoesRefusedUpdates else {
        model = nil
        continue
      }
      if let before,
        show(former) != before.0 || !former.everything().elementsEqual(before.1, by: ===)
      {
        found("a refused update changes something", show(text), difference(before.0, show(former)))
      }
    }
    guard way == .element else { return lines }
    return lines.map(withoutElement)
  }

  /// A line of an error without the beginning of its path, which is the third word.
  private func withoutElement(_ line: String) -> String {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == "!", words[2].hasPrefix("a[0]") else { return line }
    let rest = words[2].dropFirst(4)
    switch rest.first {
    case ".": return "! \(words[1]) \(rest.dropFirst())"
    case " ": return "! \(words[1]) \(rest)"
    default: return line
    }
  }

  private func show(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  private func show(_ model: Model) -> String { model.isSmall ? shown(model) : "large" }

  private func make(_ text: Data, _ way: Way) throws -> Model {
    switch way {
    case .text: return try Model(json: text, options: options)
    case .dictionary: return try Model(dictionary: Self.dictionary(text), options: options)
    case .element: return try Model(json: wrapped(text), at: "a[0]", options: deeper)
    case .coder:
      let decoder = JSONDecoder()
      decoder.userInfo[.mappingOptions] = options ?? .lenient
      return try decoder.decode(Model.self, from: text)
    }
  }

  private func update(_ model: Model, _ text: Data, _ way: Way) throws {
    switch way {
    case .text: try model.update(json: text, options: options)
    case .dictionary: try model.update(dictionary: Self.dictionary(text), options: options)
    case .element: try model.update(json: wrapped(text), at: "a[0]", options: deeper)
    case .coder: fatalError("no coder updates an object")
    }
  }

  static func dictionary(_ text: Data) -> [String: Any] {
    ReferenceReader.read(text)?.tree.swiftValue as? [String: Any] ?? [:]
  }

  private func wrapped(_ text: Data) -> Data { Data("{\"a\":[".utf8) + text + Data("]}".utf8) }

  /// The options that let a text be two levels further down.
  private var deeper: MappingOptions? {
    var options = options
    options?.maximumDepth += 2
    return options
  }
}

/// Promises that can be switched on when they are kept.
enum Promises {
  /// An update that throws leaves everything as it was, and so does an upsert.
  static let undoesRefusedUpdates = true
}
