import Foundation
import ModelObjectKit
import Testing

private final class Recipe: ModelObject {
  var title = ""
  var steps: [String] = []
}

/// JSON with prose, code and Markdown fences around it, as language models write it.
struct Answers {
  private static let json = """
    {"title": "``` {more}",
     "steps": ["a", "`b`", "[1]"]}
    """
  private static let whole = ["a", "`b`", "[1]"]

  private static let openings = [
    "```json\n", "```\n", " \n\t```JSON \r\n", "```jsonc\n\n", "```", "``` json ", "", "````json\n",
    "```json [answer.json]\n", "```json {.numberLines}\n", "```json{1,3}\n",
    "Here it is:\n", "Here it is:\n\n```json\n", "Here it is: ```json ", "1. ```json\n   ",
    "json ```\n", "> ```json\n", "~~~json\n", "true to form, 1 recipe: ", "\"Tea\" is easy. ",
    "Fill in {name} and {a, b}, {\"name\"} and { \"name\": string }: ", "Like {{this}}: ",
    "As [1] and [2, 3] say, [see](http://a.b): ", "[1] says [x]: ", "An empty {} or [ ]: ",
    "Use `{name}`, ``[1]`` and ` alone:\n```json\n", "Wrap it in ``` fences.\n```json\n",
    "An open { and an open [ and {\"a quote: ", "A smile :-{ and\n```json\n",
    "```swift\nfunc f() { [1, 2].map { $0 } }\nlet x = [\"title\": \"Wrong\"]\n```\nSo:\n```json\n",
    "```diff\n-  {\"title\": \"Wrong\"}\n+  {\"title\": \"Tea\"}\n```\n\n```json\n",
    "```python\nx = {\"title\": \"Wrong\"}\n```\nAnd in short: ",
    "````md\n```\n{\"title\": no}\n```\n````\n```json\n", "é 😀 \u{FEFF} – ",
  ]
  private static let closings = [
    "\n```", "\n  ```\nThat is all: `{}`", "", "\n", "```", " ``` and so on", "\nEnjoy {it} [1]!",
  ]

  @Test(
    arguments: openings.map { ($0, closings[1]) } + closings.map { (openings[0], $0) }
      + closings.map { (openings[8], $0) }
  )
  func areMappedAsTheyArrive(opening: String, closing: String) throws {
    let text = opening + Self.json + closing
    let recipe = try Recipe(partialJSON: text)
    #expect(try Recipe(partialJSON: Data(text.utf8)) == recipe)
    #expect(recipe.title == "``` {more}" && recipe.steps == Self.whole)
    let grown = Recipe()
    var (title, steps) = ("", [String]())
    for end in 0...text.utf8.count {
      let part = Data(text.utf8.prefix(end))
      try grown.update(partialJSON: part)
      // Nothing is taken back.
      let made = try Recipe(partialJSON: part)
      try #require(made == grown && recipe.title.hasPrefix(made.title), "\(text.prefix(end))")
      try #require(made.title.hasPrefix(title) && made.steps.count >= steps.count)
      (title, steps) = (made.title, made.steps)
    }
    #expect(grown == recipe)
    #expect(try [Recipe](partialJSON: opening + "[" + Self.json + "]" + closing) == [recipe])
    let inside = opening + #"{"data": [\#(Self.json)]}"# + closing
    #expect(try Recipe(partialJSON: inside, at: "data[0]") == recipe)
  }

  @Test(arguments: [
    "`", "``", "```", "```js", "```json\n", "```json\n```", "```json\n  `",
    "I can't help with that.",
    "Use {", "Use {\"", "Use {\"title", "Use {\"title\":", "Use {\"title\": ", "Use {\"title\": nu",
    "\"abc\"", "tr", "1", "[1, 2]", "[", "[1, {}]", "[]", "```swift\nlet x = {", "`{}`", "``{}``",
  ])
  func withoutJSONAreEmpty(text: String) throws {
    #expect(try Recipe(partialJSON: text) == Recipe())
  }

