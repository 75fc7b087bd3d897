import Foundation
import ModelObjectKit
import Testing

struct ModelReaderTests {
  typealias Item = LongInput.Item

  private func withFile<Result>(
    _ text: String,
    _ body: (URL) throws -> Result
  ) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url)
  }

  @Test func elementsOfTheBaseClassAreSkippedAsInArrays() throws {
    let text = #"[{"id":1},{"id":2}]"#
    #expect(try [ModelObject](json: text).isEmpty)
    try withFile(text) { url in
      let reader = try ModelReader<ModelObject>(contentsOf: url)
      #expect(try reader.next() == nil)
    }
  }

  @Test func errorsOfTheFilePassThrough() throws {
    let folder = FileManager.default.temporaryDirectory
    let missing = folder.appendingPathComponent(UUID().uuidString)
    #expect(throws: CocoaError.self) { try ModelReader<Item>(contentsOf: missing) }
    #expect(throws: (any Error).self) { try ModelReader<Item>(contentsOf: folder).next() }
  }

  @Test func aRemovedFileIsReadToItsEnd() throws {
    let line = #"{"id":1,"name":"\#(String(repeating: "n", count: 1_000))"}"# + "\n"
    let reader = try withFile(String(repeating: line, count: 1_000)) { url in
      try ModelReader<Item>(contentsOf: url)
    }
    var count = 0
    while let item = try reader.next() { count += item.id }
    #expect(count == 1_000)
  }

  @Test func elementsLargerThanAPieceOfTheFileAreRead() throws {
    let long = String(repeating: #"a\"]"#, count: 300_000)
    try withFile(#"[{"id":1,"name":"\#(long)"},{"id":2}]"#) { url in
      let reader = try ModelReader<Item>(contentsOf: url)
      #expect(try reader.next()?.name.utf8.count == 900_000)
      #expect(try reader.next()?.id == 2)
      #expect(try reader.next() == nil)
    }
  }

  final class Asking: ModelObject {
    nonisolated(unsafe) static var reader: ModelReader<Asking>?
    nonisolated(unsafe) static var error: (any Error)?
    var id = 0

    override func didMap(_ dictionary: [String: Any]) throws {
      do { _ = try Self.reader?.next() } catch { Self.error = error }
    }
  }

  @Test func aHookThatAsksForTheNextElementGetsAnError() throws {
    try withFile(#"[{"id":1},{"id":2}]"#) { url in
      let reader = try ModelReader<Asking>(contentsOf: url)
      Asking.reader = reader
      defer { Asking.reader = nil }
      #expect(try reader.next()?.id == 1)
      #expect((Asking.error as? ModelError)?.code == .rejected)
      #expect(try reader.next()?.id == 2)
    }
  }

  final class Logging: ModelObject {
    static let log = TextLog()
    var id = 0

    override func serializeValue(_ value: Any?, key: String) throws {
      Self.log.add(["\(key) \(value ?? "nil")"])
      try super.serializeValue(value, key: key)
    }
  }

  @Test func hooksSeeOnlyElementsThatAreJSON() throws {
    for rest in [#",{"id":2,"name":tru}]"#, #",{"id":2,"name":"#, #",{"id":2]"#] {
      try withFile(#"[{"id":1}"# + rest) { url in
        let reader = try ModelReader<Logging>(contentsOf: url)
        #expect(try reader.next()?.id == 1)
        #expect(throws: ModelError.self) { try reader.next() }
      }
    }
    #expect(Logging.log.texts == ["id 1", "id 1", "id 1"])
  }

  // MARK: - Open files

  @Test func aPipeIsReadAsItsLinesCome() throws {
    let pipe = Pipe()
    let reader = ModelReader<Item>(descriptor: pipe.fileHandleForReading.fileDescriptor)
    for id in 1...3 {
      try pipe.fileHandleForWriting.write(contentsOf: Data("{\"id\":\(id)}\n{\"id\"".utf8))
      #expect(try reader.next()?.id == id)
      try pipe.fileHandleForWriting.write(contentsOf: Data(":0}\n".utf8))
      #expect(try reader.next()?.id == 0)
    }
    try pipe.fileHandleForWriting.close()
    #expect(try reader.next() == nil)
  }

  /// Other owners of a pipe, such as an event loop, may have set it so that reading never waits.
  @Test func aPipeThatDoesNotWaitIsWaitedFor() throws {
    let pipe = Pipe()
    let (input, output) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    try #require(fcntl(input.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    let isRead = DispatchSemaphore(value: 1)
    Thread.detachNewThread {
      for id in 1...20 {
        isRead.wait()
        try? output.write(contentsOf: Data("{\"id\":\(id)}\n".utf8))
      }
      try? output.close()
    }
    let reader = ModelReader<Item>(descriptor: input.fileDescriptor)
    for id in 1...20 {
      #expect(try reader.next()?.id == id)
      isRead.signal()
    }
    #expect(try reader.next() == nil)
  }

  @Test func anOpenFileIsReadFromWhereItIsAtAndStaysOpen() throws {
    try withFile("// no JSON\n[{\"id\":1}]") { url in
      let file = try FileHandle(forReadingFrom: url)
      try file.seek(toOffset: 11)
      #expect(try ModelReader<Item>(descriptor: file.fileDescriptor).next()?.id == 1)
      try file.seek(toOffset: 0)
      #expect(try file.read(upToCount: 2) == Data("//".utf8))
      try file.close()
    }
  }

  // MARK: - Reports

  final class Reporting: ModelObject {
    nonisolated(unsafe) static var log = TextLog()
    var id = 0

    override class var mappingOptions: MappingOptions {
      var options = MappingOptions()
      options.issueHandler = { issues in log.add(issues.map(\.path)) }
      return options
    }
  }

  @Test func aReportTellsOfEachElementWithItsIndex() throws {
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { issues in log.add([issues.map(\.path).joined(separator: " ")]) }
    let array = #"[{"id":"x","next":{"id":[]}},{"id":1},5,{"name":{}}]"#
    let lines = "{\"id\":\"x\"}\n\n{\"id\":1}\n{\"name\":[]}"
    for (text, path) in [
      (array, nil), (lines, nil), (#"{"data":{"items":"# + array + "}}", "data.items"),
    ]
      as [(String, String?)]
    {
      try withFile(text) { url in
        let reader = try ModelReader<Item>(contentsOf: url, at: path, options: options)
        while try reader.next() != nil {}
      }
    }
    #expect(
      log.texts == [
        "[0].id [0].next.id", "[2]", "[3].name", "[0].id", "[2].name",
        "data.items[0].id data.items[0].next.id", "data.items[2]", "data.items[3].name",
      ]
    )
  }

  @Test func aLineThatIsNoJSONIsReported() throws {
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { issues in log.add(issues.map(\.description)) }
    for mismatches in [MappingOptions.Handling.report, .ignore] {
      options.mismatches = mismatches
      try withFile("{\"id\":1}\n\n{\"id\":2\n{\"id\":3}") { url in
        let reader = try ModelReader<Item>(contentsOf: url, options: options)
        #expect(try reader.next()?.id == 1 && reader.next()?.id == 3 && reader.next() == nil)
      }
    }
    #expect(
      log.texts == [
        "[1]: expected Item, found malformedJSON: line 4, column 1: expected ',' or '}',"
          + " found '{'"
      ]
    )
  }

  /// Each part that can't be read is reported, and the error at the end has the first one.
  @Test func aFileWithoutAnObjectIsAnErrorWithAnyOptions() throws {
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { issues in log.add(issues.map(\.path)) }
    for mismatches in [MappingOptions.Handling.report, .ignore] {
      options.mismatches = mismatches
      try withFile("id;name\n1;a\n") { url in
        let reader = try ModelReader<Item>(contentsOf: url, options: options)
        let error = #expect(throws: ModelError.self) { try reader.next() }
        #expect(error?.code == .malformedJSON)
        #expect(try reader.next() == nil)
      }
    }
    #expect(log.texts == ["[0]", "[1]", "[2]"])
  }

  @Test func aReportOfTheClassTellsTheIndexToo() throws {
    for text in [#"[{"id":1},{"id":"x"}]"#, "{\"id\":1}\n{\"id\":\"x\"}\n{\"id\":2}"] {
      Reporting.log = TextLog()
      try withFile(text) { url in
        let reader = try ModelReader<Reporting>(contentsOf: url)
        while try reader.next() != nil {}
      }
      #expect(Reporting.log.texts == ["[1].id"], "\(text)")
    }
  }

  /// The base class has no properties, so the content of its objects would be lost.
  @Test func theBaseClassHasNoElements() throws {
    try withFile(#"[{"id":1}]"#) { url in
      let reader = try ModelReader<ModelObject>(contentsOf: url)
      #expect(try reader.next() == nil)
    }
  }
}
