/// A comparison of values that compares models with a closure, immediately.
final class ImmediateComparison: ModelComparer {
  private let areModelsEqual: (any Model, any Model) -> Bool
  private var met: [(AnyObject, AnyObject)] = []

  init(_ areModelsEqual: @escaping (any Model, any Model) -> Bool) {
    self.areModelsEqual = areModelsEqual
  }

  func areEqual(_ first: any Model, _ second: any Model) -> Bool { areModelsEqual(first, second) }

  func areEqual(later check: @escaping () -> Bool) -> Bool { check() }

  func areEqual(inOneOf ways: [() -> Bool]) -> Bool { ways.contains { $0() } }

  func haveMet(_ first: AnyObject, _ second: AnyObject) -> Bool {
    if met.contains(where: { $0 === first && $1 === second }) { return true }
    met.append((first, second))
    return false
  }
}