  /// The text, and the title.
  @Test(arguments: [
    // A fence wins over prose, the first one over others.
    (#"{"title": "a"} or {"title": "b"}"#, "a"),
    (#"So {"title": "a"} or {"title": "b"}"#, "a"),
    ("So {\"title\": \"a\"}\n```json\n{\"title\": \"b\"}\n```", "b"),
    ("```\n{\"title\": \"a\"}\n```\nor\n```\n{\"title\": \"b\"}\n```", "a"),
    ("So {\"title\": oops}:\n```json\n{\"title\": \"b\"}\n```", "b"),
    ("So {\"title\": \"a\", oops}:\n```json\n{\"title\": \"b\"}\n```", "b"),
    ("```json\n{\"title\": \"a\", oops}\n```\n```json\n{\"title\": \"b\"}\n```", "b"),
    ("```json\n{]\n```\n```json\n{\"title\": \"b\"}\n```", "b"),
    // But not over the beginning of the text.
    ("{\"title\": \"a\"}\n```json\n{\"title\": \"b\"}\n```", "a"),
    // A key that is prose.
    (#"So {"He said {"title": "a"}"#, "a"), (#"So {x {"title": "a"}"#, "a"),
  ])
  func takeTheFirstOf(text: String, title: String) throws {
    #expect(try Recipe(partialJSON: text).title == title)
  }

  @Test(arguments: [
    (#"{"title": `x`}"#, ModelError.Code.malformedJSON), ("```json\n{]\n```", .malformedJSON),
    ("{title: 'x'}", .malformedJSON), (#"{"title": "a", oops}"#, .malformedJSON),
    (#"So: {"title": "a", oops}"#, .malformedJSON),
    // What is in broken JSON isn't the answer, nor is what follows it.
    (#"So: {"title": "a", oops, "b": {"title": "b"}}"#, .malformedJSON),
    (#"So: {"title": "a" "b": 1} or {"title": "b"}"#, .malformedJSON),
    // JSON of the other kind.
    (#"[{"title": "a"}]"#, .unexpectedRoot), (#"So: [{"title": "a"#, .unexpectedRoot),
    ("```\n[{\"title\": \"a\"}]\n```", .unexpectedRoot),
  ])
  func thatAreBrokenAreErrors(text: String, code: ModelError.Code) {
    let error = #expect(throws: ModelError.self) { try Recipe(partialJSON: text) }
    #expect(error?.code == code)
  }

  @Test func areCheckedAtTheirEnd() throws {
    var options = MappingOptions()
    options.missingKeys = .fail
    for text in ["{}", "So: {}.", "```\n{}\n```", "```json\n{\"title\": \"a\"}", "{} [1] {}"] {
      let error = #expect(throws: ModelError.self) {
        try Recipe(partialJSON: text, options: options)
      }
      #expect(error?.code == .invalidInput, "\(text)")
    }
    for text in ["So: {", "{", "```\n{\"title\": \"a\"", "As {name} and [1]"] {
      _ = try Recipe(partialJSON: text, options: options)
    }
  }

  @Test func areJSONOnlyInAWholeText() {
    #expect(throws: ModelError.self) { try Recipe(json: "```json\n\(Self.json)\n```") }
    #expect(throws: ModelError.self) { try Recipe(json: "Here: \(Self.json)") }
  }

  /// Answers that would take many minutes if a part of them were read again at each bracket or fence.
  @Test(
    arguments: [
      "[", "{", "{ ", "{\"", "[{", "[1,", "[\"a\", ", "{a", "{\"a\": x", "`", "``` ", "```\n",
      "```\n[1, ", "{\"a\" ", "x[", "[[[x ", "{\"{", "{}", "[] ", "   ```", "{\"\\",
    ]
  )
  func ofAnyFormAreReadInLinearTime(piece: String) throws {
    let text =
      "So: " + String(repeating: piece, count: inLongTests(30_000, else: 6_000) / piece.utf8.count)
    for end in ["", "\u{1}", " So {\"title\": x"] {
      #expect(try Recipe(partialJSON: text + end) == Recipe())
    }
  }

  @Test(arguments: ["[", "[ ", "[\n", "{", "{\"", "[{", "[1, "])
  func withBracketsBehindAFenceAreReadInLinearTime(piece: String) throws {
    let brackets = String(repeating: piece, count: inLongTests(100_000, else: 10_000))
    for text in ["```\(brackets)", "So: ```json \(brackets)` and so on"] {
      #expect(try Recipe(partialJSON: text) == Recipe())
    }
  }

  @Test(arguments: ["```\n{", "```json\n{\"a\": x\n", "{\"a\": 1x"])
  func thatAreBrokenAreReadInLinearTime(piece: String) throws {
    let text = "So: " + String(repeating: piece, count: 30_000 / piece.utf8.count)
    #expect(throws: ModelError.self) { try Recipe(partialJSON: text + "}") }
  }
}
