import Foundation
import ModelObjectKit
import Testing

private class Loose: ModelObject {
  var any: Any?
  var list: [Any] = []
  var pairs: [String: Any] = [:]
  override class var unexportedProperties: Set<String> { [] }
}

private class Leaf: ModelObject {
  var id = 1
}

private enum Suit: String { case hearts }
private struct Opaque {}
private struct Endless: ModelValue {
  init?(modelValue: Any) { nil }
  init() {}
  var modelValue: Any { [Endless()] }
}

struct UntypedExports {
  private func text(_ any: Any?) throws -> String {
    let model = Loose()
    model.any = any
    var options = ExportOptions()
    options.properties = ["any"]
    options.sortedKeys = true
    let text = try model.jsonString(options: options)
    let tree = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    #expect(tree == NSDictionary(dictionary: try model.dictionaryRepresentation(options: options)))
    return String(text.dropFirst(#"{"any":"#.utf8.count).dropLast())
  }

  @Test func everyValueThatJSONHoldsIsWritten() throws {
    #expect(try text("a") == #""a""#)
    #expect(try text(UInt8(7)) == "7")
    let hashable: [String: AnyHashable] = ["k": "v", "n": 1, "b": true]
    #expect(try text(hashable) == #"{"b":true,"k":"v","n":1}"#)
    #expect(try text(UInt64.max) == "18446744073709551615")
    #expect(try text(Float(0.1)) == "0.1")
    #expect(try text(true) == "true")
    #expect(try text(NSNull()) == "null")
    #expect(try text([1, "a", nil as Int? as Any, [true]] as [Any]) == #"[1,"a",null,[true]]"#)
    #expect(try text(["b": 1, "a": [:]] as [String: Any]) == #"{"a":{},"b":1}"#)
    #expect(try text([2: "x", 1: "y"]) == #"{"1":"y","2":"x"}"#)
    #expect(try text(Set([1])) == "[1]")
    #expect(try text("abc".prefix(2)) == #""ab""#)
    #expect(try text(Date(timeIntervalSinceReferenceDate: 0)) == #""2001-01-01T00:00:00Z""#)
    #expect(try text(Data([1])) == #""AQ==""#)
    #expect(try text(URL(string: "https://a")) == #""https://a""#)
    #expect(try text(NSURL(string: "https://a")) == #""https://a""#)
    #expect(try text(Optional(Optional(5)) as Any) == "5")
    #expect(try text(Suit.hearts) == #""hearts""#)
    #expect(try text(Leaf()) == #"{"id":1}"#)
    #expect(try text([Leaf(), Leaf()]) == #"[{"id":1},{"id":1}]"#)
    #expect(try text(["k": Leaf()]) == #"{"k":{"id":1}}"#)
    #expect(try text(NSArray(array: [NSNumber(value: true), NSString("x")])) == #"[true,"x"]"#)
    #expect(
      try text(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        == #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#
    )
    #expect(try Loose().jsonString() == #"{"list":[],"pairs":{}}"#)
  }

  @Test func slicesAreArrays() throws {
    let slices: [Any] = [[5, 6, 7].suffix(2), [1, [2, 3].dropFirst(), 4] as [Any]]
    let model = Loose()
    (model.any, model.list) = ([1, 2].prefix(1), slices)
    let json = #"{"any":[1],"list":[[6,7],[1,[3],4]],"pairs":{}}"#
    #expect(try model.jsonString() == json)
    #expect(try model.copy().jsonString() == json)
    #expect(try Loose(archive: model.archivedData()).jsonString() == json)
    #expect(try String(decoding: JSONEncoder().encode(model), as: UTF8.self).contains("[6,7]"))
  }

  @Test func whatJSONCantHoldIsLeftOut() throws {
    #expect(try text([1, Opaque(), { 1 }, Double.nan, 2] as [Any]) == "[1,null,2]")
    let model = Loose()
    model.any = Opaque()
    model.pairs = ["a": Opaque(), "b": 1, "c": Double.infinity]
    #expect(try model.jsonString() == #"{"list":[],"pairs":{"b":1,"c":null}}"#)
    let dictionary = try model.dictionaryRepresentation()
    #expect(dictionary["any"] == nil && (dictionary["pairs"] as? [String: Any])?.count == 2)
  }

  // On Linux, Foundation itself never returns from such a container's first element.
  #if canImport(ObjectiveC)
  @Test func containersThatHoldThemselvesEnd() throws {
    let array = NSMutableArray()
    array.add(1)
    array.add(array)
    array.add(array)
    let arrayText = try text(array)
    #expect(arrayText == "[1]")
    let dictionary = NSMutableDictionary()
    dictionary["me"] = dictionary
    dictionary["n"] = 1
    let dictionaryText = try text(dictionary)
    #expect(dictionaryText == #"{"n":1}"#)
    array.removeAllObjects()
    dictionary.removeAllObjects()
  }
  #endif

  @Test func valuesThatAreMadeOfThemselvesEnd() throws {
    let model = Loose()
    model.any = Endless()
    let error = #expect(throws: ModelError.self) { try model.jsonData() }
    #expect(error?.code == .tooDeep)
  }

  /// An array in the object is the second level.
  @Test(arguments: [(511, true), (512, false), (20_000, false)])
  func deepArraysAreWrittenOnASmallStack(depth: Int, isWritten: Bool) async {
    let result = await onThread(stackSize: .largeStack) {
      var any: Any = 1
      for _ in 0..<depth { any = [any] }
      let model = Loose()
      model.any = any
      return onSmallStack {
        do {
          let expected =
            String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
          return try "\(model.jsonString().contains(expected))"
        } catch {
          return "\(error)"
        }
      }
    }
    #expect(result == (isWritten ? "true" : "tooDeep: more than 512 levels"))
  }

  @Test func doublesComeBackAsDoubles() throws {
    let model = Loose()
    model.list = [3.0, 3, true, 0.5, UInt64.max, "t"]
    let back = try Loose(json: model.jsonData())
    let types = back.list.map { "\(type(of: $0))" }
    #expect(types == ["Double", "Int", "Bool", "Double", "UInt64", "String"])
    #expect(back == model)
  }
}
