/// The numbers of the models in an export, `$id`, and which of them it has.
struct ModelNumbers {
  /// The numbers of models by their addresses.
  ///
  /// The models are kept alive, because another one may get the address of one that a getter made.
  private var numbers: [ObjectIdentifier: (model: any Model, number: Int)] = [:]
  private var written: Set<Int> = []

  /// The number of a model that is in the export.
  func reference(to model: any Model) -> String? {
    numbers[ObjectIdentifier(model)].flatMap { written.contains($1) ? "\($1)" : nil }
  }

  /// The number of a model that is written now.
  mutating func add(_ model: any Model) -> String {
    let number = numbers[ObjectIdentifier(model)]?.number ?? numbers.count + 1
    numbers[ObjectIdentifier(model)] = (model, number)
    written.insert(number)
    return "\(number)"
  }

  /// Makes the export the one of another time; all models keep their numbers.
  mutating func goBack(to other: ModelNumbers) {
    written = other.written
  }

  /// Adds the models whose objects are in a property's value that a hook has changed.
  mutating func addObjects(in value: Any) {
    // The depth of what a hook has made is checked when it is written.
    var waiting = [value]
    while let value = waiting.popLast() {
      if let pairs = value as? [String: Any] {
        if let number = (pairs["$id"] as? String).flatMap({ Int($0) }) { written.insert(number) }
        waiting += pairs.values
      } else if let elements = value as? [Any] {
        waiting += elements
      }
    }
  }
}
