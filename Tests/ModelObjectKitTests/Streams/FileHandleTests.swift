#if Foundation
import Foundation
import ModelObjectKit
import Testing

/// What readers and writers have of Foundation.
struct FileHandles {
  typealias Item = LongInput.Item

  private func withFile<Result>(
    _ text: String,
    _ body: (URL) throws -> Result
  ) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url)
  }

  @Test func progressEndsWithTheFile() throws {
    let elements = (0..<20_000).map { #"{"id":\#($0),"name":"somebody or other"}"# }
    let text = "[" + elements.joined(separator: ",\n") + "]"
    try withFile(text) { url in
      let reader = try ModelReader<Item>(contentsOf: url)
      #expect(reader.progress.totalUnitCount == Int64(text.utf8.count))
      #expect(reader.progress.completedUnitCount == 0)
      var seen: Set<Int64> = []
      var count = 0
      while let item = try reader.next() {
        #expect(item.id == count)
        count += 1
        seen.insert(reader.progress.completedUnitCount)
      }
      #expect(count == 20_000)
      #expect(seen.count > 2)
      #expect(reader.progress.isFinished)
      #expect(try reader.next() == nil)
    }
  }

  @Test func anEmptyFileIsFinishedAtItsEnd() throws {
    try withFile("") { url in
      let reader = try ModelReader<Item>(contentsOf: url)
      #expect(!reader.progress.isFinished)
      #expect(try reader.next() == nil)
      #expect(reader.progress.isFinished)
      #expect(reader.progress.fractionCompleted == 1)
    }
  }

  @Test(arguments: [#"[{"id":1},{"id":2}"#, #"{"other": 1}"#, #"[{"id":1}"#, "[", " "])
  func progressDoesNotEndWithAnError(text: String) throws {
    try withFile(text) { url in
      let reader = try ModelReader<Item>(contentsOf: url, at: text.contains("other") ? "list" : nil)
      var failed = false
      do { while try reader.next() != nil {} } catch { failed = true }
      #expect(reader.progress.isFinished != failed)
    }
  }

  @Test func aCancelledProgressEndsTheReading() throws {
    try withFile(#"[{"id":1}]"#) { url in
      let reader = try ModelReader<Item>(contentsOf: url)
      reader.progress.cancel()
      #expect(throws: CocoaError.self) { try reader.next() }
      #expect(try reader.next() == nil)
    }
  }

  /// Also where the whole file has been read ahead.
  @Test func aCancelledProgressEndsTheReadingAtOnce() throws {
    try withFile(#"[{"id":1},{"id":2},{"id":3}]"#) { url in
      let reader = try ModelReader<Item>(contentsOf: url)
      #expect(try reader.next()?.id == 1)
      reader.progress.cancel()
      #expect(throws: CocoaError.self) { try reader.next() }
      #expect(try reader.next() == nil)
    }
  }

  @Test func aProgressThatIsCancelledAfterTheEndChangesNothing() throws {
    try withFile(#"{"id":1}"#) { url in
      let reader = try ModelReader<Item>(contentsOf: url)
      while try reader.next() != nil {}
      reader.progress.cancel()
      #expect(try reader.next() == nil)
    }
  }

  /// After an error that ends the reader, the rest of the file isn't read.
  @Test func progressDoesNotRunAhead() throws {
    let blanks = String(repeating: " ", count: 1_000_000)
    try withFile("[{\"id\":1}, x]" + blanks) { url in
      let reader = try ModelReader<Item>(contentsOf: url)
      #expect(try reader.next()?.id == 1)
      #expect(throws: ModelError.self) { try reader.next() }
      #expect(try reader.next() == nil)
      #expect(reader.progress.completedUnitCount < 20 && !reader.progress.isFinished)
    }
  }

  @Test func areReadFromWhereTheyAreAtAndStayOpen() throws {
    try withFile("// no JSON\n[{\"id\":1}]") { url in
      let file = try FileHandle(forReadingFrom: url)
      try file.seek(toOffset: 11)
      let reader = ModelReader<Item>(file)
      #expect(reader.progress.isIndeterminate && reader.totalBytes == nil)
      #expect(try reader.next()?.id == 1)
      #expect(try reader.next() == nil)
      #expect(reader.progress.isFinished)
      try file.seek(toOffset: 0)
      #expect(try file.read(upToCount: 2) == Data("//".utf8))
      try file.close()
    }
  }

  @Test func areWrittenAndStayOpen() throws {
    try withFile("{\"id\":1}\n") { url in
      let file = try FileHandle(forUpdating: url)
      try file.seekToEnd()
      var options = ExportOptions()
      options.properties = ["id"]
      let item = Item()
      item.id = 2
      let writer = ModelWriter(file, options: options)
      try writer.write(item)
      try writer.finish()
      try ModelWriter(file, as: .array, options: options).finish()
      try file.close()
      #expect(try String(contentsOf: url, encoding: .utf8) == "{\"id\":1}\n{\"id\":2}\n[]")
    }
  }

  @Test func thatAreNotOpenForWritingAreErrors() throws {
    try withFile("") { url in
      let writer = ModelWriter(try FileHandle(forReadingFrom: url))
      #expect(throws: (any Error).self) { try writer.write(Item()) }
    }
  }
}
#endif
