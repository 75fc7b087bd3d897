import Foundation
import ModelObjectKit
import Testing

/// Lines that are written to a file, and read back.
struct JSONLinesFileTests {
  final class Entry: ModelObject {
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

  struct Refusal: Error {}

  private func withFile(_ body: (FileHandle, URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try FileHandle(forUpdating: url)
    defer { try? file.close() }
    try body(file, url)
  }

  @Test func eachLineIsThereAtOnce() throws {
    try withFile { file, url in
      try file.write(jsonLine: Entry(1, "a\nb"))
      #expect(try String(contentsOf: url, encoding: .utf8) == "{\"id\":1,\"text\":\"a\\nb\"}\n")
      var options = ExportOptions()
      options.prettyPrinted = true
      options.properties = ["id"]
      try file.write(jsonLine: Entry(2), options: options)
      #expect(
        try String(contentsOf: url, encoding: .utf8)
          == "{\"id\":1,\"text\":\"a\\nb\"}\n{\"id\":2}\n"
      )
    }
  }

  @Test func aModelThatIsRefusedWritesNothing() throws {
    try withFile { file, url in
      let error = #expect(throws: ModelError.self) { try file.write(jsonLine: Entry(1, "refused")) }
      #expect(error?.code == .rejected)
      try file.write(jsonLines: [Entry(2), Entry(3, "refused"), Entry(4)])
      #expect(
        try String(contentsOf: url, encoding: .utf8)
          == "{\"id\":2,\"text\":\"\"}\n{\"id\":4,\"text\":\"\"}\n"
      )
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 1_000])
  func manyLinesComeBack(_ count: Int) throws {
    try withFile { file, url in
      try file.write(jsonLines: (0..<count).lazy.map { Entry($0) })
      let reader = try ModelReader<Entry>(contentsOf: url)
      var ids: [Int] = []
      while let entry = try reader.next() { ids.append(entry.id) }
      #expect(ids == Array(0..<count))
    }
  }

  @Test func errorsOfTheFilePassThrough() throws {
    try withFile { _, url in
      let file = try FileHandle(forReadingFrom: url)
      #expect(throws: (any Error).self) { try file.write(jsonLine: Entry(1)) }
      #expect(throws: (any Error).self) { try file.write(jsonLines: [Entry(1)]) }
    }
  }
}
