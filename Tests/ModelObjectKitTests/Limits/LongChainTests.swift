import Foundation
import ModelObjectKit
import Testing

private class Link: ModelObject {
  var id = 0
  var next: Link?

  /// How many links there are, and whether they come in their order.
  final var length: Int {
    var count = 0
    var link: Link? = self
    while let current = link {
      guard current.id == count else { return -1 }
      count += 1
      link = current.next
    }
    return count
  }

  /// Lets go of a chain link by link, whatever the class.
  final func unlink() {
    var link = next
    next = nil
    while let current = link {
      link = current.next
      current.next = nil
    }
  }
}

private final class HookedLink: Link {
  override class var arrayMapping: [String: ModelObject.Type] { ["next": HookedLink.self] }

  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Chains longer than the usual limit, where the options allow them; deep values are built and let
/// go of on a thread with a stack for that.
@Suite struct LongChains {
  private static func json(_ count: Int) -> String {
    var text = ""
    for id in 0..<count { text += #"{"id":\#(id),"next":"# }
    return text + "null" + String(repeating: "}", count: count)
  }

  private static func options(_ count: Int) -> MappingOptions {
    var options = MappingOptions()
    options.maximumDepth = count
    return options
  }

  private static func length(_ make: () throws -> Link) -> String {
    do {
      let link = try make()
      defer { link.unlink() }
      return "\(link.length)"
    } catch let error as ModelError {
      return error.code == .tooDeep ? "too deep" : "\(error)".prefix(200).description
    } catch {
      return "\(error)"
    }
  }

  @Test func ofTenThousandComeFromText() async {
    let count = 10_000
    let lengths = await onThread(stackSize: .smallStack) {
      let json = Self.json(count)
      var strict = MappingOptions.strict
      strict.maximumDepth = count
      return [
        Self.length { try Link(json: json, options: Self.options(count)) },
        Self.length { try Link(json: json, options: strict) },
        Self.length {
          let link = Link()
          try link.update(json: json, options: Self.options(count))
          // Once more, now that all are there.
          try link.update(json: json, options: Self.options(count))
          return link
        },
        Self.length { try Link(json: json, options: Self.options(count - 1)) },
        Self.length { try Link(json: json) },
      ]
    }
    #expect(lengths == ["10000", "10000", "10000", "too deep", "too deep"])
  }

  @Test func ofTenThousandComeThroughHooksAndDictionaries() async {
    let count = 10_000
    let lengths = await onThread(stackSize: .largeStack) {
      let json = Self.json(count)
      var dictionary: [String: Any] = ["id": count - 1]
      for id in stride(from: count - 2, through: 0, by: -1) {
        dictionary = ["id": id, "next": dictionary]
      }
      return [
        Self.length { try HookedLink(json: json, options: Self.options(count)) },
        Self.length { try Link(dictionary: dictionary, options: Self.options(count)) },
        Self.length { try HookedLink(dictionary: dictionary, options: Self.options(count)) },
        Self.length { try Link(dictionary: dictionary) },
        Self.length { try HookedLink(dictionary: dictionary) },
      ]
    }
    #expect(lengths == ["10000", "10000", "10000", "too deep", "too deep"])
  }

  @Test func goThroughEverything() async {
    let count = 10_000
    let problems = await onThread(stackSize: .smallStack) { () -> [String] in
      let link: Link
      do {
        link = try Link(json: Self.json(count), options: Self.options(count))
      } catch {
        return ["mapping: \(error)"]
      }
      defer { link.unlink() }
      var problems: [String] = []
      func check(_ name: String, _ isRight: () throws -> Bool) {
        do {
          if try !isRight() { problems.append("\(name): not as it should be") }
        } catch {
          problems.append("\(name): \(error)")
        }
      }
      let copy = link.copy()
      defer { copy.unlink() }
      check("copy") { copy.length == count && copy !== link && copy.next !== link.next }
      check("==") { copy == link }
      check("hash") { copy.hashValue == link.hashValue }
      check("archive") {
        let again = try Link(archive: link.archivedData())
        defer { again.unlink() }
        return again.length == count && again == link
      }
      check("jsonData") {
        let again = try Link(json: link.jsonData(), options: Self.options(count))
        defer { again.unlink() }
        return again == link
      }
      check("print") { "\(link)".utf8.count > count * 10 }
      copy.next?.next?.next?.id = -1
      check("!=") { copy != link }
      return problems
    }
    #expect(problems == [])
  }

  @Test func areExplainedLevelByLevel() async {
    let matches = await onThread(stackSize: .smallStack) {
      let report = try? Link.explain(json: Self.json(600), options: Self.options(600))
      return report?.matches.filter { $0.property.hasSuffix("id") }.count
    }
    #expect(matches == 600)
  }
}
