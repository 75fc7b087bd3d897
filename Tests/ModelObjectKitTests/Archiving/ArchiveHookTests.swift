import Foundation
import ModelObjectKit
import Testing

/// Classes that encode and decode themselves, among others that don't.
struct ArchiveHookTests {
  @Test func overridesAndTheDefaultMixInOneGraph() throws {
    let plain = Plain()
    plain.custom = Custom()
    plain.custom?.name = "c"
    plain.custom?.cache = ["b": 2, "a": 1]
    plain.custom?.plain = plain
    let again = try Plain(archive: plain.archivedData())
    defer {
      plain.custom = nil
      again.custom = nil
    }
    #expect(again.custom?.name == "c")
    #expect(again.custom?.cache == ["a": 0, "b": 0])
    #expect(again.custom?.plain === again)
    #expect(again.custom?.seen == [true, false])
  }

  @Test func anObjectMayLetAnotherDecodeItsValues() throws {
    final class Other: ModelObject {
      var text = ""
      var number = 0
    }
    final class Delegating: ModelObject {
      var number = 1
      var text = "text"
      var other = Other()
      override class var unarchivedProperties: Set<String> { ["other"] }
      override func decode(with unarchiver: ModelUnarchiver) throws {
        try other.decode(with: unarchiver)
        try super.decode(with: unarchiver)
      }
    }
    let again = try Delegating(archive: Delegating().archivedData())
    #expect(again.text == "text")
    #expect((again.other.text, again.other.number) == ("text", 1))
  }

  @Test func everyKindOfValueCanBeEncodedByKey() throws {
    let model = ByKey()
    model.date = Date(timeIntervalSinceReferenceDate: 0.1)
    model.list = [1.5, nil, -0.0]
    model.child = ByKey()
    model.pair = ByKey.Pair(left: 1, right: ["x"])
    let again = try ByKey(archive: model.archivedData())
    #expect(again.date == model.date)
    #expect(again.list == model.list)
    #expect(again.child != nil)
    #expect(again.child?.child == nil)
    #expect(again.pair == model.pair)
    #expect(again.missing)
  }

  @Test func aValueThatNoPropertyCouldHaveIsAnError() {
    let error = #expect(throws: ModelError.self) { try Wrong().archivedData() }
    #expect(error?.code == .unsupportedValue)
    #expect(error?.path == "closure")
  }

  @Test func errorsOfOverridesArePassedOn() throws {
    let encoding = #expect(throws: ModelError.self) { try Refusing().archivedData() }
    #expect(encoding?.code == .rejected)
    #expect(encoding?.underlyingError as? Refusal == .encode)
    let data = try Accepting().archivedData()
    let decoding = #expect(throws: ModelError.self) { try Refusing(archive: data) }
    #expect(decoding?.code == .rejected)
    #expect(decoding?.underlyingError as? Refusal == .decode)
  }

  @Test func hooksComeWhenAllIsInPlace() throws {
    let parent = Parent()
    parent.children = [Child(), Child()]
    let again = try Parent(archive: parent.archivedData())
    #expect(again.journal == ["awake with 2 whole children", "validate"])
    #expect(again.children.allSatisfy { $0.parent === again })
    #expect(again.children.map(\.journal) == [["awake"], ["awake"]])
  }

  @Test func archivesAreInputAndAreValidated() throws {
    let child = Child()
    child.isValid = false
    let error = #expect(throws: ModelError.self) { try Child(archive: child.archivedData()) }
    #expect(error?.code == .rejected)
    #expect(error?.path == "")
    #expect(error?.underlyingError as? Refusal == .validate)
  }

  @Test func anObjectThatIsRejectedIsLeftOutWhereItOccurs() throws {
    let holder = Holder()
    let (good, bad) = (Child(), Child())
    bad.isValid = false
    holder.child = bad
    holder.own = bad
    holder.children = [bad, good, bad]
    holder.optionals = [nil, bad, good]
    holder.byName = ["a": bad, "b": good]
    holder.set = [bad, good]
    holder.any = ["x": [bad, good]]
    let custom = ByKey.Holder()
    custom.child = bad
    holder.custom = custom
    let again = try Holder(archive: holder.archivedData())
    let kept = again.children.first
    #expect(again.child == nil && again.own.isValid && again.custom?.child == nil)
    #expect(again.children.count == 1 && again.optionals.map { $0 === kept } == [false, true])
    #expect(again.byName.count == 1 && again.byName["b"] === kept)
    #expect(again.set.count == 1 && again.set.first === kept)
    #expect(((again.any as? [String: Any])?["x"] as? [Any])?.count == 1)
    #expect(again.journal == ["awake with 1", "validate"])
    let children = try [Child](archive: [bad, good].archivedData())
    #expect(children.count == 1 && children[0].isValid)
  }

  /// One is rejected because another one is missing.
  @Test func anObjectMayBeRejectedForTheOneThatIsLeftOut() throws {
    let root = Link()
    root.isRoot = true
    root.others = (0..<3).map { _ in Link() }
    for link in root.others { link.child = Child() }
    root.others[1].child?.isValid = false
    root.others[2].next = root.others[1]
    #expect(try Link(archive: root.archivedData()).others.count == 2)
    root.others[2].isStrict = true
    #expect(try Link(archive: root.archivedData()).others.count == 1)
    root.isStrict = true
    root.next = root.others[2]
    #expect(throws: ModelError.self) { try Link(archive: root.archivedData()) }
    for link in root.others { link.next = nil }
  }

