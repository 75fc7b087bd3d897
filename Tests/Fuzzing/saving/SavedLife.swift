import Foundation
import ModelObjectKit

/// A store file, and what it must contain.
struct SavedLife {
  /// An object as a plain value.
  private final class Record {
    let number: Int
    /// The identity under which it was filed, and the one that it has.
    var filed: Int
    var id: Int
    var text: String
    var tag = ""
    let isOther: Bool
    var next: Record?
    var part: Part?

    init(_ number: Int, _ id: Int, _ text: String, isOther: Bool = false) {
      (self.number, filed, self.id, self.text) = (number, id, id, text)
      self.isOther = isOther
    }
  }

  /// A part of objects, with one in it.
  private final class Part {
    var text: String
    init(_ text: String) { self.text = text }
  }

  /// An object as it was saved last.
  private struct Saved {
    let record: Record
    let id: Int
    let text: String
    let tag: String
    let part: String?
    /// The object that it refers to, or a part with its values.
    var next: (record: Record, lost: String?)?
  }

  private static let folder = FileManager.default.temporaryDirectory
    .appending(path: "fuzz-\(ProcessInfo.processInfo.processIdentifier)")
  private static var url: URL { folder.appending(path: "store") }

  private var file: StoreFile?
  /// The objects of the store, in the order of filing.
  private var records: [Record] = []
  private var count = 0
  private var saved: [Saved] = []
  /// The identities of saved objects that were removed, and that were filed again.
  private var reused: Set<Int> = []
  /// The file before the last save, if that one was appended, and what it contained.
  private var former: (bytes: Data, contents: [String])?

  init() throws {
    try? FileManager.default.removeItem(at: Self.folder)
    try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
    file = try StoreFile(at: Self.url, classes: [Entry.self])
  }

