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

  @Test(arguments: [100, 10_000])
  func longChainsAreWritten(count: Int) throws {
    let chain = NodeChain(count: count)
    let text = try chain.first.jsonString()
    #expect(text.hasPrefix(#"{"id":0,"next":{"id":1,"#))
    #expect(text.contains(#"{"id":\#(count - 1),"list":[]},"list":[]}"#))
    #expect(text.utf8.filter { $0 == UInt8(ascii: "{") }.count == count)
    var options = ExportOptions()
    options.prettyPrinted = true
    options.sortedKeys = true
    #expect(try chain.first.jsonData(options: options).count > text.utf8.count)
  }

  @Test func aHundredThousandAreWritten() throws {
    let chain = NodeChain(count: 100_000)
    #expect(try chain.first.jsonData().count > 2_000_000)
  }

  @Test func longChainsBecomeDictionaries() async {
    let isRight = await onThread(stackSize: .largeStack) {
      let chain = NodeChain(count: 10_000)
      var depth = 0
      var dictionary = try? chain.first.dictionaryRepresentation()
      while let current = dictionary {
        guard current["id"] as? Int == depth else { return false }
        depth += 1
        dictionary = current["next"] as? [String: Any]
      }
      return depth == 10_000
    }
    #expect(isRight)
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
}
