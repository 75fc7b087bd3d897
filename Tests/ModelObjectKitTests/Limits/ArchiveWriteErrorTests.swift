import Foundation
import ModelObjectKit
import Testing

private final class Book: ModelObject {
  var text = ""

  static func ofSize(_ count: Int) -> Book {
    let book = Book()
    book.text = String(repeating: "x", count: count)
    return book
  }
}

/// Files that can't be written: the error of the system is thrown, and the old content stays.
///
/// Root may write everywhere, so this doesn't depend on permissions.
struct ArchiveWriteErrorTests {
  @Test(arguments: ["/proc/none/book.plist", "/proc/book.plist"])
  func placesWhereNobodyMayWrite(path: String) {
    let url = URL(filePath: path)
    #expect(throws: CocoaError.self) { try Book.ofSize(1).archive(to: url) }
    #expect(throws: CocoaError.self) { try [Book.ofSize(1)].archive(to: url) }
  }

  @Test func aFileIsNoFolder() throws {
    try withFolder { folder in
      let file = folder.appending(path: "file")
      try Data("kept".utf8).write(to: file)
      let url = file.appending(path: "book.plist")
      #expect(throws: CocoaError.self) { try Book.ofSize(1).archive(to: url) }
      #expect(throws: CocoaError.self) { try Book(archiveAt: url) }
      #expect(try Data(contentsOf: file) == Data("kept".utf8))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == ["file"])
    }
  }

  @Test func aNameMayBeTooLong() throws {
    try withFolder { folder in
      let url = folder.appending(path: String(repeating: "x", count: 300))
      #expect(throws: CocoaError.self) { try Book.ofSize(1).archive(to: url) }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == [])
    }
  }

  @Test func aFolderIsNoArchive() throws {
    try withFolder { folder in
      #expect(throws: CocoaError.self) { try Book(archiveAt: folder) }
      #expect(throws: CocoaError.self) { try [Book](archiveAt: folder) }
    }
  }

  /// A limit on the size of files stops writing halfway, like a full disk.
  @Test func aFullDiskLeavesTheOldFile() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        let url = folder.appending(path: "book.plist")
        try Book.ofSize(10).archive(to: url)
        var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
        signal(SIGXFSZ, SIG_IGN)
        #if canImport(Darwin)
        let resource = RLIMIT_FSIZE
        #else
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #endif
        try #require(setrlimit(resource, &limit) == 0)
        #expect(throws: CocoaError.self) { try Book.ofSize(1_000_000).archive(to: url) }
        #expect(throws: CocoaError.self) { try [Book.ofSize(1_000_000)].archive(to: url) }
        #expect(try Book(archiveAt: url).text == "xxxxxxxxxx")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["book.plist"])
        try Book.ofSize(20).archive(to: url)
        #expect(try Book(archiveAt: url).text.count == 20)
      }
    }
  }
}