  /// Does one step.
  mutating func take(_ letter: UInt8, _ first: Int, _ second: Int) throws {
    guard let store = file?.store else { return }
    let record = records.isEmpty ? nil : records[first % records.count]
    let entry = record.flatMap { store[Entry.self, $0.filed] }
    switch letter {
    // Adds an object, or changes the text of a known one.
    case UInt8(ascii: "a")...UInt8(ascii: "h"):
      let (id, text) = (first % 32 + 1, "text \(second)")
      guard isFree(id) else { return }
      let known = records.first { $0.filed == id }
      let kind = known?.isOther == true ? "other" : "plain"
      try store.upsert(
        Entry.self,
        json: #"{"id": \#(id), "text": "\#(text)", "kind": "\#(kind)"}"#
      )
      if let known {
        (known.text, known.id) = (text, id)
      } else {
        file(Record(count, id, text))
        count += 1
      }
    // Adds or changes more objects at once than an archive leaves unpacked.
    case UInt8(ascii: "m"):
      try upsertMany(from: 101 + 40 * (first % 3), "text \(second)", store)
    // One of another class takes the place of an object; those that refer to it get the new one, or
    // keep the former one.
    case UInt8(ascii: "k"), UInt8(ascii: "l"):
      guard let record, let entry, record.id == record.filed, isFree(record.id) else { return }
      let holders = records.filter { $0.next === record }
      let new = Record(record.number, record.id, "kind \(second)", isOther: !record.isOther)
      let kind = new.isOther ? "other" : "plain"
      let successor = try store.upsert(
        Entry.self,
        json: #"{"id": \#(new.id), "text": "\#(new.text)", "kind": "\#(kind)"}"#
      )
      guard successor !== entry else { found("an object of another class isn't replaced") }
      records = records.map { $0 === record ? new : $0 }
      if saved.contains(where: { $0.record === record }) { reused.insert(new.filed) }
      guard letter == UInt8(ascii: "k") else { return }
      for holder in holders {
        let holder = holder === record ? new : holder
        guard holder !== new else { continue }
        store[Entry.self, holder.filed]?.next = successor
        holder.next = new
      }
    case UInt8(ascii: "t"):
      let text = String(repeating: "\(second) ", count: second)
      entry?.text = text
      record?.text = text
    case UInt8(ascii: "n"):
      let other = records.isEmpty ? nil : records[second % records.count]
      entry?.next = other.flatMap { store[Entry.self, $0.filed] }
      record?.next = other
    case UInt8(ascii: "N"):
      entry?.next = nil
      record?.next = nil
    case UInt8(ascii: "r"):
      if let entry { store.remove(entry) }
      records.removeAll { $0 === record }
      if let record { reused.remove(record.filed) }
    // Two objects change their identities, or one gets another one.
    case UInt8(ascii: "x"):
      guard let record, let entry else { return }
      let other = records[second % records.count]
      let id = other === record ? 201 + second : other.id
      guard other !== record || !records.contains(where: { $0.id == id || $0.filed == id }) else {
        return
      }
      store[Entry.self, other.filed]?.id = record.id
      other.id = record.id
      (entry.id, record.id) = (id, id)
    // A part of its own, that of another object, and a change of one.
    case UInt8(ascii: "p"):
      entry?.part = Piece()
      entry?.part?.text = "\(second)"
      // Parts may know each other.
      entry?.part?.next = second % 2 == 0 ? entry?.part : Piece()
      record?.part = Part("\(second)")
    case UInt8(ascii: "q"):
      let other = records.isEmpty ? nil : records[second % records.count]
      entry?.part = other.flatMap { store[Entry.self, $0.filed] }?.part
      record?.part = other?.part
    case UInt8(ascii: "P"):
      entry?.part?.text = "changed \(second)"
      record?.part?.text = "changed \(second)"
    // A struct with others and a part in it, in place and by an input.
    case UInt8(ascii: "u"):
      entry?.tag.text = "\(second)"
      entry?.tag.codes = [Code(text: "\(second)")]
      entry?.tag.inner = second % 2 == 0 ? [] : [Tag(text: "\(second)"), Tag()]
      entry?.tag.piece = second % 3 == 0 ? nil : Piece()
      entry?.tag.piece?.text = "\(second)"
      record?.tag = "\(second)"
    case UInt8(ascii: "U"):
      guard let record, let entry, record.id == record.filed else { return }
      let json = #"{"tag": {"text": "\#(second)", "piece": {"text": "\#(second)"}}}"#
      try store.update(entry, json: json)
      record.tag = "\(second)"
    case UInt8(ascii: "s"): try save(some: [record, records.last].compactMap { $0 }, store)
    case UInt8(ascii: "S"):
      try keeping { file in try file.save() }
      noteAllSaved()
    case UInt8(ascii: "K"):
      try file?.compact()
      noteAllSaved()
      former = nil
    case UInt8(ascii: "D"):
      try FileManager.default.removeItem(at: Self.url)
      let count = try file?.save()
      guard count == records.count else { found("a file that is gone isn't written whole") }
      noteAllSaved()
      former = nil
      if records.isEmpty { try reopenEmpty() }
    // A copy of the file that ends within the last save, or is changed there.
    case UInt8(ascii: "C"): try checkCopy { bytes, start in bytes.prefix(start + second) }
    case UInt8(ascii: "F"):
      try checkCopy { bytes, start in
        var bytes = bytes
        bytes[start + second % (bytes.count - start)] ^= UInt8(1 << (first % 8))
        return bytes
      }
    case UInt8(ascii: "O"): try open()
    case UInt8(ascii: "G"):
      try openLater()
      try open()
    default: break
    }
  }

  private mutating func upsertMany(from start: Int, _ text: String, _ store: ModelStore) throws {
    guard (start..<start + 40).allSatisfy(isFree) else { return }
    let many = (start..<start + 40).map { id in
      let record = records.first { $0.filed == id } ?? Record(count, id, "")
      record.id = id
      if record.number == count {
        file(record)
        count += 1
      }
      record.text = "\(text) \(id % 3)"
      return record
    }
    let objects = many.map {
      #"{"id": \#($0.id), "text": "\#($0.text)", "kind": "\#($0.isOther ? "other" : "plain")"}"#
    }
    try store.upsert([Entry].self, json: "[\(objects.joined(separator: ","))]")
  }

