/// A comparison of two models, and of all models that they refer to.
///
/// Each pair of models is compared once and then assumed to be equal: their comparison finds any
/// difference, and cyclic graphs end. Pairs that are still to be compared are kept in a list, so a
/// graph of any size takes no stack.
final class Comparison: ModelComparer {
  struct Pair: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier

    init(_ first: AnyObject, _ second: AnyObject) {
      self.first = ObjectIdentifier(first)
      self.second = ObjectIdentifier(second)
    }
  }

  /// The pairs that are assumed to be equal, in the order of their visits.
  private(set) var met: [Pair] = []
  private var members: Set<Pair> = []
  /// What is kept alive so that addresses in these pairs aren't reused.
  private var kept: [AnyObject] = []
  /// The steps that are still to be done.
  private var waiting: [() -> Bool] = []
  /// The pair whose `isEqual(to:)` is being called.
  private var asked: Pair?
  private var stack = StackLimit()
  /// What is known of two models; nil for those whose properties decide, and not an override of
  /// `isEqual(to:)`.
  private let answer: ((any Model, any Model) -> Bool?)?

  /// A comparison as by `==`; with a closure, by what that knows, and by properties.
  init(_ answer: ((any Model, any Model) -> Bool?)? = nil) {
    self.answer = answer
  }

  /// The implementation of `==`; the owners of the models live as long as the comparison.
  static func areEqual(
    _ first: any Model,
    _ second: any Model,
    keeping owners: [AnyObject] = []
  ) -> Bool {
    if let state = ThreadState.current, state.comparesIdentities { return first === second }
    // A value that holds models, or an override, may call this during their comparison.
    return quickAnswer(first, second)
      ?? decide {
        $0.kept += owners
        return $0.areEqual(first, second)
      }
  }

  /// Whether two models have the same class and equal properties: the default of `isEqual(to:)`.
  ///
  /// For an override that calls it, it compares only the properties without models; the models in
  /// the others are compared afterward, and must be equal too.
  static func haveEqualProperties(_ first: any Model, _ second: any Model) -> Bool {
    if first === second { return true }
    guard type(of: first) == type(of: second) else { return false }
    let pair = Pair(first, second)
    if let current, current.asked == pair { return current.haveEqualProperties(first, second) }
    return decide {
      _ = $0.meet(pair)
      return $0.haveEqualProperties(first, second)
    }
  }

  /// The names of the properties that differ in two models; all of the first one's if the second is
  /// of another class.
  ///
  /// References back to the two models aren't differences.
  static func differences(_ first: any Model, _ second: any Model) -> Set<String> {
    if first === second { return [] }
    let isSameClass = type(of: first) == type(of: second)
    let properties = SchemaCache.schema(of: type(of: first)).declaration.copied
    let differing = properties.filter {
      isSameClass ? !areEqual($0, in: first, second) : $0.isCompared
    }
    return Set(differing.map(\.name))
  }

  /// Whether a property has equal values in two models of one class; references back to them aren't
  /// differences.
  private static func areEqual(
    _ property: Property,
    in first: any Model,
    _ second: any Model
  ) -> Bool {
    decide { comparison in
      let start = comparison.met.count
      _ = comparison.meet(Pair(first, second))
      let areEqual = comparison.decide { property.areEqual(in: first, second, $0) }
      comparison.forget(from: start)
      return areEqual
    }
  }

  private static var current: Comparison? { ThreadState.current?.comparison as? Comparison }

  /// The result of a comparison that a closure begins, in the thread's current one or a new one.
  @inline(never)
  private static func decide(_ begin: (Comparison) -> Bool) -> Bool {
    if let current {
      // Near the end of the stack, the outer comparison does the remaining steps.
      return current.stack.isNear() ? begin(current) : current.decide(begin)
    }
    let state = ThreadState.ofThread()
    let comparison = Comparison()
    state.comparison = comparison
    defer { state.comparison = nil }
    return comparison.decide(begin)
  }

  /// The result of a comparison that a closure begins.
  @inline(never)
  func decide(_ begin: (Comparison) -> Bool) -> Bool {
    let (base, start) = (waiting.count, met.count)
    var areEqual = begin(self)
    while areEqual, waiting.count > base, let step = waiting.popLast() { areEqual = step() }
    if !areEqual { forget(from: start, waiting: base) }
    return areEqual
  }

  private func compare(_ first: any Model, _ second: any Model) -> Bool {
    guard answer == nil, SchemaCache.schema(of: type(of: first)).hooks.contains(.isEqual) else {
      return type(of: first) == type(of: second) && haveEqualProperties(first, second)
    }
    let outer = asked
    asked = Pair(first, second)
    defer { asked = outer }
    return first.isEqual(toModel: second)
  }

  /// Compares the properties of two models of one class, and adds the models in them to the steps.
  private func haveEqualProperties(_ first: any Model, _ second: any Model) -> Bool {
    let declaration = SchemaCache.schema(of: type(of: first)).declaration
    let (count, start) = (waiting.count, met.count)
    let areEqual =
      Self.haveEqualSlots(first, second, declaration)
      && declaration.others.allSatisfy { $0.areEqual(in: first, second, self) }
      && (answer == nil
        || declaration.unseen.allSatisfy { $0.areEqual(in: first, second, self) })
    // An override may still find the two equal.
    if !areEqual { forget(from: start, waiting: count) }
    return areEqual
  }

  /// The result if two models can be compared without others; nil if not.
  private static func quickAnswer(_ first: any Model, _ second: any Model) -> Bool? {
    let schema = SchemaCache.schema(of: type(of: first))
    if schema.hooks.contains(.isEqual) { return nil }
    if first === second { return true }
    guard type(of: first) == type(of: second) else { return false }
    let declaration = schema.declaration
    return declaration.isFlat ? haveEqualSlots(first, second, declaration) : nil
  }

  /// Compares the properties without parts.
  private static func haveEqualSlots(
    _ first: any Model,
    _ second: any Model,
    _ declaration: ClassDeclaration
  ) -> Bool {
    ObjectMemory.with(first) { object in
      ObjectMemory.with(second) { other in
        declaration.slots.allSatisfy { $0.type.areSame($0.place, in: object, other) }
      }
    }
  }
}

