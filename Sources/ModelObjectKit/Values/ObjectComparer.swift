/// Compares models as objects, whatever is in them.
final class ObjectComparer: ModelComparer {
  func areEqual(_ first: any Model, _ second: any Model) -> Bool { first === second }
  func areEqual(later check: @escaping () -> Bool) -> Bool { check() }
  func areEqual(inOneOf ways: [() -> Bool]) -> Bool { ways.contains { $0() } }
  func haveMet(_ first: AnyObject, _ second: AnyObject) -> Bool { false }
}
