import Foundation
import ModelObjectKit
import Testing

private struct Refusal: Error {}

private class Listed: ModelObject {
  var plain = 1
  var ignored = 2
  var unexported = 3
  let constant = 4
  lazy var late = 5
  weak var weak: Listed?
  var closure: () -> Void = {}
  private var hidden = 6
  var computed: Int { 7 }
  override class var ignoredProperties: Set<String> { ["ignored"] }
  override class var unexportedProperties: Set<String> { ["unexported"] }
}

private final class Chosen: Listed {
  var own = 8
  override class var mappedProperties: Set<String>? { ["own", "plain"] }
}

@propertyWrapper
private struct Trimmed: Codable, Equatable {
  var wrappedValue: String

  init(wrappedValue: String) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

private class Wrapped: ModelObject {
  @Trimmed var userName = "a"
}

private class Defaults: ModelObject {
  var nick: String? = "none"
  var age: Int?
  var flag: Bool? = true
  var ratio: Double? = 1.5
  var list: [Int]? = []
  var any: Any? = 1
  var note: Defaults?
}

private class Priced: ModelObject {
  var price: Double? = 12.5
  var at: Date? = Date(timeIntervalSinceReferenceDate: 0)
  var name = "x"
  override class var transforms: [String: PropertyTransform] {
    [
      "price": PropertyTransform(
        read: { ($0 as? Int).map { Double($0) / 100 } },
        write: { value in (value as? Double).map { Int($0 * 100) } }
      ),
      "at": PropertyTransform(read: { $0 }, write: { $0 }),
      "name": PropertyTransform(read: { $0 }),
    ]
  }
}

private class Refusing: ModelObject {
  var value = 1
  override class var transforms: [String: PropertyTransform] {
    ["value": PropertyTransform(read: { $0 }, write: { _ in throw Refusal() })]
  }
}

private class Hooked: ModelObject {
  var name = "n"
  var inner: Hooked?
  var list: [Hooked] = []
  var isRefused = false
  override class var unexportedProperties: Set<String> { ["isRefused"] }
  override func didExport(_ dictionary: inout [String: Any]) throws {
    if isRefused { throw Refusal() }
    dictionary["seen"] = (dictionary["inner"] as? [String: Any])?["seen"] ?? "leaf"
    dictionary["when"] = Date(timeIntervalSinceReferenceDate: 0)
  }
}

struct ExportedProperties {
  @Test func areThoseThatTheListsLeave() throws {
    #expect(try Listed().jsonString() == #"{"plain":1,"hidden":6}"#)
    #expect(try Chosen().jsonString() == #"{"plain":1,"own":8}"#)
    #expect(Set(try Chosen().dictionaryRepresentation().keys) == ["plain", "own"])
  }

  @Test func ofAWrapperGoByTheNameWithoutUnderscore() throws {
    #expect(try Wrapped().jsonString() == #"{"userName":"a"}"#)
    #expect(try Wrapped(json: Wrapped().jsonData()) == Wrapped())
  }

  @Test func nilIsNullOnlyWhereAFreshObjectHoldsMore() throws {
    let model = Defaults()
    model.nick = nil
    model.flag = nil
    model.ratio = nil
    model.list = nil
    model.any = nil
    #expect(
      try model.jsonString()
        == #"{"nick":null,"flag":null,"ratio":null,"list":null,"any":null}"#
    )
    #expect(try Defaults(json: model.jsonData()) == model)
    let dictionary = try model.dictionaryRepresentation()
    #expect(dictionary.count == 5 && dictionary.values.allSatisfy { $0 is NSNull })
    #expect(try Defaults(dictionary: dictionary) == model)
  }

  @Test func aTransformWrites() throws {
    #expect(
      try Priced().jsonString()
        == #"{"price":1250,"at":"2001-01-01T00:00:00Z","name":"x"}"#
    )
    #expect(try Priced(json: Priced().jsonData()) == Priced())
    let model = Priced()
    model.price = nil
    #expect(try model.jsonString().hasPrefix(#"{"price":null,"#))
    #expect(try model.dictionaryRepresentation()["price"] is NSNull)
  }

  @Test func aTransformThatThrowsRejectsTheModel() throws {
    let error = try #require(throws: ModelError.self) { try Refusing().jsonString() }
    #expect(error.code == .rejected && error.path == "value" && error.underlyingError is Refusal)
    class Outer: ModelObject { var before = 1; var inner = Refusing(); var list = [Refusing()] }
    #expect(try Outer().jsonString() == #"{"before":1,"list":[]}"#)
    #expect(try Outer().dictionaryRepresentation()["inner"] == nil)
    #expect(try [Refusing()].jsonString() == "[]")
  }

  @Test func didExportHasTheLastWordAtEveryLevel() throws {
    let model = Hooked()
    model.inner = Hooked()
    model.inner?.name = "i"
    let refused = Hooked()
    refused.isRefused = true
    model.list = [refused, Hooked()]
    var options = ExportOptions()
    options.sortedKeys = true
    let leaf = #""list":[],"name":"n","seen":"leaf","when":"2001-01-01T00:00:00Z"}"#
    let inner = leaf.replacingOccurrences(of: #""n""#, with: #""i""#)
    #expect(
      try model.jsonString(options: options)
        == #"{"inner":{\#(inner),"list":[{\#(leaf)],"name":"n","#
        + #""seen":"leaf","when":"2001-01-01T00:00:00Z"}"#
    )
    let dictionary = try model.dictionaryRepresentation()
    #expect((dictionary["list"] as? [Any])?.count == 1)
    #expect(dictionary["when"] as? Date == Date(timeIntervalSinceReferenceDate: 0))
    model.inner = refused
    #expect(try model.dictionaryRepresentation()["inner"] == nil)
  }

  @Test func aHookOfTheRootThatThrowsIsHeard() throws {
    let model = Hooked()
    model.isRefused = true
    for export in [{ _ = try model.jsonData() }, { _ = try model.dictionaryRepresentation() }] {
      let error = try #require(throws: ModelError.self) { try export() }
      #expect(error.code == .rejected && error.underlyingError is Refusal)
    }
    #expect(try [model, Hooked()].dictionaryRepresentations().count == 1)
  }

  @Test func aHookMayPutModelsThereAndItself() throws {
    class Odd: ModelObject {
      var id = 1
      override func didExport(_ dictionary: inout [String: Any]) throws {
        dictionary["me"] = self
        dictionary["other"] = Wrapped()
      }
    }
    var options = ExportOptions()
    options.sortedKeys = true
    #expect(try Odd().jsonString(options: options) == #"{"id":1,"other":{"userName":"a"}}"#)
  }
}
