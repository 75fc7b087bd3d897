import Foundation
import Testing

@testable import ModelObjectKit

struct OpenFiles {
  private func withFile(_ text: String, _ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(text.utf8).write(to: url)
    try body(url)
  }

  @Test func areReadFromWhereTheyAreAt() throws {
    try withFile("0123456789") { url in
      let file = try OpenFile(reading: url)
      #expect(file.sizeFromStart() == 10)
      try file.seek(to: 4)
      #expect(try file.readToEnd() == Data("456789".utf8))
      #expect(try file.readToEnd().isEmpty)
    }
  }

  @Test func areReadToTheEndWithoutASize() throws {
    let pipe = Pipe()
    let file = OpenFile(lent: pipe.fileHandleForReading.fileDescriptor)
    #expect(file.sizeFromStart() == nil)
    let text = Data(repeating: 0x61, count: 60_000)
    try pipe.fileHandleForWriting.write(contentsOf: text)
    try pipe.fileHandleForWriting.close()
    #expect(try file.readToEnd() == text)
  }

  @Test func areWrittenAndCut() throws {
    try withFile("0123456789") { url in
      let file = try OpenFile(url.path, O_RDWR)
      try file.seek(to: 8)
      try file.write(Data("abcd".utf8))
      try file.synchronize()
      #expect(try Data(contentsOf: url) == Data("01234567abcd".utf8))
      try file.truncate(to: 2)
      #expect(try Data(contentsOf: url) == Data("01".utf8))
    }
  }

  /// A pipe takes 64 KB; what is written waits until it is read.
  @Test func waitForAPipeThatDoesNotWait() async throws {
    let pipe = Pipe()
    let output = pipe.fileHandleForWriting
    try #require(fcntl(output.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    let text = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
    async let read = Task.detached { try pipe.fileHandleForReading.readToEnd() }.value
    try OpenFile(lent: output.fileDescriptor).write(text)
    try output.close()
    #expect(try await read == text)
  }

  @Test func areClosedByTheirOwner() throws {
    try withFile("0") { url in
      let file = try OpenFile(reading: url)
      let descriptor = file.descriptor
      try OpenFile(lent: descriptor).close()
      #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
      try file.close()
      #expect(throws: (any Error).self) { try file.seek(to: 0) }
      // Once.
      try file.close()
    }
  }

  static let errors: [(path: String, flags: CInt, code: CocoaError.Code, number: POSIXErrorCode)] =
    [
      ("none", O_RDONLY, .fileReadNoSuchFile, .ENOENT),
      ("none", O_WRONLY, .fileNoSuchFile, .ENOENT),
      ("file/x", O_RDONLY, .fileReadNoSuchFile, .ENOTDIR),
      ("file", O_RDWR | O_CREAT | O_EXCL, .fileWriteFileExists, .EEXIST),
      ("", O_WRONLY, .fileWriteUnknown, .EISDIR),
    ]

  @Test(arguments: errors)
  func tellWhatTheSystemSays(
    _ row: (path: String, flags: CInt, code: CocoaError.Code, number: POSIXErrorCode)
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appending(path: "file"))
    let path = folder.path + "/" + row.path
    let error = #expect(throws: CocoaError.self) { try OpenFile(path, row.flags) }
    #expect(error?.code == row.code)
    #expect(error?.filePath == path)
    #expect((error?.underlying as? POSIXError)?.code == row.number)
  }

  @Test func areNotReadFromTheNetwork() throws {
    let url = try #require(URL(string: "https://example.com/file"))
    let error = #expect(throws: CocoaError.self) { try OpenFile(reading: url) }
    #expect(error?.code == .fileReadUnsupportedScheme && error?.url == url)
  }
}
