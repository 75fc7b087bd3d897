import Foundation
import ModelObjectKit
import Testing

private class Image: ModelObject {
  var imageId = 7
  var url: URL? = URL(string: "https://a")
}

private enum Suit: String { case hearts }

private struct Box: Codable, CustomStringConvertible {
  var x = 1
  var description: String { "a box\nof \(x)" }
}

private class Person: ModelObject {
  var name = "Sh\"an\n"
  private var age = 3
  var nick: String?
  var image: Image? = Image()
  var tags = ["a", "b"]
  var none: [Int] = []
  var empty: [String: Int] = [:]
  var grid = [[1, 2], []]
  var images = [Image()]
  var map = ["k": Image()]
  var ratio = Double.nan
  var at = Date(timeIntervalSinceReferenceDate: 0.5)
  var data = Data([1, 2, 3])
  var suit = Suit.hearts
  var box = Box()
  var any: Any? = ["x", nil as Int? as Any] as [Any]
  var closure: () -> Void = {}
  var ignored = 1
  override class var ignoredProperties: Set<String> { ["ignored"] }
}

private final class Described: ModelObject, CustomStringConvertible {
  var id = 5
  var description: String { "described \(id)\nin two lines" }
}

private final class Storing: ModelObject {
  var description = "stored"
}

struct Printing {
  @Test(
    .needsFoundation,
    arguments: [
      (.nan, "nan s from 2001"), (.infinity, "inf s from 2001"), (-.infinity, "-inf s from 2001"),
      (1e300, "1e+300 s from 2001"), (-1e18, "-1e+18 s from 2001"), (0.5, "2001-01-01T00:00:00.5Z"),
    ] as [(Double, String)]
  )
  func takesAnyDate(seconds: Double, text: String) throws {
    class Dates: ModelObject {
      var date = Date(timeIntervalSinceReferenceDate: 0)
      var moment: NSDate?
      var any: Any?
    }
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let model = Dates()
    model.date = date
    model.moment = NSDate(timeIntervalSinceReferenceDate: seconds)
    model.any = date
    let again = try Dates(archive: model.archivedData(), subclasses: [Dates.self])
    #expect("\(again)" == "Dates\n  date: \(text)\n  moment: \(text)\n  any: \(text)")
    let report = try Dates.explain(dictionary: ["date": date, "moment": date, "any": [date]])
    #expect(report.matches.map(\.value) == ["[\(text)]", text, text])
  }

  @Test func takesAnyDateInValuesOfCustomTypes() throws {
    enum Event: Codable { case at([String: Date?]) }
    struct Mark: ModelValue, Codable {
      var span: Range<Date>
      init(_ date: Date) { span = date..<date }
      init?(modelValue: Any) { nil }
      var modelValue: Any { "m" }
    }
    class Events: ModelObject {
      var event: Event?
      var mark: Mark?
      var any: Any?
    }
    func events(_ date: Date) -> Events {
      let events = Events()
      events.event = .at(["x": nil, "y": date])
      events.mark = date.timeIntervalSinceReferenceDate.isNaN ? nil : Mark(date)
      events.any = [date as Date?]
      return events
    }
    for seconds in [Double.infinity, -1e300] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect("\(events(date))".contains("\(date)"))
    }
    let nan = events(Date(timeIntervalSinceReferenceDate: .nan))
    #expect(
      "\(nan)" == """
        Events
          event: Event
          mark: nil
          any:
            - nan s from 2001
        """
    )
    let given = ["event": nan.event as Any, "any": nan.event as Any]
    let report = try Events.explain(dictionary: given)
    #expect(report.matches.map(\.value) == ["Event", "Event"])
  }

  @Test func isATreeInTheOrderOfDeclaration() {
    #expect(
      "\(Person())" == """
        Person
          name: "Sh\\"an\\n"
          age: 3
          nick: nil
          image: Image
            imageId: 7
            url: "https://a"
          tags:
            - "a"
            - "b"
          none: []
          empty: [:]
          grid:
            -
              - 1
              - 2
            - []
          images:
            - Image
              imageId: 7
              url: "https://a"
          map:
            k: Image
              imageId: 7
              url: "https://a"
          ratio: nan
          at: 2001-01-01T00:00:00.5Z
          data: 3 bytes
          suit: "hearts"
          box: a box\\nof 1
          any:
            - "x"
            - nil
          ignored: 1
        """
    )
  }

  @Test func isTheSameEverywhere() {
    let image = Image()
    let text = "\(image)"
    var printed = ""
    print(image, terminator: "", to: &printed)
    #expect(printed == text)
    #expect(String(describing: image) == text)
    #expect("\([image])" == "[\(text)]")
    #expect("\(image as Image?, default: "none")" == text)
    #expect(String(describing: image as Image?) == "Optional(\(text))")
    #expect(String(reflecting: image) == text)
  }

  @Test func ownDescriptionsAreUsedEverywhere() {
    class Outer: ModelObject {
      var one = Described()
      var list = [Described()]
      var any: Any? = Described()
    }
    let own = "described 5\nin two lines"
    #expect("\(Described())" == own)
    #expect("\([Described()])" == "[\(own)]")
    #expect(
      "\(Outer())" == """
        Outer
          one: described 5
            in two lines
          list:
            - described 5
              in two lines
          any: described 5
            in two lines
        """
    )
    #expect("\(Storing())" == "Storing\n  description: \"stored\"")
  }

  @Test func longTextsAreCut() {
    class Long: ModelObject { var text = String(repeating: "x", count: 10_000) }
    let text = "\(Long())"
    #expect(text.count < 300 && text.hasSuffix("xx…\""))
  }

  @Test func whatWasShownIsMarked() {
    let ring = NodeRing(ids: [1, 2])
    let text = "\(ring.first)"
    #expect(text.contains("\n  next: GraphNode\n    id: 2\n    next: GraphNode (shown above)\n"))
  }

  @Test(arguments: [65, 100_000])
  func sixtyFourNestedModelsArePrinted(count: Int) async {
    let text = await onThread(stackSize: .smallStack) {
      let chain = NodeChain(count: count)
      return "\(chain.first)"
    }
    #expect(text.contains("id: 63\n") && !text.contains("id: 64\n"))
    #expect(text.count { $0 == "…" } == 1 && text.contains("next: …\n"))
  }

  @Test func dictionariesAreSortedByTheBytesOfTheirKeys() {
    final class Pair: ModelObject {
      var name = "x"
    }
    final class Maps: ModelObject {
      var numbers: [Int: [String: Int]] = [:]
      var models: [String: Pair] = [:]
    }
    let maps = Maps()
    for key in (1...20).reversed() { maps.numbers[key] = ["b": key, "B": 1, "é": 2, "a": 3] }
    maps.models = ["z": Pair(), "a": Pair(), "m": Pair()]
    var lines = ["Maps", "  numbers:"]
    for key in (1...20).map(String.init).sorted() {
      lines += ["    \(key):", "      B: 1", "      a: 3", "      b: \(key)", "      é: 2"]
    }
    lines.append("  models:")
    for key in ["a", "m", "z"] { lines += ["    \(key): Pair", #"      name: "x""#] }
    #expect("\(maps)".split(separator: "\n").map(String.init) == lines)
  }
}
