import Foundation

/// `[String: T]`, and dictionaries whose keys are integers, enums with a raw value or `UUID`: pair
/// by pair.
class DictionaryRules<Key: Hashable, Element>: Rules<[Key: Element]> {
  private let key: Rules<Key>
  fileprivate let element: Rules<Element>

  init(_ key: Rules<Key>, _ element: Rules<Element>) {
    self.key = key
    self.element = element
  }

  final override var typeName: String { "[\(key.typeName): \(element.typeName)]" }
  final override var elementRules: ValueRules? { element }

  final override func read(
    _ input: Input,
    _ context: any ValueContext
  ) throws(Misfit) -> [Key: Element] {
    switch input {
    case .object(let pairs):
      return try readPairs(pairs, context)
    case .array(let items):
      let mayGrow = context.isUnfinished(input)
      var isEmpty = true
      try context.eachElement(of: items) { _ throws(Misfit) in isEmpty = false }
      guard isEmpty else { throw .mismatch }
      if mayGrow { throw .unfinished }
      return [:]
    case .foreign(let value): if let value = value as? [Key: Element] { return value }
    default: break
    }
    throw misfit(input)
  }

  final override func reason(_ input: Input, _ options: FixedOptions) -> String {
    "\(input.phrase) where an object is expected"
  }

  final override func text(of value: [Key: Element]) -> String {
    listText(value.count, ("pair", "pairs"), isNumber: contents.holdsModels) {
      value.map { "\(key.text(of: $0)): \(element.text(of: $1))" }.sorted()
    }
  }

  final override func give(_ value: [Key: Element], to sink: any ValueSink) {
    sink.beginObject(count: value.count)
    let values = Array(value.values)
    // Numbers in the values' place: sorting them is compiled once, not for each type of value.
    var pairs: [(key: String, value: Int)] = []
    for (number, key) in value.keys.enumerated() {
      if let name = self.key.keyText(of: key) { pairs.append((name, number)) }
    }
    for (name, number) in pairs.sorted(by: { $0.key.precedes($1.key) }) {
      sink.key(name)
      element.give(values[number], to: sink)
    }
    sink.endObject()
  }

  final override func copy(_ value: [Key: Element], _ copier: any ModelCopier) -> [Key: Element] {
    contents.holdsModels ? value.mapValues { element.copy($0, copier) } : value
  }

  final override func areEqual(
    _ first: [Key: Element],
    _ second: [Key: Element],
    _ comparer: any ModelComparer
  ) -> Bool {
    first.count == second.count
      && first.allSatisfy { key, value in
        second[key].map { element.areEqual(value, $0, comparer) } ?? false
      }
  }

  /// The order of the pairs does not matter: each is hashed by itself.
  final override func hash(_ value: [Key: Element], into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in value {
      var pair = Hasher()
      pair.combine(key)
      element.hash(value, into: &pair)
      sum &+= pair.finalize()
    }
    hasher.combine(value.count)
    hasher.combine(sum)
  }

  /// Reads the pairs of an object.
  ///
  /// Of several spellings of one key (`"1"` and `"01"` for an integer) the smallest by its bytes
  /// counts, and of one spelling the last in the text: the order of a dictionary does not matter.
  fileprivate func readPairs(
    _ pairs: Input.Pairs,
    _ context: any ValueContext
  ) throws(Misfit) -> [Key: Element] {
    var values: [Key: Element] = [:]
    var spellings: [Key: String] = [:]
    let hasSpellings = Key.self != String.self
    try context.eachPair(of: pairs) { name, input throws(Misfit) in
      do throws(Misfit) {
        guard let key = try self.key(for: name, context) else { return }
        let isWorse = hasSpellings && spellings[key]?.precedes(name) == true
        if !isWorse {
          if hasSpellings { spellings[key] = name }
          if values[key] != nil { values[key] = nil }
        }
        // What doesn't fit in a value that doesn't count is an issue in every order.
        let value: Element
        if case .null = input, context.elementClass == nil, let null = element.nullElement {
          value = null
        } else {
          value = try element.read(input, context)
        }
        if !isWorse { values.updateValue(value, forKey: key) }
      } catch {
        if error.isFatal { throw error }
        context.note(error, input, element)
      }
    }
    return values
  }

  private func key(for name: String, _ context: any ValueContext) throws(Misfit) -> Key? {
    let input = Input.text(.string(name))
    do throws(Misfit) {
      return try key.readKey(input, context)
    } catch {
      if error.isFatal { throw error }
      context.note(.mismatch, input, key)
      return nil
    }
  }
}

/// `[String: T]` of models.
///
/// As in `ModelArrayRules` the models are collected as plain references, and the dictionary is made
/// for their class in one step.
final class ModelDictionaryRules<Element: Model>: DictionaryRules<String, Element> {
  init() {
    super.init(StringRules(), ModelRules())
  }

  override var collectedClass: (any Model.Type)? { Element.self }

  fileprivate override func readPairs(
    _ pairs: Input.Pairs,
    _ context: any ValueContext
  ) throws(Misfit) -> [String: Element] {
    nativeDictionary(of: Element.self, from: try readModels(pairs, element, Element.self, context))
  }
}

/// Reads the values of an object as models; of equal keys the last counts.
private func readModels(
  _ pairs: Input.Pairs,
  _ rules: ValueRules,
  _ declared: any Model.Type,
  _ context: any ValueContext
) throws(Misfit) -> [String: AnyObject] {
  // A list first: a growing dictionary hashes its keys again and again.
  var list: [(name: String, model: AnyObject?)] = []
  try context.eachPair(of: pairs) { name, input throws(Misfit) in
    do throws(Misfit) {
      list.append((name, try readModel(input, declared, nil, context)))
    } catch {
      if error.isFatal { throw error }
      list.append((name, nil))
      context.note(error, input, rules)
    }
  }
  var models = [String: AnyObject](minimumCapacity: list.count)
  for (name, model) in list { models[name] = model }
  return models
}

extension Dictionary: ValueType {
  static var rules: ValueRules? {
    if Key.self == String.self, let rules = modelDictionaryRules(Value.self) { return rules }
    guard let key = ValueRules.of(Key.self) as? Rules<Key>, key.isKey,
      let element = ValueRules.of(Value.self) as? Rules<Value>
    else { return nil }
    return DictionaryRules(key, element)
  }
}

/// A dictionary of any key and value types.
private protocol DictionaryType {
  static var keyType: Any.Type { get }
}

extension Dictionary: DictionaryType {
  fileprivate static var keyType: Any.Type { Key.self }
}

extension ValueRules {
  /// The reason why a type has no rules, in the words of a report.
  static func reasonForNone(_ type: Any.Type) -> String {
    let wrapped = (type as? any OptionalType.Type)?.wrappedType ?? type
    if let key = (wrapped as? any DictionaryType.Type)?.keyType, of(key)?.isKey != true {
      return "\(key) is no type for the keys of an object"
    }
    return "values of type \(type) can't be mapped"
  }
}

/// The rules of a dictionary with text as keys and values of a type; nil unless those are models.
private func modelDictionaryRules(_ type: Any.Type) -> ValueRules? {
  func rules<Element: Model>(_ type: Element.Type) -> ValueRules { ModelDictionaryRules<Element>() }
  guard let type = type as? AnyClass, let model = modelType(type) else { return nil }
  return rules(model)
}