  /// Ends the program, and opens the file in another one.
  mutating func open() throws {
    file = nil
    let file = try StoreFile(at: Self.url, classes: [Entry.self])
    guard file.damage == nil else { found("an intact file is damaged", "\(file)") }
    try check(file.store, contents)
    guard try file.save() == 0 else { found("an opened file has something to save") }
    self.file = file
    former = nil
    // Parts that two objects shared are now two.
    var parts: [ObjectIdentifier: Part] = [:]
    records = saved.map { saved in
      let record = saved.record
      (record.id, record.filed, record.text) = (saved.id, saved.id, saved.text)
      record.tag = saved.tag
      let piece = file.store[Entry.self, saved.id]?.part
      record.part = piece.map { parts[ObjectIdentifier($0)] ?? Part($0.text) }
      if let piece { parts[ObjectIdentifier(piece)] = record.part }
      return record
    }
    for saved in saved {
      saved.record.next = saved.next.map { next, lost in
        guard let lost else { return next }
        let part = Record(-1, next.id, lost)
        part.next = nil
        return part
      }
    }
    noteAllSaved()
  }

  private mutating func noteAllSaved() {
    saved = records.map(snapshot)
    reused = []
  }

  /// Whether an object may get an identity by an upsert: no other one has it.
  private func isFree(_ id: Int) -> Bool { !records.contains { $0.id == id && $0.filed != id } }

  private mutating func file(_ record: Record) {
    records.append(record)
    if saved.contains(where: { $0.id == record.filed && !isFiled($0.record) }) {
      reused.insert(record.filed)
    }
  }

  /// Ends the program, and opens the file twice in a later version of it.
  private mutating func openLater() throws {
    file = nil
    var tokens: [UUID]?
    for _ in 0..<2 {
      let file = try StoreFile(at: Self.url, classes: [LaterEntry.self])
      let made = file.store.all(LaterEntry.self).map(\.token)
      guard made.count == saved.count else { found("a later version has other objects") }
      if let tokens, tokens != made { found("a value that opening made isn't saved") }
      let count = try file.save()
      guard count <= (tokens == nil ? made.count : 0) else {
        found("a later version saves more than it has made")
      }
      tokens = made
    }
  }

  private mutating func reopenEmpty() throws {
    file = nil
    file = try StoreFile(at: Self.url, classes: [Entry.self])
  }

  /// Saves some objects, and new ones that these refer to; everything, if the identity of a removed
  /// object was filed again.
  private mutating func save(some given: [Record], _ store: ModelStore) throws {
    let isFirst = try Self.bytes(of: Self.url).isEmpty
    try keeping { file in try file.save(given.compactMap { store[Entry.self, $0.filed] }) }
    guard !given.isEmpty else { return }
    guard !isFirst, reused.isEmpty else { return noteAllSaved() }
    let first = withClashing(withNew(given))
    let second = withNew(first.all)
    let third = withClashing(second)
    guard third.all.count == second.count, third.gone.count == first.gone.count else {
      return noteAllSaved()
    }
    let gone = saved.filter { known in third.gone.contains { $0 === known.record } }
    saved.removeAll { known in third.gone.contains { $0 === known.record } }
    // A removed object that the save leaves as it is keeps those that it refers to, as they were saved.
    for (place, known) in saved.enumerated() {
      guard let next = known.next, next.lost == nil,
        let former = gone.first(where: { $0.record === next.record })
      else { continue }
      saved[place].next = (next.record, former.text)
    }
    for record in second {
      let isKnown = saved.firstIndex { $0.record === record }
      if let isKnown { saved[isKnown] = snapshot(record) } else { saved.append(snapshot(record)) }
    }
    saved.sort { $0.record.number < $1.record.number }
  }

  /// Some objects, and those to which they refer that the file doesn't have.
  private func withNew(_ given: [Record]) -> [Record] {
    var all = given
    var number = 0
    while number < all.count {
      // A part may refer to a new object, too.
      var next = all[number].next
      for _ in records { if let part = next, !isFiled(part) { next = part.next } }
      if let next, isFiled(next), !saved.contains(where: { $0.record === next }),
        !all.contains(where: { $0 === next })
      {
        all.append(next)
      }
      number += 1
    }
    return all
  }