  @Test func anArchiverIsOfNoUseAfterItsCall() throws {
    let keeping = Keeping()
    let data = try keeping.archivedData()
    let archiver = try #require(keeping.archiver)
    let error = #expect(throws: ModelError.self) { try archiver.encode(1, forKey: "late") }
    #expect(error?.code == .rejected)
    #expect(throws: ModelError.self) { try Keeping().encode(with: archiver) }

    let again = try Keeping(archive: data)
    let unarchiver = try #require(again.unarchiver)
    let late = #expect(throws: ModelError.self) {
      try unarchiver.decode(Int.self, forKey: "number")
    }
    #expect(late?.code == .rejected)
    #expect(throws: ModelError.self) { try Keeping().decode(with: unarchiver) }
    #expect(!unarchiver.contains("number"))
    #expect(unarchiver.archiveVersion == 0)
  }
}

private enum Refusal: Error { case encode, decode, validate }

private class Plain: ModelObject {
  var custom: Custom?
}

private class Custom: ModelObject {
  var name = ""
  var cache: [String: Int] = [:]
  var plain: Plain?
  var seen: [Bool] = []

  override class var unarchivedProperties: Set<String> { ["cache", "seen"] }

  override func encode(with archiver: ModelArchiver) throws {
    try super.encode(with: archiver)
    try archiver.encode(cache.keys.sorted(), forKey: "cached")
  }

  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
    for key in try unarchiver.decode([String].self, forKey: "cached") ?? [] { cache[key] = 0 }
    seen = [unarchiver.contains("cached"), unarchiver.contains("cache")]
  }
}

private class ByKey: ModelObject {
  struct Pair: Codable, Equatable {
    var left = 0
    var right: [String] = []
  }
  var date = Date.distantPast
  var list: [Double?] = []
  var child: ByKey?
  var pair = Pair()
  var missing = false

  override func encode(with archiver: ModelArchiver) throws {
    try archiver.encode(date, forKey: "d")
    try archiver.encode(list, forKey: "l")
    try archiver.encode(child, forKey: "c")
    try archiver.encode(nil, forKey: "n")
    try archiver.encode(1, forKey: "p")
    try archiver.encode(pair, forKey: "p")
  }

  override func decode(with unarchiver: ModelUnarchiver) throws {
    date = try unarchiver.decode(Date.self, forKey: "d") ?? date
    list = try unarchiver.decode([Double?].self, forKey: "l") ?? []
    child = try unarchiver.decode(ByKey.self, forKey: "c")
    pair = try unarchiver.decode(Pair.self, forKey: "p") ?? pair
    let none = try unarchiver.decode(Int.self, forKey: "n")
    let optional = try unarchiver.decode(Int?.self, forKey: "n")
    let absent = try unarchiver.decode(Int.self, forKey: "x")
    missing =
      none == nil && optional == .some(nil) && absent == nil && unarchiver.contains("n")
      && !unarchiver.contains("x")
  }
}

private class Wrong: ModelObject {
  override func encode(with archiver: ModelArchiver) throws {
    try archiver.encode({ 1 } as () -> Int, forKey: "closure")
  }
}

private class Refusing: ModelObject {
  override class var archiveName: String { "Refusing" }
  override func encode(with archiver: ModelArchiver) throws { throw Refusal.encode }
  override func decode(with unarchiver: ModelUnarchiver) throws { throw Refusal.decode }
}

private class Accepting: ModelObject {
  override class var archiveName: String { "Refusing" }
}

private class Parent: ModelObject {
  var children: [Child] = []
  var journal: [String] = []
  override class var unarchivedProperties: Set<String> { ["journal"] }

  override func awake() {
    journal.append("awake with \(children.filter { $0.name == "child" }.count) whole children")
    for child in children { child.parent = self }
  }

  override func validate() throws { journal.append("validate") }
}

private class Child: ModelObject {
  var name = "child"
  var isValid = true
  weak var parent: Parent?
  var journal: [String] = []
  override class var unarchivedProperties: Set<String> { ["journal"] }

  required init() {
    super.init()
  }

  override func awake() { journal.append("awake") }
  override func validate() throws { if !isValid { throw Refusal.validate } }
}

private final class Holder: ModelObject {
  var child: Child?
  var own = Child()
  var children: [Child] = []
  var optionals: [Child?] = []
  var byName: [String: Child] = [:]
  var set: Set<Child> = []
  var any: Any?
  var custom: ByKey.Holder?
  var journal: [String] = []
  override class var unarchivedProperties: Set<String> { ["journal"] }
  override func awake() { journal.append("awake with \(children.count)") }
  override func validate() throws { journal.append("validate") }
}

extension ByKey {
  /// Decodes its child itself.
  final class Holder: ModelObject {
    var child: Child?
    override func encode(with archiver: ModelArchiver) throws {
      try archiver.encode(child, forKey: "c")
    }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      child = try unarchiver.decode(Child.self, forKey: "c")
    }
  }
}

private final class Link: ModelObject {
  var isRoot = false
  var isStrict = false
  var child: Child?
  var next: Link?
  var others: [Link] = []
  override func validate() throws {
    if !isRoot, child == nil { throw Refusal.validate }
    if isStrict, next == nil { throw Refusal.validate }
  }
}

private class Keeping: ModelObject {
  var number = 1
  var archiver: ModelArchiver?
  var unarchiver: ModelUnarchiver?
  override class var unarchivedProperties: Set<String> { ["archiver", "unarchiver"] }

  override func encode(with archiver: ModelArchiver) throws {
    try super.encode(with: archiver)
    self.archiver = archiver
  }

  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
    self.unarchiver = unarchiver
  }
}