// MARK: - What is known

extension Comparison {
  func areEqual(_ first: any Model, _ second: any Model) -> Bool {
    if let answer {
      if let known = answer(first, second) { return known }
    } else if let known = Self.quickAnswer(first, second) {
      return known
    }
    if meet(Pair(first, second)) {
      waiting.append { [unowned self] in compare(first, second) }
    }
    return true
  }

  func areEqual(later check: @escaping () -> Bool) -> Bool {
    waiting.append(check)
    return true
  }

  func areEqual(inOneOf ways: [() -> Bool]) -> Bool {
    guard ways.count > 1 else { return ways.first?() ?? false }
    return areEqual(later: { [unowned self] in
      // Near the end of the stack, the remaining steps compare the first one.
      stack.isNear() ? ways[0]() : ways.contains { way in decide { _ in way() } }
    })
  }

  func haveMet(_ first: AnyObject, _ second: AnyObject) -> Bool {
    guard meet(Pair(first, second)) else { return true }
    kept += [first, second]
    return false
  }

  /// Notes the visit of a pair; false if it was visited before.
  @inline(never)
  private func meet(_ pair: Pair) -> Bool {
    guard members.insert(pair).inserted else { return false }
    met.append(pair)
    return true
  }

  /// Drops the visited pairs and the remaining steps of an attempt.
  private func forget(from start: Int, waiting count: Int? = nil) {
    for pair in met[start...] { members.remove(pair) }
    met.removeSubrange(start...)
    if let count { waiting.removeSubrange(count...) }
  }
}