  /// Some objects with those that have their identities in the file, and the removed ones that do.
  private func withClashing(_ given: [Record]) -> (all: [Record], gone: [Record]) {
    var all = given
    var gone: [Record] = []
    var number = 0
    while number < all.count {
      number += 1
      guard let other = clashing(all[number - 1]), !all.contains(where: { $0 === other }) else {
        continue
      }
      if isFiled(other) { all.append(other) } else { gone.append(other) }
    }
    return (all, gone)
  }

  /// Another object that has the identity of one in the file.
  private func clashing(_ record: Record) -> Record? {
    saved.first { $0.id == record.id && $0.record !== record }?.record
  }

  private func isFiled(_ record: Record) -> Bool { records.contains { $0 === record } }

  private func snapshot(_ record: Record) -> Saved {
    let next = record.next.map { ($0, isFiled($0) ? nil : $0.text) }
    return Saved(
      record: record,
      id: record.id,
      text: record.text,
      tag: record.tag,
      part: record.part?.text,
      next: next
    )
  }

  /// The bytes of a file.
  ///
  /// `Data(contentsOf:)` keeps 4 KB for each empty one, for good.
  private static func bytes(of url: URL) throws -> Data {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    return try file.readToEnd() ?? Data()
  }

  /// Notes the file before a save.
  private mutating func keeping(_ save: (StoreFile) throws -> Int) throws {
    guard let file else { return }
    let (bytes, contents) = (try Self.bytes(of: Self.url), contents)
    _ = try save(file)
    let now = try Self.bytes(of: Self.url)
    guard now.count == file.size else { found("a file has another size than it says") }
    guard now.count > bytes.count else { return }
    former = now.starts(with: bytes) && !bytes.isEmpty ? (bytes, contents) : nil
  }

  private func checkCopy(_ damaged: (Data, Int) -> Data) throws {
    guard let former else { return }
    let (all, start) = (try Self.bytes(of: Self.url), former.bytes.count)
    let bytes = damaged(all, start)
    guard bytes != all else { return }
    let copy = Self.folder.appending(path: "copy")
    try? FileManager.default.removeItem(at: copy)
    try bytes.write(to: copy)
    try check(try ModelStore(archiveAt: copy, classes: [Entry.self]), former.contents)
    let file = try StoreFile(at: copy, classes: [Entry.self])
    try check(file.store, former.contents)
    guard (file.damage?.droppedBytes ?? 0) == bytes.count - start else {
      found("another part of a file is damaged", "\(String(describing: file.damage))")
    }
    guard try file.save() == 0, try Self.bytes(of: copy) == former.bytes else {
      found("the intact part of a file changes")
    }
    if let copy = file.damage?.copy {
      guard try Self.bytes(of: copy) == bytes[start...] else { found("a damage isn't copied") }
      try FileManager.default.removeItem(at: copy)
    }
  }

  /// What the file must contain.
  private var contents: [String] {
    saved.map { saved in
      let next = saved.next.map { next, lost in
        guard let lost else {
          return "\(self.saved.first { $0.record === next }?.id ?? -1)"
        }
        return "lost \(lost)"
      }
      return "\(saved.id) \(saved.text) \(saved.tag) \(next ?? "nil") \(saved.part ?? "nil")"
    }
  }

  private func check(_ store: ModelStore, _ expected: [String]) throws {
    let contents = store.all(Entry.self).map { entry in
      let next = entry.next.map { store.contains($0) ? "\($0.id)" : "lost \($0.text)" }
      let tag = entry.tag.text
      return "\(entry.id) \(entry.text) \(tag) \(next ?? "nil") \(entry.part?.text ?? "nil")"
    }
    guard contents == expected else {
      found(
        "a store file comes back different",
        difference(expected.joined(separator: "\n"), contents.joined(separator: "\n"))
      )
    }
  }
}
