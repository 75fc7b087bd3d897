// Asks a language model for a recipe, with a schema for its answer. The answer arrives in pieces,
// and the recipe is shown after each. To watch it grow, pass a pause in seconds:
// swift run StreamingAnswer 0.2
import Foundation
import ModelObjectKit

/// The recipe, as far as it has arrived.
func page(_ recipe: Recipe) -> String {
  var lines = [recipe.title + (recipe.minutes.map { ", \($0) minutes" } ?? "")]
  for ingredient in recipe.ingredients {
    let amount = ingredient.amount.map { String(format: "%g", $0) }
    let words = [amount, ingredient.unit?.rawValue, ingredient.name]
    lines.append("  - " + words.compactMap { $0 }.joined(separator: " "))
  }
  for (number, step) in recipe.steps.enumerated() { lines.append("  \(number + 1). \(step)") }
  return lines.joined(separator: "\n")
}

print("1. The schema to send with the question.\n")
print(try Recipe.jsonSchemaString(.strict))

print("\n2. The recipe after each piece of the answer.\n")
let pause = CommandLine.arguments.dropFirst().first.flatMap { Double($0) }
let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("Answer.md")
let answer = try Data(contentsOf: file)
let recipe = Recipe()
for start in stride(from: 0, to: answer.count, by: 100) {
  let text = answer.prefix(start + 100)
  try recipe.update(partialJSON: text)
  if let pause {
    // Waits, then clears the screen.
    Thread.sleep(forTimeInterval: pause)
    print("\u{1B}[2J\u{1B}[H", terminator: "")
  }
  print("after \(text.count) bytes: \(page(recipe))\n")
}

guard recipe.isFinished else { fatalError("the answer ended in the middle") }
print("3. The complete recipe, exported as the schema requires.\n")
var options = ExportOptions()
options.includesNulls = true
print(try recipe.jsonString(options: options))
