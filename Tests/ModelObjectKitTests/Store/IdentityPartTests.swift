import Foundation
import ModelObjectKit
import Testing

private enum Growing: String, UnknownRepresentable { case issue, pull, unknown }
private enum Plain: String { case issue, pull }

private class Grown: ModelObject {
  var kind = Growing.issue
  var id = 0
  var title = ""
  override class var identity: Set<String> { ["kind", "id"] }
}

private class Fixed: ModelObject {
  var kind = Plain.issue
  var id = 0
  var title = ""
  override class var identity: Set<String> { ["kind", "id"] }
}

private final class Hooked: Fixed {
  override func serializeValue(_ value: Any?, key: String) throws {
    let isOld = key == "kind" && value as? String == "bug"
    try super.serializeValue(isOld ? "issue" : value, key: key)
  }
}

private final class Holder: ModelObject {
  var id = 0
  var part: Fixed?
  override class var identity: Set<String> { ["id"] }
}

/// A part of an identity whose key comes with a value that doesn't fit: different things would become
/// one object with the default in its place.
struct IdentityPartTests {
  private let json = #"""
    [{"kind": "issue", "id": 1, "title": "Crash"}, {"kind": "discussion", "id": 1, "title": "Hello"},
     {"kind": "release", "id": 1, "title": "1.0"}]
    """#

  private func filed<Type: ModelObject>(_ type: Type.Type, _ title: (Type) -> String) throws
    -> (all: [String], filed: [String], issues: [String])
  {
    let log = Issues()
    var options = MappingOptions()
    options.issueHandler = { log.add($0) }
    let store = ModelStore()
    let models = try store.upsert([Type].self, json: json, options: options).models
    return (models.map(title), store.all(type).map(title), log.texts)
  }

  private final class Issues: @unchecked Sendable {
    private(set) var texts: [String] = []
    func add(_ issues: [ModelError.Issue]) { texts += issues.map(\.description) }
  }

  @Test func leavesTheObjectWithoutIdentity() throws {
    let result = try filed(Fixed.self, \.title)
    #expect(result.all == ["Crash", "Hello", "1.0"])
    #expect(result.filed == ["Crash"])
    let words = "has no identity, so it isn't in the store: the value of kind doesn't fit"
    #expect(result.issues.filter { $0.contains("identity") } == ["[1]: \(words)", "[2]: \(words)"])
  }

  @Test func isAnUnknownCaseToo() throws {
    let result = try filed(Grown.self, \.title)
    #expect(result.all == ["Crash", "Hello", "1.0"])
    #expect(result.filed == ["Crash"])
    #expect(result.issues.filter { $0.contains("the value of kind doesn't fit") }.count == 2)
  }

  @Test func staysOneWhateverAHookMakesOfIt() throws {
    let store = ModelStore()
    let models = try store.upsert(
      [Hooked].self,
      json: #"[{"kind": "bug", "id": 1, "title": "a"}, {"kind": "x", "id": 1, "title": "b"}]"#
    ).models
    #expect(models.map(\.title) == ["a", "b"])
    #expect(store.all(Hooked.self).isEmpty)
  }

  @Test func leavesTheObjectInAPropertyAlone() throws {
    let store = ModelStore()
    let text = #"{"id": 1, "part": {"kind": "issue", "id": 5, "title": "a"}}"#
    let former = try store.upsert(Holder.self, json: text).part
    let other = #"{"id": 1, "part": {"kind": "x", "id": 5, "title": "b"}}"#
    let holder = try store.upsert(Holder.self, json: other)
    #expect(former?.title == "a" && holder.part !== former && holder.part?.title == "b")
    #expect(store.all(Fixed.self).map(\.title) == ["a"])
  }
}
