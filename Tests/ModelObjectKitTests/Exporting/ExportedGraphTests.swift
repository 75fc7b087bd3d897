import Foundation
import ModelObjectKit
import Testing

struct ExportedGraphs {
  @Test func aCycleIsCutAtTheSecondVisit() throws {
    let first = GraphNode()
    let second = GraphNode()
    second.id = 1
    first.next = second
    second.next = first
    second.list = [first, second, GraphNode()]
    second.any = [first, 1] as [Any]
    defer { second.next = nil; second.list = []; second.any = nil }
    let text =
      #"{"id":0,"next":{"id":1,"list":[{"id":0,"list":[]}],"any":[1]},"list":[]}"#
    #expect(try first.jsonString() == text)
    let tree = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    #expect(tree == NSDictionary(dictionary: try first.dictionaryRepresentation()))
  }

  @Test func whatIsSharedIsWrittenEachTime() throws {
    let shared = GraphNode()
    shared.id = 7
    let root = GraphNode()
    root.next = shared
    root.list = [shared, shared]
    let leaf = #"{"id":7,"list":[]}"#
    #expect(try root.jsonString() == #"{"id":0,"next":\#(leaf),"list":[\#(leaf),\#(leaf)]}"#)
  }

  /// The exports of a chain of models: how many objects each has, or its error.
  private static func exports(_ first: GraphNode) -> [String] {
    func count(_ json: Data) -> String { "\(json.count { $0 == UInt8(ascii: "{") })" }
    var options = ExportOptions()
    options.prettyPrinted = true
    options.sortedKeys = true
    let exports: [() throws -> String] = [
      { count(try first.jsonData()) },
      { count(try first.jsonData(options: options)) },
      { count(try [first].jsonLines()) },
      { count(try JSONEncoder().encode(first)) },
      {
        var count = 0
        var dictionary: [String: Any]? = try first.dictionaryRepresentation()
        while let current = dictionary {
          count += 1
          dictionary = current["next"] as? [String: Any]
        }
        return "\(count)"
      },
    ]
    return exports.map { export in
      do { return try export() } catch { return "\((error as? ModelError)?.code ?? .rejected)" }
    }
  }

  @Test(arguments: [(100, "100"), (500, "500"), (513, "tooDeep"), (100_000, "tooDeep")])
  func aChainIsWrittenToItsLimit(count: Int, result: String) async {
    let exports = await onThread(stackSize: .largeStack) {
      let chain = NodeChain(count: count)
      return Self.exports(chain.first)
    }
    #expect(exports == Array(repeating: result, count: 5))
  }

  @Test func whatIsWrittenCanBeReadBack() async {
    let codes = await onThread(stackSize: .largeStack) {
      [510, 511, 512].map { count in
        // The last one's empty list is a level too.
        let chain = NodeChain(count: count)
        do {
          let again = NodeChain(try GraphNode(json: chain.first.jsonData()))
          return again.first == chain.first ? "same" : "different"
        } catch {
          return "\((error as? ModelError)?.code ?? .rejected)"
        }
      }
    }
    #expect(codes == ["same", "same", "tooDeep"])
  }

  @Test(arguments: [50, 200, 512])
  func aSmallStackIsNoCrash(count: Int) async {
    let exports = await onThread(stackSize: .smallStack) {
      let chain = NodeChain(count: count - 1)
      return Self.exports(chain.first)
    }
    #expect(Set(exports).isSubset(of: ["\(count - 1)", "tooDeep"]), "\(exports)")
  }

  @Test func modelsInsideOfCodableValuesKnowTheWay() throws {
    struct Box: Codable { var node: GraphNode }
    class Owner: ModelObject {
      var id = 1
      var box: Box?
    }
    final class Looped: ModelObject { var box: LoopedBox? }
    struct LoopedBox: Codable { var node: Looped }
    let ring = Looped()
    ring.box = LoopedBox(node: ring)
    defer { ring.box = nil }
    #expect(try ring.jsonString().count < 100)
    let owner = Owner()
    owner.box = Box(node: GraphNode())
    var options = ExportOptions()
    options.keyStyle = .pascalCase
    #expect(
      try owner.jsonString(options: options).contains(#""Id":0"#),
      "nested models follow the options"
    )
  }

  /// A hook that takes away what leads back does so in each place.
  @Test func aKeyThatTheHookRemovesIsNowhere() throws {
    class Peer: ModelObject {
      var name = ""
      var peer: Peer?
      override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["peer"] = nil }
    }
    class Pair: ModelObject {
      var a: Peer?
      var b: Peer?
    }
    final class HookedPair: Pair {
      override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["c"] = 1 }
    }
    for pair in [Pair(), HookedPair()] {
      let (a, b) = (Peer(), Peer())
      (a.name, b.name, a.peer, b.peer) = ("a", "b", b, a)
      defer { a.peer = nil }
      (pair.a, pair.b) = (a, b)
      let end = pair is HookedPair ? #","c":1}"# : "}"
      let text = #"{"a":{"name":"a"},"b":{"name":"b"}"# + end
      let inText = try pair.jsonString()
      #expect(inText == text)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let encoded = String(decoding: try encoder.encode(pair), as: UTF8.self)
      #expect(encoded == text)
    }
  }
}

