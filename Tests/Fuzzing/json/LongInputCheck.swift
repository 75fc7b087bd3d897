import Foundation

@testable import ModelObjectKit

/// Checks the promises for a text that arrives in pieces: an element at a time, or as a beginning.
struct LongInputCheck<Model: Item> {
  let json: Data
  let options: FuzzedOptions

  /// The places where a text is cut: all of a small one, of a longer one a few that go by its
  /// bytes, so that the fuzzer tries others.
  private func cuts(of text: Data) -> [Int] {
    guard text.count > 40 else { return Array(0...text.count) }
    var place = 0
    for byte in text { place = (place &* 31 &+ Int(byte)) & 0xFF_FFFF }
    return (0..<4).map { (place >> (5 * $0)) % (text.count + 1) }
  }

  private func show(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  // MARK: - Elements

  /// The text as an element, twice: however it is cut, it comes to what it is in an array.
  func checkElements() {
    // Behind a bracket such bytes would be of another encoding for a plain reader.
    guard json.count > 0, !json.contains(0) else { return }
    let array = Data("[".utf8) + json + Data(",".utf8) + json + Data("]".utf8)
    let lines = transcript(of: array)
    // What is read behind a value that can't be read doesn't depend on the cut, either.
    _ = transcript(of: Data("{}".utf8) + json + Data("\n".utf8) + json)
    do {
      let models = try [Model](json: array, options: options.options)
      guard lines == models.map({ shown($0) }) else {
        found("a long array differs", show(array), lines.joined(separator: "\n"))
      }
      checkValues(lines)
    } catch let error as ModelError where error.code == .invalidInput {
      guard lines.contains(where: { $0.hasPrefix("! invalidInput") }) else {
        found("a long array has nothing wrong", show(array), "\(error)")
      }
    } catch let error as ModelError {
      guard lines.last?.hasPrefix("!") == true else {
        found("a long array does not fail", show(array), "\(error)")
      }
    } catch {
      found("an error of another kind", "\(error)", show(array))
    }
  }

  /// The same as values one after the other, on a line each or on one.
  private func checkValues(_ array: [String]) {
    let blanks = Set(" \n\r\t".utf8)
    guard let first = json.first(where: { !blanks.contains($0) }), first != UInt8(ascii: "["),
      first < 0x80, ReferenceReader.read(json) != nil
    else { return }
    // An element is one level further down than a value.
    guard options.options.map({ $0.maximumDepth < 512 }) != true else { return }
    for separator in ["\n\r\n", " "] + (first == UInt8(ascii: "{") ? [""] : []) {
      let text = json + Data(separator.utf8) + json
      let lines = transcript(of: text)
      guard lines == array else {
        found("values differ from an array", show(text), lines.joined(separator: "\n"))
      }
    }
  }

  /// All that the elements come to, which must be the same for every cut.
  private func transcript(of text: Data) -> [String] {
    let whole = transcript(of: [text])
    for cut in cuts(of: text) {
      let parts = transcript(of: [text.prefix(cut), text.dropFirst(cut)])
      guard parts == whole else {
        let lines = difference(whole.joined(separator: "\n"), parts.joined(separator: "\n"))
        found("a cut at \(cut) counts", show(text), lines)
      }
    }
    return whole
  }

  private func transcript(of chunks: [Data]) -> [String] {
    let stream = ElementStream(Model.self, at: nil, options.options, .max)
    var chunks = chunks[...]
    var lines: [String] = []
    while true {
      do {
        switch try stream.next() {
        case .model(let model): lines.append((model as? Item).map { shown($0) } ?? "")
        case .end: return lines
        case .nothingYet:
          stream.state.makeRoom()
          if let chunk = chunks.popFirst() {
            stream.state.buffer.append(chunk)
          } else {
            stream.state.isComplete = true
          }
        }
      } catch {
        lines.append("! \(error)")
      }
    }
  }

  // MARK: - Beginnings

  /// No beginning of a text that can be mapped is an error, and all of it is the text.
  func checkBeginnings(of model: Model) {
    if let options = options.options {
      guard options.unknownKeys == .ignore, options.missingKeys == .ignore else { return }
    }
    for cut in cuts(of: json) {
      do {
        _ = try Model(partialJSON: json.prefix(cut), options: options.options)
      } catch {
        found("a beginning is an error: \(error)", show(json), show(json.prefix(cut)))
      }
    }
    do {
      let whole = try Model(partialJSON: json, options: options.options)
      guard shown(whole) == shown(model) else {
        found("a beginning that is all differs", show(json), "\(whole)")
      }
    } catch {
      found("a beginning that is all is an error: \(error)", show(json))
    }
  }
}
