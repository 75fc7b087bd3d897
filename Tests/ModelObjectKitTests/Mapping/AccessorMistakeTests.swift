import Foundation
import ModelObjectKit
import Testing

private class Base: ModelObject {
  var title = ""
}

private class OfAnotherType: ModelObject {
  var age = 0 { didSet {} }
  var name = "" { didSet {} }
  override class var accessors: [String: PropertyAccessor] { ["age": .init(\OfAnotherType.name)] }
}

private final class OfAnotherClass: ModelObject {
  var title = ""
  override class var accessors: [String: PropertyAccessor] { ["title": .init(\Base.title)] }
}

private final class OfNoType: ModelObject {
  var action: () -> Void = {}
  override class var accessors: [String: PropertyAccessor] { ["action": .init(\OfNoType.action)] }
}

private final class OtherList: ModelObject {
  var total: Int {
    get { 0 }
    set {}
  }
  override class var ignoredProperties: Set<String> { ["totl"] }
  override class var accessors: [String: PropertyAccessor] { ["total": .init(\OtherList.total)] }
}

/// A class that looks like a mistake but isn't one.
private class Inherited: Base {
  private var _draft = ""
  var draft: String {
    get { _draft }
    set { _draft = newValue }
  }
  var titles: String {
    get { title + "s" }
    set { title = String(newValue.dropLast()) }
  }
  override class var accessors: [String: PropertyAccessor] {
    [
      "title": .init(\Base.title), "draft": .init(\Inherited.draft),
      "titles": .init(\Inherited.titles),
    ]
  }
}

/// An accessor that is a mistake is a fatal error at the first use of its class, with a message
/// about it.
struct MistakesInAccessors {
  @Test func aWrongNameInAnotherList() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? OtherList(dictionary: [:])
    }
    expect(result, says: ["OtherList.ignoredProperties lists \"totl\"", "\"total\""])
  }

  @Test(.differs(.mistakes)) func aKeyPathOfAnotherTypeOrClass() async {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? OfAnotherType(json: "{}")
    }
    expect(result, says: ["OfAnotherType.accessors", "\"age\"", "String", "Int"])
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? OfAnotherClass(json: "{}")
    }
    expect(result, says: ["OfAnotherClass.accessors", "\"title\"", "Base"])
  }

  @Test func aTypeThatCanNotBeMapped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = OfNoType() == OfNoType()
    }
    expect(result, says: ["OfNoType.accessors lists \"action\"", "() -> ()"])
  }

  @Test func noneInAnInheritedPropertyOrItsStorage() throws {
    let model = try Inherited(json: #"{"title": "a", "draft": "d"}"#)
    #expect(try model.jsonString() == #"{"title":"a","draft":"d","titles":"as"}"#)
  }
}
