import Foundation
import ModelObjectKit
import Testing

/// Programs that are killed, and files that end in the middle of a save: all that was saved is
/// there, and nothing else.
struct StoreFileCrashTests {
  /// Programs make random edits, save them, say so, and are killed at random moments.
  @Test func whatAKilledProgramHasSavedIsThere() async throws {
    let folder = try madeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "log")
    var random = SeededGenerator(seed: 7)
    let mirror = ModelStore()
    let edits = StoredEdits(seed: 7)
    /// What the store contains after each step.
    var contents = [storedNotes(mirror)]
    var (step, kills) = (0, 0)
    let rounds = inLongTests(20, else: 2) * RandomDocuments.rounds
    while kills < 5 * rounds / 2, step < 10 * rounds || kills < rounds / 2 {
      let delay = Int.random(in: 0...150_000, using: &random)
      try Data().write(to: log)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = folder.path as String, step = step as Int, delay = delay as Int] in
        try run(in: URL(fileURLWithPath: path), from: step, killedAfter: delay)
      }
      kills += 1
      let told =
        try String(contentsOf: log, encoding: .utf8)
        .split(separator: "\n").last.flatMap { Int($0) } ?? step
      while contents.count <= told + 1 {
        _ = try edits.make(contents.count, in: mirror)
        contents.append(storedNotes(mirror))
      }
      let opened = storedNotes(try openNotes(in: folder).store)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      // A kill may end a write in its middle: the opening cuts that off, and keeps it beside the file.
      let others = names.filter { !$0.hasPrefix("notes.store.damaged") }
      #expect(others.sorted() == ["log", "notes.store"])
      // The last save may have been over before the program could say so.
      #expect(opened == contents[told] || opened == contents[told + 1], "kill \(kills), \(told)")
      guard opened == contents[told] || opened == contents[told + 1] else { return }
      step = opened == contents[told + 1] ? told + 1 : told
    }
  }

  /// What a compaction had written when its program was killed is removed by the next opening.
  @Test func anUnfinishedFileIsRemoved() throws {
    try withFolder { folder in
      let url = folder.appending(path: "notes.store")
      _ = try filledNotes(in: folder, count: 2)
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      let number = try #require(attributes[.systemFileNumber] as? Int)
      let unfinished = folder.appending(path: ".store-\(number).new")
      let others = folder.appending(path: ".store-\(number + 1).new")
      for file in [unfinished, others] { try Data("half of a store".utf8).write(to: file) }
      #expect(try openNotes(in: folder).store.count(of: StoredNote.self) == 2)
      #expect(!FileManager.default.fileExists(atPath: unfinished.path))
      #expect(FileManager.default.fileExists(atPath: others.path))
    }
  }

  /// A copy of the file at any moment is the file after the last save, and so is one that ends in
  /// the middle of the next save.
  @Test(arguments: 1...inLongTests(8, else: 2))
  func aFileIsThatOfTheLastWholeSave(seed: Int) throws {
    for round in 0..<RandomDocuments.rounds {
      try withFolder { folder in
        let copies = folder.appending(path: "copies")
        try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: false)
        let copy = copies.appending(path: "notes.store")
        let edits = StoredEdits(seed: seed + round * 100)
        var random = SeededGenerator(seed: UInt64(edits.seed))
        var file: StoreFile? = try openNotes(in: folder)
        var (size, saved, previous) = (0, [String]?([]), Data())
        for step in 1...60 {
          let url = folder.appending(path: "notes.store")
          let contents = try file.map { file in
            try edits.make(step, in: file)
            return storedNotes(file.store)
          }
          let bytes = try Data(contentsOf: url)
          // The last save, or a part of it.
          let isAppended = bytes.count > size && size > 0 && random.next() % 2 == 0
          let end = isAppended ? Int.random(in: size..<bytes.count, using: &random) : bytes.count
          // A compaction replaces the file, and has no part.
          let isPart = isAppended && bytes.prefix(size) == previous
          let expected = isPart && end < bytes.count ? saved : contents
          try? FileManager.default.removeItem(at: copy)
          try (isPart ? bytes.prefix(end) : bytes).write(to: copy)
          #expect(try storedNotes(readNotes(in: copies)) == expected, "seed \(edits.seed), \(step)")
          do {
            let other = try openNotes(in: copies)
            #expect(storedNotes(other.store) == expected)
            #expect((other.damage != nil) == (isPart && end > size && end < bytes.count))
            #expect(try other.save() == 0)
          }
          (size, saved, previous) = (bytes.count, contents, bytes)
          if random.next() % 8 == 0 {
            file = nil
            file = try openNotes(in: folder)
            #expect(file.map { storedNotes($0.store) } == contents)
            #expect(try file?.save() == 0)
          }
        }
      }
    }
  }
}

/// Goes on with the edits of a file until the program is killed.
private func run(in folder: URL, from start: Int, killedAfter delay: Int) throws -> Never {
  let file = try openNotes(in: folder)
  let log = try FileHandle(forWritingTo: folder.appending(path: "log"))
  let edits = StoredEdits(seed: 7)
  Thread.detachNewThread {
    usleep(UInt32(delay))
    kill(getpid(), SIGKILL)
  }
  var step = start
  while true {
    step += 1
    try edits.make(step, in: file)
    try log.write(contentsOf: Data("\(step)\n".utf8))
  }
}
