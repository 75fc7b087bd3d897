#if Foundation
import Foundation

func foundationShape(of type: Any.Type) -> (any Shape)? {
  if type == NSArray.self { return FoundationShape { (tree: [Any]) in NSArray(array: tree) } }
  if type == NSDictionary.self {
    return FoundationShape { (tree: [String: Any]) in NSDictionary(dictionary: tree) }
  }
  return nil
}

/// Whether an object is an array or a dictionary of Foundation, which may contain itself.
func isFoundationContainer(_ object: AnyObject) -> Bool {
  object is NSArray || object is NSDictionary
}

/// Whether a value of a set's type can't be hashed.
func isUnhashable<Element>(_ value: Element) -> Bool {
  // Foundation on Linux recurses endlessly when it hashes a decimal.
  Element.self == NSNumber.self && value is NSDecimalNumber
}

/// `NSArray` and `NSDictionary`: the whole value as that type.
struct FoundationShape<Value: NSObject, Tree>: Shape {
  /// The container of plain values.
  let make: @Sendable (Tree) -> Value
  var heldModels: HeldModels { .anything }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    if case .foreign(let value) = input, let value = value as? Value { return value }
    // A single value is an array of it, and an empty array is an empty dictionary, as in Swift's.
    guard let shape = shape(for: Tree.self) else { throw misfit(input) }
    return make(try shape.read(input, context))
  }

  func write(_ value: Value, to sink: any ValueSink) { sink.untyped(value) }

  func text(of value: Value) -> String { UntypedShape().text(of: value) }

  func copy(_ value: Value, _ copier: any ModelCopier) -> Value {
    let copy = UntypedTree.copy(value, copier)
    return copy as? Value ?? (copy as? Tree).map(make) ?? value
  }

  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    UntypedTree.areEqual(first, second, comparer)
  }
}
#endif
