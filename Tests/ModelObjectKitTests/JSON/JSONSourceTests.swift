import Foundation
import ModelObjectKit
import Testing

private class Note: ModelObject {
  var text = ""
  override class var identity: Set<String> { ["text"] }
}

/// A custom container, which calls the closure with a part of its bytes.
private struct Buffer: JSONSource {
  var bytes: [UInt8]

  func withJSONBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try bytes.dropFirst().withJSONBytes(body)
  }
}

/// JSON text in different containers.
struct JSONSources {
  private static func sources(_ text: String, bytes: [UInt8]? = nil) -> [any JSONSource] {
    let bytes = bytes ?? Array(text.utf8)
    let slice = ([1, 2] + bytes + [3])[2..<(bytes.count + 2)]
    return [
      Data(bytes), (Data([9]) + Data(bytes)).dropFirst(), bytes, slice, Buffer(bytes: [0] + bytes),
    ]
  }

  private static func texts(_ text: String) -> [any JSONSource] {
    [text, Substring(text), ("ä" + text + "]").dropFirst().dropLast()]
  }

  /// The results of all functions with JSON text.
  private func notes(_ source: some JSONSource) throws -> [String] {
    let note = Note()
    try note.update(json: source, at: "[0]")
    var array: [Note] = []
    try array.update(json: source)
    let store = ModelStore()
    return try [
      [note.text], array.map(\.text), [Note](json: source).map(\.text),
      [Note(json: source, at: "[0]").text], [Note](partialJSON: source).map(\.text),
      store.upsert([Note].self, json: source).map(\.text),
      [Note].explain(json: source).matches.map(\.property),
    ].flatMap { $0 }
  }

  private let expected = Array(repeating: "grüß 🙂", count: 6) + ["[0].text"]

  @Test func areReadAlike() throws {
    let text = #"[{"text": "grüß 🙂"}]"#
    for source in Self.sources(text) + Self.texts(text) + Self.texts("\u{FEFF}" + text) {
      #expect(try notes(source) == expected, "\(type(of: source))")
    }
  }

  @Test(arguments: [
    String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian,
  ])
  func ofBytesMayBeInAnotherEncoding(_ encoding: String.Encoding) throws {
    let data = try #require(#"[{"text": "grüß 🙂"}]"#.data(using: encoding))
    for source in Self.sources("", bytes: Array(data)) {
      #expect(try notes(source) == expected, "\(type(of: source))")
    }
  }

  /// A string is in UTF-8 even if its first characters look like UTF-16.
  @Test func ofTextAreInUTF8() {
    for source in Self.texts("\0[\0]") + Self.texts("") {
      let error = #expect(throws: ModelError.self) { try [Note](json: source) }
      #expect(error?.code == .malformedJSON)
    }
    #expect(throws: Never.self) { try [Note](json: [0, 0x5B, 0, 0x5D] as [UInt8]) }
  }
}
