import Foundation
import ModelObjectKit
import Testing

private final class Recipe: ModelObject {
  var title = ""
  var steps: [String] = []
}

/// JSON in a Markdown fence, as language models write it.
@Suite struct FencedJSON {
  private static let json = """
    {"title": "Tea ``` and more",
     "steps": ["boil", "`pour`", "wait"]}
    """

  @Test(
    arguments: ["```json\n", "```\n", " \n\t```JSON \r\n", "```jsonc\n\n", "```", "``` json ", ""],
    ["\n```", "\n  ```\nThat is all: `{}`", "", "\n", "```", " ``` and so on"]
  )
  func isReadWithoutItsFence(opening: String, closing: String) throws {
    let text = opening + Self.json + closing
    let recipe = try Recipe(partialJSON: text)
    #expect(recipe.title == "Tea ``` and more" && recipe.steps == ["boil", "`pour`", "wait"])
    let grown = Recipe()
    for end in 0...text.utf8.count {
      try grown.update(partialJSON: Data(text.utf8.prefix(end)))
    }
    #expect(grown == recipe)
    #expect(try [Recipe](partialJSON: opening + "[" + Self.json + "]" + closing) == [recipe])
  }

  @Test(arguments: ["`", "``", "```", "```js", "```json\n", "```json\n```", "```json\n  `"])
  func isEmptyAtItsBeginning(text: String) throws {
    #expect(try Recipe(partialJSON: text) == Recipe())
  }

  @Test(arguments: [
    "`{}`", "``{}", #"{"title": `x`}"#, #"{"title": "a"} ` "#, "json ```\n{}\n```",
    "```json\n{]\n```",
  ])
  func isNoJSONOtherwise(text: String) {
    #expect(throws: ModelError.self) { try Recipe(partialJSON: text) }
  }

  @Test func isNoJSONOfAWholeText() {
    #expect(throws: ModelError.self) { try Recipe(json: "```json\n\(Self.json)\n```") }
  }
}
