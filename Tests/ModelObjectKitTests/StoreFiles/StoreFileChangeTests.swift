import Foundation
import ModelObjectKit
import Testing

/// What counts as a change: whatever an archive would have otherwise, and nothing else.
struct StoreFileChangeTests {
  /// A value before and after an edit, and whether the edit is a change.
  struct Edit: Sendable, CustomTestStringConvertible {
    let name: String
    let isChange: Bool
    let before: @Sendable (Everything) -> Void
    let after: @Sendable (Everything) -> Void
    var testDescription: String { name }

    init(
      _ name: String,
      isChange: Bool = true,
      _ before: @escaping @Sendable (Everything) -> Void,
      to after: @escaping @Sendable (Everything) -> Void
    ) {
      (self.name, self.isChange, self.before, self.after) = (name, isChange, before, after)
    }
  }

  static let edits: [Edit] = [
    Edit("a string", { $0.text = "a" }, to: { $0.text = "b" }),
    Edit("the same string", isChange: false, { $0.text = "ab" }, to: { $0.text = "a" + "b" }),
    Edit("a long string", { $0.text = long + "a" }, to: { $0.text = long + "b" }),
    Edit("a composed letter", { $0.text = "é" }, to: { $0.text = "e\u{301}" }),
    Edit("zero bytes", { $0.text = "\0" }, to: { $0.text = "\0\0" }),
    Edit("nil to an empty string", { $0.maybe = nil }, to: { $0.maybe = "" }),
    Edit("a number", { $0.number = 1 }, to: { $0.number = -1 }),
    Edit("a negative zero", { $0.fraction = 0 }, to: { $0.fraction = -0.0 }),
    Edit("nan", { $0.fraction = .nan }, to: { $0.fraction = -.nan }),
    Edit("the same nan", isChange: false, { $0.fraction = .nan }, to: { $0.fraction = .nan }),
    Edit("a small number", { $0.small = 1 }, to: { $0.small = 2 }),
    Edit("nil to a number", { $0.count = nil }, to: { $0.count = 0 }),
    Edit("a flag", { $0.flag = false }, to: { $0.flag = true }),
    Edit(
      "a date",
      { $0.date = Date(timeIntervalSinceReferenceDate: 1) },
      to: {
        $0.date = Date(timeIntervalSinceReferenceDate: 1.000_001)
      }
    ),
    Edit("data", { $0.data = Data([1, 2]) }, to: { $0.data = Data([1, 2, 0]) }),
    Edit("a decimal", { $0.decimal = 1 }, to: { $0.decimal = Decimal(string: "1.1") ?? 0 }),
    Edit("a URL", { $0.url = nil }, to: { $0.url = URL(string: "https://example.com") }),
    Edit("a case", { $0.kind = .one }, to: { $0.kind = .two }),
    Edit("an element", { $0.list = [1, 2] }, to: { $0.list = [1, 3] }),
    Edit("the order of a list", { $0.list = [1, 2] }, to: { $0.list = [2, 1] }),
    Edit("nested lists", { $0.lists = [[1], [2]] }, to: { $0.lists = [[1, 2], []] }),
    Edit("optionals of optionals", { $0.odd = [nil] }, to: { $0.odd = [.some(nil)] }),
    Edit("an element of a set", { $0.set = ["a", "b"] }, to: { $0.set = ["a", "c"] }),
    Edit(
      "a set of another order",
      isChange: false,
      { $0.set = many(1...500) },
      to: {
        $0.set = many((1...500).reversed())
      }
    ),
    Edit("another pair", { $0.pairs = ["a": 1] }, to: { $0.pairs = ["a": 1, "b": 2] }),
    Edit("a pair less", { $0.pairs = ["a": 1, "b": 2] }, to: { $0.pairs = ["a": 1] }),
    Edit("a value in a dictionary", { $0.pairs = ["a": 1] }, to: { $0.pairs = ["a": 2] }),
    Edit(
      "a dictionary of another order",
      isChange: false,
      { $0.pairs = pairs(1...500) },
      to: {
        $0.pairs = pairs((1...500).reversed())
      }
    ),
    Edit("a Codable value", { $0.point.x = 1 }, to: { $0.point.x = 2 }),
    Edit("an untyped value", { $0.any = 1 }, to: { $0.any = true }),
    Edit("an untyped number of other bits", { $0.any = -1 }, to: { $0.any = UInt64.max }),
    Edit("a large number", { $0.any = UInt64.max }, to: { $0.any = UInt64.max - 1 }),
    Edit(
      "the same large number",
      isChange: false,
      { $0.any = UInt64.max },
      to: { $0.any = UInt64.max }
    ),
    Edit("an untyped float", { $0.any = Float(0.5) }, to: { $0.any = Float(0.25) }),
    Edit("the same float", isChange: false, { $0.any = Float(1) }, to: { $0.any = Float(1) }),
    Edit("an untyped URL", { $0.any = URL(string: "a") }, to: { $0.any = "a" }),
    Edit("an untyped decimal", { $0.any = Decimal(string: "1.5") }, to: { $0.any = "1.5" }),
    Edit("null to nil", { $0.any = NSNull() }, to: { $0.any = nil }),
    Edit(
      "an untyped tree",
      { $0.any = ["a": [1, ["b": 2]]] },
      to: {
        $0.any = ["a": [1, ["b": 3]]]
      }
    ),
    Edit("a part", { $0.part = nil }, to: { $0.part = Part() }),
    Edit("a value in a part", { $0.part = Part(1) }, to: { $0.part = Part(2) }),
    Edit("an equal part", isChange: false, { $0.part = Part(1) }, to: { $0.part = Part(1) }),
    Edit("a part of a subclass", { $0.part = Part(1) }, to: { $0.part = SpecialPart(1) }),
    Edit("a deep part", { $0.part = chain(100, 1) }, to: { $0.part = chain(100, 2) }),
    Edit(
      "a shared part",
      { $0.parts = [Part(1), Part(1)] },
      to: {
        let part = Part(1)
        $0.parts = [part, part]
      }
    ),
    Edit("the order of parts", { $0.parts = [Part(1), Part(2)] }, to: { $0.parts.reverse() }),
    Edit("which part is shared", { $0.parts = shared(0) }, to: { $0.parts = shared(1) }),
    Edit("a cycle of parts", { $0.part = cycle(3, 1) }, to: { $0.part = cycle(3, 2) }),
    Edit("a longer cycle", { $0.part = cycle(3, 1) }, to: { $0.part = cycle(4, 1) }),
    Edit(
      "the same cycle",
      isChange: false,
      { $0.part = cycle(3, 1) },
      to: {
        $0.part = cycle(3, 1)
      }
    ),
    Edit("a set of parts", { $0.partSet = parts(1...9) }, to: { $0.partSet = parts(1...10) }),
    Edit(
      "a set of parts in another order",
      isChange: false,
      { $0.partSet = parts(1...200) },
      to: {
        $0.partSet = parts((1...200).reversed())
      }
    ),
    Edit(
      "a part of a part in a set",
      { $0.partSet = [chain(3, 1)] },
      to: {
        $0.partSet = [chain(3, 2)]
      }
    ),
    Edit(
      "parts in a dictionary",
      { $0.partPairs = ["a": Part(1)] },
      to: {
        $0.partPairs = ["a": Part(2)]
      }
    ),
    Edit("an unarchived value", isChange: false, { $0.transient = 1 }, to: { $0.transient = 2 }),
    Edit("a value that it encodes itself", { $0.own = Own(1) }, to: { $0.own = Own(2) }),
    Edit(
      "a value that it doesn't encode",
      isChange: false,
      { $0.own = Own(1) },
      to: {
        $0.own?.hidden = 5
      }
    ),
  ]

