import ModelObjectKit

class Recipe: ModelObject {
  var title = ""
  var minutes: Int?
  var ingredients: [Ingredient] = []
  var steps: [String] = []
  /// Whether the answer has ended, rather than stopped in the middle.
  private(set) var isFinished = false

  override class var ignoredProperties: Set<String> { ["isFinished"] }

  /// Isn't called as long as the object is open.
  override func validate() throws { isFinished = true }

  override class var descriptions: [String: String] {
    ["": "A recipe for two", "minutes": "From the first cut to the table"]
  }
}

class Ingredient: ModelObject {
  var name = ""
  var amount: Double?
  var unit: Unit?
}

enum Unit: String, CaseIterable {
  case gram, milliliter, spoon
}
