/// A single model: an object, or an instance as it is given.
final class ModelRules<Value: Model>: Rules<Value> {
  override var takesElementClass: Bool { true }
  override var contents: Contents { .of(Value.self) }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    if let value = try readModel(input, Value.self, nil, context) as? Value { return value }
    throw misfit(input)
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    reasonForNoModel(input, Value.self)
  }

  override func give(_ value: Value, to sink: any ValueSink) {
    sink.model(value)
  }

  override func copy(_ value: Value, _ copier: any ModelCopier) -> Value {
    copier.copied(value) as? Value ?? value
  }

  override func areEqual(
    _ first: Value,
    _ second: Value,
    _ comparer: any ModelComparer
  ) -> Bool {
    comparer.areEqual(first, second)
  }
}

/// `[T]` of models.
///
/// The elements are collected as plain references, and the array is made for their class in one
/// step: unspecialized code for a class of the user's module is slow for each element.
final class ModelArrayRules<Element: Model>: Rules<[Element]> {
  private let element = ModelRules<Element>()

  override var typeName: String { "[\(element.typeName)]" }
  override var isList: Bool { true }
  override var elementRules: ValueRules? { element }

  override var collectedClass: (any Model.Type)? { Element.self }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> [Element] {
    var models: [AnyObject] = []
    let matched = context.matched
    switch input {
    case .array(let items):
      try context.eachElement(of: items) { input throws(Misfit) in
        do throws(Misfit) {
          let model = try readModel(input, Element.self, nil, context)
          if matched?.takes(model) ?? true { models.append(model) }
        } catch {
          if error.isFatal { throw error }
          context.note(error, input, element)
        }
      }
    case .text(let text) where text.string.isEmpty: break
    case .null: throw misfit(input)
    case .object:
      return try context.unwrapping(input) { inner throws(Misfit) in
        if case .array = inner { return try read(inner, context) }
        return nativeArray(
          of: Element.self,
          from: [try readModel(input, Element.self, nil, context)]
        )
      }
    default: models = [try readModel(input, Element.self, nil, context)]
    }
    return nativeArray(of: Element.self, from: matched?.settled(models) ?? models)
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    element.reason(input, options)
  }

  override func text(of value: [Element]) -> String {
    listText(value.count, ("element", "elements"), isNumber: true) { [] }
  }

  override func give(_ value: [Element], to sink: any ValueSink) {
    sink.beginArray(count: value.count)
    for model in value { sink.model(model) }
    sink.endArray()
  }

  override func copy(_ value: [Element], _ copier: any ModelCopier) -> [Element] {
    nativeArray(of: Element.self, from: value.map { copier.copied($0) })
  }

  override func merged(
    _ new: [Element],
    onto old: [Element],
    _ matched: any MatchedElements
  ) -> [Element] {
    let new = new.map { $0 as AnyObject }
    return nativeArray(
      of: Element.self,
      from: matched.merged(new, onto: old.map { $0 as AnyObject })
    )
  }

  override func areEqual(
    _ first: [Element],
    _ second: [Element],
    _ comparer: any ModelComparer
  ) -> Bool {
    first.count == second.count
      && zip(first, second).allSatisfy { comparer.areEqual($0, $1) }
  }
}

/// The reason why an input is no model of a class, in the words of a report.
private func reasonForNoModel(_ input: Input, _ declared: any Model.Type) -> String {
  switch input {
  case .object where declared == declared.root: "nothing says of which class the object is"
  case .object where declared.classTags == nil:
    "modelType(for:) names a class that is no \(declared)"
  case .object: "its tag names a class that is no \(declared)"
  case .foreign: "\(input.phrase) is no \(declared)"
  default: "\(input.phrase) where an object is expected"
  }
}

/// The rules of an array of models; nil for other elements.
func modelArrayRules(_ type: Any.Type) -> ValueRules? {
  func rules<Element: Model>(_ type: Element.Type) -> ValueRules { ModelArrayRules<Element>() }
  guard let type = type as? AnyClass, let model = modelType(type) else { return nil }
  return rules(model)
}

/// Reads a model of the declared class.
///
/// An object becomes a model of the context's element class, else of the declared one; `existing`
/// is updated in place where it is of the right class. An instance is taken as given.
func readModel(
  _ input: Input,
  _ declared: any Model.Type,
  _ existing: AnyObject?,
  _ context: any ValueContext
) throws(Misfit) -> any Model {
  switch input {
  case .object(let pairs):
    var type = declared
    if let elementClass = context.elementClass, isSubclass(elementClass, of: declared) {
      type = elementClass
    }
    // The base class has no properties: the object would be lost.
    guard type != declared.root else { throw .mismatch }
    return try context.model(from: pairs, declared: type, existing: existing)
  case .foreign(let value):
    if let object = reference(in: value), isInstance(object, of: declared),
      let model = declared.model(object)
    {
      return try context.model(given: model)
    }
    throw .mismatch
  case .null: throw .null
  case .text(let text) where text.isNull: throw .null
  default:
    let type = context.elementClass.flatMap { isSubclass($0, of: declared) ? $0 : nil }
    guard let model = try context.model(named: input, declared: type ?? declared) else {
      throw .mismatch
    }
    return model
  }
}
