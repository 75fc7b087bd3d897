import Foundation
import ModelObjectKit
import Testing

/// Models that are written one by one, and read back.
struct ModelWriterTests {
  class Entry: ModelObject {
    var id = 0
    var text = ""

    override func didExport(_ dictionary: inout [String: Any]) throws {
      if text == "refused" { throw Refusal() }
    }

    convenience init(_ id: Int, _ text: String = "") {
      self.init()
      self.id = id
      self.text = text
    }
  }

  final class Styled: Entry {
    var lastSeen = 1
    override class var exportOptions: ExportOptions {
      var options = ExportOptions()
      options.keyStyle = .snakeCase
      options.prettyPrinted = true
      return options
    }
  }

  struct Refusal: Error {}

  private func withFile(_ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url)
  }

  private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

  @Test func eachModelIsThereAtOnce() throws {
    try withFile { url in
      try Data("former".utf8).write(to: url)
      let writer = try ModelWriter(to: url)
      #expect(try text(url) == "")
      try writer.write(Entry(1, "a\nb"))
      #expect(try text(url) == "{\"id\":1,\"text\":\"a\\nb\"}\n")
      try writer.write(Styled())
      #expect(
        try text(url)
          == "{\"id\":1,\"text\":\"a\\nb\"}\n{\"id\":0,\"text\":\"\",\"last_seen\":1}\n"
      )
      let array = try ModelWriter(to: url, as: .array)
      try array.write(Entry(1))
      #expect(try text(url) == "[{\"id\":1,\"text\":\"\"}")
    }
  }

  @Test func anArrayIsTheTextOfTheArray() throws {
    try withFile { url in
      for isPretty in [false, true] {
        for count in [0, 1, 2, 5] {
          var options = ExportOptions()
          options.prettyPrinted = isPretty
          options.properties = ["id"]
          let entries = (0..<count).map { Entry($0) }
          let writer = try ModelWriter(to: url, as: .array, options: options)
          for entry in entries { try writer.write(entry) }
          try writer.finish()
          #expect(try text(url) == entries.jsonString(options: options))
        }
      }
    }
  }

  @Test(arguments: [ModelWriter.Form.lines, .array])
  func aModelThatIsRejectedWritesNothing(_ form: ModelWriter.Form) throws {
    try withFile { url in
      let writer = try ModelWriter(to: url, as: form)
      for entry in [Entry(1, "refused"), Entry(2), Entry(3, "refused"), Entry(4)] {
        do {
          try writer.write(entry)
        } catch let error as ModelError {
          #expect(error.code == .rejected && error.underlyingError is Refusal)
          #expect(entry.text == "refused")
        }
      }
      try writer.finish()
      let reader = try ModelReader<Entry>(contentsOf: url)
      var ids: [Int] = []
      while let entry = try reader.next() { ids.append(entry.id) }
      #expect(ids == [2, 4])
    }
  }

  @Test(arguments: [ModelWriter.Form.lines, .array])
  func afterTheEndNothingIsWritten(_ form: ModelWriter.Form) throws {
    try withFile { url in
      let writer = try ModelWriter(to: url, as: form)
      try writer.write(Entry(1))
      try writer.finish()
      let written = try text(url)
      try writer.finish()
      let error = #expect(throws: ModelError.self) { try writer.write(Entry(2)) }
      #expect(error?.code == .rejected)
      #expect(try text(url) == written)
    }
  }

  @Test func errorsOfTheFilePassThrough() throws {
    try withFile { url in
      let inside = url.appendingPathComponent("x")
      #expect(throws: CocoaError.self) { try ModelWriter(to: inside) }
    }
  }

  /// Writes with a limit on the size of files, which stops a write halfway like a full disk.
  private static func withLimit(
    _ form: ModelWriter.Form,
    prettyPrinted: Bool = false,
    _ body: (ModelWriter, URL) throws -> Void
  ) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    signal(SIGXFSZ, SIG_IGN)
    var options = ExportOptions()
    options.prettyPrinted = prettyPrinted
    try body(try ModelWriter(to: url, as: form, options: options), url)
  }

  @Test func aLineThatWasCutDoesNotTakeTheNext() async {
    await #expect(processExitsWith: .success) {
      try ModelWriterTests.withLimit(.lines) { writer, url in
        try writer.write(Entry(1))
        try limitFiles(to: 100)
        let long = Entry(2, String(repeating: "x", count: 100))
        for _ in 0..<2 {
          #expect(throws: CocoaError.self) { try writer.write(long) }
        }
        try limitFiles(to: 10_000)
        try writer.write(long)
        try writer.write(Entry(3))
        try writer.finish()
        let text = try String(contentsOf: url, encoding: .utf8)
        #expect(text.split(separator: "\n").count == 4)
        let reader = try ModelReader<Entry>(contentsOf: url)
        for id in 1...3 { #expect(try reader.next()?.id == id) }
        #expect(try reader.next() == nil)
      }
    }
  }

  @Test func anArrayThatWasCutCannotBeContinued() async {
    await #expect(processExitsWith: .success) {
      try ModelWriterTests.withLimit(.array) { writer, url in
        try writer.write(Entry(1))
        try limitFiles(to: 50)
        let long = Entry(2, String(repeating: "x", count: 100))
        #expect(throws: CocoaError.self) { try writer.write(long) }
        try limitFiles(to: 10_000)
        let written = try Data(contentsOf: url)
        for _ in 0..<2 {
          let error = #expect(throws: ModelError.self) { try writer.write(Entry(3)) }
          #expect(error?.code == .rejected)
        }
        for _ in 0..<2 {
          let error = #expect(throws: ModelError.self) { try writer.finish() }
          #expect(error?.code == .rejected)
        }
        #expect(try Data(contentsOf: url) == written)
      }
    }
  }

  @Test func anEndThatFailedIsWrittenLater() async {
    await #expect(processExitsWith: .success) {
      for (isPretty, count) in [(false, 0), (false, 1), (true, 0), (true, 1)] {
        try ModelWriterTests.withLimit(.array, prettyPrinted: isPretty) { writer, url in
          for _ in 0..<count { try writer.write(Entry(1)) }
          let size = try Data(contentsOf: url).count
          for room in 0..<(isPretty || count == 0 ? 2 : 1) where size + room > 0 {
            try limitFiles(to: size + room)
            #expect(throws: CocoaError.self) { try writer.finish() }
            #expect(throws: ModelError.self) { try writer.write(Entry(2)) }
          }
          try limitFiles(to: 10_000)
          try writer.finish()
          try writer.finish()
          let text = try String(contentsOf: url, encoding: .utf8)
          #expect(text.first == "[" && text.last == "]")
          #expect(try [Entry](json: text).count == count)
        }
      }
    }
  }
}
