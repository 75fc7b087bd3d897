/// The numbers of the models in an export, `$id`, and which of them it has.
struct ModelNumbers {
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// The models in the order of their numbers.
  ///
  /// They are kept alive, because another one may get the address of one that a getter made.
  private var models: [any Model] = []
  private var written: Set<Int> = []
  /// The numbers that are written, in their order.
  private var order: [Int] = []

  /// A time of the export: how many models had numbers, and how many of these were written.
  typealias Mark = (models: Int, written: Int)

  var mark: Mark { (models.count, order.count) }

  /// The number of a model that is in the export.
  func reference(to model: any Model) -> String? {
    numbers[ObjectIdentifier(model)].flatMap { written.contains($0) ? "\($0)" : nil }
  }

  /// The number of a model that is written now.
  mutating func add(_ model: any Model) -> String {
    let number = numbers[ObjectIdentifier(model)] ?? numbers.count + 1
    if number > models.count {
      numbers[ObjectIdentifier(model)] = number
      models.append(model)
    }
    write(number)
    return "\(number)"
  }

  private mutating func write(_ number: Int) {
    if written.insert(number).inserted { order.append(number) }
  }

  /// Makes the export the one of another time; models may keep their numbers.
  mutating func goBack(to mark: Mark, keepsNumbers: Bool = false) {
    while order.count > mark.written { written.remove(order.removeLast()) }
    guard !keepsNumbers else { return }
    while models.count > mark.models { numbers[ObjectIdentifier(models.removeLast())] = nil }
  }

  /// Adds the models whose objects are in a property's value that a hook has changed.
  mutating func addObjects(in value: Any) {
    // The depth of what a hook has made is checked when it is written.
    var waiting = [value]
    while let value = waiting.popLast() {
      if let pairs = value as? [String: Any] {
        if let number = (pairs["$id"] as? String).flatMap({ Int($0) }) { write(number) }
        waiting += pairs.values
      } else if let elements = value as? [Any] {
        waiting += elements
      }
    }
  }
}
