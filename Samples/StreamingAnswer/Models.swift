import ModelObjectKit

class Recipe: ModelObject {
  var title = ""
  var minutes: Int?
  var ingredients: [Ingredient] = []
  var steps: [String] = []

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