  @Test(arguments: edits)
  func aChangeIsSaved(_ edit: Edit) throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      let file = try StoreFile(at: url, classes: [Everything.self, SpecialPart.self])
      let object = try file.store.upsert(Everything.self, json: #"{"id": 1}"#)
      edit.before(object)
      try file.save()
      edit.after(object)
      #expect(try file.save() == (edit.isChange ? 1 : 0))
      #expect(try file.save() == 0)
      let again = try ModelStore(archiveAt: url, classes: [Everything.self, SpecialPart.self])
      let saved = try #require(again[Everything.self, 1])
      if edit.isChange { #expect(saved.isEqual(to: object) || object.fraction.isNaN) }
      #expect(Array(saved.text.utf8) == Array(object.text.utf8))
      #expect(saved.fraction.bitPattern == object.fraction.bitPattern)
    }
  }

  @Test(arguments: edits)
  func anOpenedFileHasNothingToSave(_ edit: Edit) throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Everything.self, SpecialPart.self])
        edit.after(try file.store.upsert(Everything.self, json: #"{"id": 1}"#))
        try file.save()
      }
      let file = try StoreFile(at: url, classes: [Everything.self, SpecialPart.self])
      #expect(try file.save() == 0)
      file.store[Everything.self, 1]?.other += 1
      #expect(try file.save() == 1)
    }
  }

  /// What a class decodes itself is encoded again, and compared.
  ///
  /// A new part is a change, even if it is equal.
  @Test(arguments: edits.filter { $0.isChange || !$0.name.contains(/part|cycle/) })
  func aChangeWhileItIsOpenedIsSaved(_ edit: Edit) throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Decoding.self, SpecialPart.self])
        edit.before(try file.store.upsert(Decoding.self, json: #"{"id": 1}"#))
        try file.save()
      }
      #expect(try StoreFile(at: url, classes: [Decoding.self, SpecialPart.self]).save() == 0)
      try Decoding.$change.withValue(edit.after) {
        let file = try StoreFile(at: url, classes: [Decoding.self, SpecialPart.self])
        #expect(try file.save() == (edit.isChange ? 1 : 0))
        #expect(try file.save() == 0)
      }
    }
  }

  @Test func partsInAVeryLongChainAreCompared() throws {
    try withFolder { folder in
      let file = try StoreFile(
        at: folder.appending(path: "file"),
        classes: [Everything.self, SpecialPart.self]
      )
      let object = try file.store.upsert(Everything.self, json: #"{"id": 1}"#)
      object.part = chain(20_000, 1)
      #expect(try file.save() == 1)
      #expect(try file.save() == 0)
      var last = object.part
      while let next = last?.next { last = next }
      last?.number = 2
      #expect(try file.save() == 1)
    }
  }

  class Everything: ModelObject {
    enum Kind: String { case one, two }
    struct Point: Codable, Equatable { var x = 0.0 }

    var id = 0
    var other = 0
    var text = ""
    var maybe: String?
    var number = 0
    var fraction = 0.0
    var small: UInt8 = 0
    var count: Int?
    var flag = false
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var data = Data()
    var decimal = Decimal(0)
    var url: URL?
    var kind = Kind.one
    var list: [Int] = []
    var lists: [[Int]] = []
    var odd: [Int??] = []
    var set: Set<String> = []
    var pairs: [String: Int] = [:]
    var point = Point()
    var any: Any?
    var part: Part?
    var parts: [Part] = []
    var partSet: Set<Part> = []
    var partPairs: [String: Part] = [:]
    var transient = 0
    var own: Own?
    override class var identity: Set<String> { ["id"] }
    override class var unarchivedProperties: Set<String> { ["transient"] }
  }

  final class Decoding: Everything {
    @TaskLocal static var change: @Sendable (Everything) -> Void = { _ in }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
      Self.change(self)
    }
  }

  class Part: ModelObject {
    var number = 0
    var next: Part?
    convenience init(_ number: Int) {
      self.init()
      self.number = number
    }
  }

  final class SpecialPart: Part {}

  final class Own: ModelObject {
    var number = 0
    var hidden = 0
    convenience init(_ number: Int) {
      self.init()
      self.number = number
    }

    override func encode(with archiver: ModelArchiver) throws {
      try archiver.encode(0, forKey: "number")
      try archiver.encode(["n": number], forKey: "number")
      try archiver.encode(nil, forKey: "nothing")
    }

    override func decode(with unarchiver: ModelUnarchiver) throws {
      number = try unarchiver.decode([String: Int].self, forKey: "number")?["n"] ?? -1
    }
  }

  private static let long = String(repeating: "long ", count: 100)

  private static func many(_ numbers: some Sequence<Int>) -> Set<String> {
    var set: Set<String> = []
    for number in numbers { set.insert("\(number)") }
    return set
  }

  private static func pairs(_ numbers: some Sequence<Int>) -> [String: Int] {
    var pairs: [String: Int] = [:]
    for number in numbers { pairs["\(number)"] = number }
    return pairs
  }

  private static func parts(_ numbers: some Sequence<Int>) -> Set<Part> {
    var set: Set<Part> = []
    for number in numbers {
      let part = Part(number)
      part.next = Part(-number)
      set.insert(part)
    }
    return set
  }

  private static func chain(_ count: Int, _ last: Int) -> Part {
    (1..<count).reduce(Part(last)) { next, _ in
      let part = Part()
      part.next = next
      return part
    }
  }

  private func chain(_ count: Int, _ last: Int) -> Part { Self.chain(count, last) }

  private static func cycle(_ count: Int, _ last: Int) -> Part {
    let first = chain(count, last)
    var end = first
    while let next = end.next { end = next }
    end.next = first
    return first
  }

  private static func shared(_ number: Int) -> [Part] {
    let parts = [Part(1), Part(1)]
    return parts + [parts[number]]
  }
}