struct NumberedExportsWithHooks {
  private class Pin: ModelObject {
    var name = ""
    var pal: Pin?
  }

  private class Board: ModelObject {
    var a: Pin?
    var b: Pin?
    var c: Pin?
  }

  private class Changing: Board {
    override func didExport(_ dictionary: inout [String: Any]) throws {
      var a = dictionary["a"] as? [String: Any]
      a?["name"] = "!"
      dictionary["a"] = a
    }
  }

  private class Exchanging: Board {
    override func didExport(_ dictionary: inout [String: Any]) throws {
      let a = dictionary["a"]
      dictionary["a"] = dictionary["c"]
      dictionary["c"] = a
    }
  }

  private class Repeating: Board {
    override func didExport(_ dictionary: inout [String: Any]) throws {
      dictionary["A2"] = dictionary["a"]
    }
  }

  private class Removing: Board {
    override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["a"] = nil }
  }

  private class Page: ModelObject {
    var pin: Pin?
    var boards: [Board] = []
    var last: Pin?
  }

  private static let ann =
    #"{"$id":"3","name":"Ann","pal":{"$id":"4","name":"Bob","pal":{"$ref":"3"}}}"#

  @Test(arguments: [
    (Board.self, #""a":\#(Self.ann),"b":{"$ref":"4"},"c":{"$ref":"3"}"#),
    (
      Changing.self,
      #""a":\#(Self.ann.replacingOccurrences(of: "Ann", with: "!")),"b":{"$ref":"4"},"c":{"$ref":"3"}"#
    ),
    (Exchanging.self, #""a":{"$ref":"3"},"b":{"$ref":"4"},"c":\#(Self.ann)"#),
    (Repeating.self, #""A2":\#(Self.ann),"a":\#(Self.ann),"b":{"$ref":"4"},"c":{"$ref":"3"}"#),
    (
      Removing.self,
      #""b":{"$id":"4","name":"Bob","pal":{"$id":"3","name":"Ann","pal":{"$ref":"4"}}},"#
        + #""c":{"$ref":"3"}"#
    ),
  ]) private func numberEachModelOnce(type: Board.Type, board text: String) throws {
    let ann = Pin()
    ann.name = "Ann"
    let bob = Pin()
    bob.name = "Bob"
    (ann.pal, bob.pal) = (bob, ann)
    defer { bob.pal = nil }
    let board = type.init()
    (board.a, board.b, board.c) = (ann, bob, ann)
    let page = Page()
    (page.boards, page.last) = ([board], bob)
    var options = ExportOptions()
    options.references = .preserved
    options.sortedKeys = true
    #expect(
      try page.jsonString(options: options)
        == #"{"$id":"1","boards":[{"$id":"2",\#(text)}],"last":{"$ref":"4"}}"#
    )
  }
}
