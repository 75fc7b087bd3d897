import Foundation

/// `[T]`: element by element.
///
/// An element that does not fit is left out and noted.
final class ArrayRules<Element>: Rules<[Element]> {
  private let element: Rules<Element>

  init(_ element: Rules<Element>) {
    self.element = element
  }

  override var typeName: String { "[\(element.typeName)]" }
  override var keepsText: Bool { element.keepsText }
  override var isList: Bool { true }
  override var elementRules: ValueRules? { element }

  @_specialize(where Element == String)
  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> [Element] {
    var values: [Element] = []
    try readElements(input, element, context, self) { values.append($0) }
    return values
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    if case .object = input, !contents.holdsModels { return super.reason(input, options) }
    return element.reason(input, options)
  }

  override func text(of value: [Element]) -> String {
    listText(value.count, ("element", "elements"), isNumber: contents.holdsModels) {
      value.map { element.text(of: $0) }
    }
  }

  override func give(_ value: [Element], to sink: any ValueSink) {
    sink.beginArray(count: value.count)
    for value in value { element.give(value, to: sink) }
    sink.endArray()
  }

  override func merged(
    _ new: [Element],
    onto old: [Element],
    _ matched: any MatchedElements
  ) -> [Element] {
    matched.merged(new, onto: old)
  }

  override func copy(_ value: [Element], _ copier: any ModelCopier) -> [Element] {
    contents.holdsModels ? value.map { element.copy($0, copier) } : value
  }

  override func areEqual(
    _ first: [Element],
    _ second: [Element],
    _ comparer: any ModelComparer
  ) -> Bool {
    first.count == second.count
      && (StorageMark(first) == StorageMark(second)
        || zip(first, second).allSatisfy { element.areEqual($0, $1, comparer) })
  }

  override func hash(_ value: [Element], into hasher: inout Hasher) {
    hasher.combine(value.count)
    for value in value { element.hash(value, into: &hasher) }
  }
}

/// `Set<T>`: as an array; elements that are equal stand once.
final class SetRules<Element: Hashable>: Rules<Set<Element>> {
  private let element: Rules<Element>

  init(_ element: Rules<Element>) {
    self.element = element
  }

  override var typeName: String { "Set<\(element.typeName)>" }
  override var keepsText: Bool { element.keepsText }
  override var isList: Bool { true }
  override var contents: Contents { element.contents.hashed }
  override var elementRules: ValueRules? { element }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Set<Element> {
    if contents.comparesModels, context.matched != nil {
      // An element that is listed again later changes, and a set finds its members by their hash.
      var values: [Element] = []
      try readElements(input, element, context, self) { values.append($0) }
      return Set(values)
    }
    var values: Set<Element> = []
    try readElements(input, element, context, self) { values.insert($0) }
    return values
  }

  override func merged(
    _ new: Set<Element>,
    onto old: Set<Element>,
    _ matched: any MatchedElements
  ) -> Set<Element> {
    Set(matched.merged(Array(new), onto: Array(old)))
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    if case .object = input, !contents.holdsModels { return super.reason(input, options) }
    return element.reason(input, options)
  }

  override func text(of value: Set<Element>) -> String {
    listText(value.count, ("element", "elements"), isNumber: contents.holdsModels) {
      value.map { element.text(of: $0) }.sorted()
    }
  }

  override func give(_ value: Set<Element>, to sink: any ValueSink) {
    sink.beginArray(count: value.count)
    for value in value { element.give(value, to: sink) }
    sink.endArray()
  }

  override func copy(_ value: Set<Element>, _ copier: any ModelCopier) -> Set<Element> {
    contents.holdsModels ? Set(value.map { element.copy($0, copier) }) : value
  }

  override func areEqual(
    _ first: Set<Element>,
    _ second: Set<Element>,
    _ comparer: any ModelComparer
  ) -> Bool {
    guard contents.comparesModels else { return first == second }
    // The set's own `==` would compare models whole, and so recurse.
    guard first.count == second.count else { return false }
    let candidates = Dictionary(grouping: second, by: \.hashValue)
    return first.allSatisfy { member in
      comparer.areEqual(
        inOneOf: (candidates[member.hashValue] ?? []).map { [element] other in
          { element.areEqual(member, other, comparer) }
        }
      )
    }
  }

  override func hash(_ value: Set<Element>, into hasher: inout Hasher) {
    hasher.combine(value)
  }
}

/// The elements that an input gives to an array or a set.
///
/// 1. an array's, one by one; an instance of an array or a set counts as one;
/// 2. none for the empty text;
/// 3. one, where the input by itself fits the element type.
private func readElements<Element, Collection>(
  _ input: Input,
  _ rules: Rules<Element>,
  _ context: any ValueContext,
  _ collection: Rules<Collection>,
  _ take: (Element) -> Void
) throws(Misfit) {
  let matched = rules.contents.holdsModels ? context.matched : nil
  switch input {
  case .array(let items):
    try context.eachElement(of: items) { input throws(Misfit) in
      do throws(Misfit) {
        if case .null = input, context.elementClass == nil, let null = rules.nullElement {
          take(null)
        } else {
          let element = try rules.read(input, context)
          if matched.flatMap({ matched in heldObject(in: element).map { matched.takes($0) } })
            ?? true
          {
            take(element)
          }
        }
      } catch {
        if error.isFatal { throw error }
        context.note(error, input, rules)
      }
    }
  case .object:
    try context.unwrapping(input) { inner throws(Misfit) in
      guard case .array = inner else { return take(try rules.read(input, context)) }
      try readElements(inner, rules, context, collection, take)
    }
  case .null: throw .null
  case .text(let text) where text.isEmpty: break
  case .text(let text) where text.isNull: throw .null
  case .foreign(let value as CutString) where value.mayBecomeNull: throw .unfinished
  default: take(try rules.read(input, context))
  }
}

extension Array: ValueType {
  static var rules: ValueRules? {
    if let rules = modelArrayRules(Element.self) { return rules }
    return (ValueRules.of(Element.self) as? Rules<Element>).map { ArrayRules($0) }
  }
}

extension Set: ValueType {
  static var rules: ValueRules? {
    // The numbers' own hash will be asked for.
    let rules =
      Element.self == NSNumber.self ? NSNumberRules(areHashed: true) : ValueRules.of(Element.self)
    return (rules as? Rules<Element>).map { SetRules($0) }
  }
}

extension Text {
  fileprivate var isEmpty: Bool {
    switch self {
    case .bytes(let bytes): bytes.count == 0
    case .string(let string), .verbatim(let string): string.isEmpty
    }
  }
}
