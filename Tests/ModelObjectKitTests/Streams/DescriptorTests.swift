import Foundation
import ModelObjectKit
import Testing

private final class Entry: ModelObject {
  var id = 0
}

private func writeByte(to file: CInt) -> Int { write(file, "!", 1) }

struct Descriptors {
  private func withFile(_ text: String, _ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(text.utf8).write(to: url)
    try body(url)
  }

  @Test func areReadFromWhereTheyAreAtAndStayOpen() throws {
    try withFile("// no JSON\n[{\"id\":1},{\"id\":2}]") { url in
      let file = open(url.path, O_RDONLY)
      defer { close(file) }
      lseek(file, 11, SEEK_SET)
      func read() throws {
        let reader = ModelReader<Entry>(descriptor: file)
        #expect(reader.totalBytes == nil)
        #expect(try reader.next()?.id == 1)
        #expect(reader.bytesRead == 9)
        #expect(try reader.next()?.id == 2)
        #expect(try reader.next() == nil)
        #expect(reader.bytesRead == 19)
      }
      try read()
      #expect(lseek(file, 0, SEEK_SET) == 0)
    }
  }

  @Test func arePassedAPathAndOptions() throws {
    try withFile(#"{"data": [{"id": "x"}]}"#) { url in
      let file = open(url.path, O_RDONLY)
      defer { close(file) }
      let reader = ModelReader<Entry>(descriptor: file, at: "data", options: .strict)
      let error = #expect(throws: ModelError.self) { try reader.next() }
      #expect(error?.code == .invalidInput)
    }
  }

  @Test func areWrittenFromWhereTheyAreAtAndStayOpen() throws {
    try withFile("old\n") { url in
      let file = open(url.path, O_WRONLY | O_APPEND)
      defer { close(file) }
      let model = try Entry(json: #"{"id": 1}"#)
      func write() throws {
        let writer = ModelWriter(descriptor: file)
        try writer.write(model)
        try writer.finish()
        let array = ModelWriter(descriptor: file, as: .array)
        try array.write(model)
        try array.finish()
      }
      try write()
      #expect(writeByte(to: file) == 1)
      #expect(try String(contentsOf: url, encoding: .utf8) == "old\n{\"id\":1}\n[{\"id\":1}]!")
    }
  }

  @Test func thatAreNotOpenAreErrors() throws {
    let model = try Entry(json: #"{"id": 1}"#)
    #expect(throws: POSIXError.self) { try ModelReader<Entry>(descriptor: -1).next() }
    #expect(throws: CocoaError.self) { try ModelWriter(descriptor: -1).write(model) }
    try withFile("{}") { url in
      let file = open(url.path, O_RDONLY)
      defer { close(file) }
      #expect(throws: CocoaError.self) { try ModelWriter(descriptor: file).write(model) }
    }
  }

  @Test func filesHaveTheirSize() throws {
    let text = "{\"id\":1}\n{\"id\":2}\n\n"
    try withFile(text) { url in
      let reader = try ModelReader<Entry>(contentsOf: url)
      #expect(reader.totalBytes == text.utf8.count && reader.bytesRead == 0)
      while try reader.next() != nil {}
      #expect(reader.bytesRead == text.utf8.count)
    }
  }
}
