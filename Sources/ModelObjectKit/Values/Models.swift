/// A single model, from an object or an instance.
struct ModelShape<Value: Model>: Shape {
  var heldModels: HeldModels { .of(Value.self) }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    if let value = try readModel(input, Value.self, nil, context) as? Value { return value }
    throw misfit(input)
  }

  func reason(_ input: Input, _ options: FixedOptions) -> String {
    switch input {
    case .object where Value.self == Value.root:
      "the class of the object is not specified; add it to arrayMapping"
    case .object where Value.classTags == nil:
      "modelType(for:) returned a class that is not a subclass of \(Value.self)"
    case .object: "its tag selects a class that is not a subclass of \(Value.self)"
    case .foreign: "\(input.phrase) is not \("\(Value.self)".withArticle)"
    default: "\(input.phrase) where an object is expected"
    }
  }

  func write(_ value: Value, to sink: any ValueSink) {
    sink.model(value)
  }

  func copy(_ value: Value, _ copier: any ModelCopier) -> Value {
    copier.copied(value) as? Value ?? value
  }

  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    comparer.areEqual(first, second)
  }
}

/// Reads a model of the declared class.
///
/// An object becomes a model of the context's element class, or else of the declared one;
/// `existing` is updated in place if its class is right. An instance is used unchanged.
func readModel(
  _ input: Input,
  _ declared: any Model.Type,
  _ existing: AnyObject?,
  _ context: any ValueContext
) throws(Misfit) -> any Model {
  guard !context.recordsModels else {
    return try readRecorded(input, declared, existing, context)
  }
  let type = classOfElement(declared, context)
  guard case .object(let pairs) = input else {
    return try readOther(input, declared, type, context)
  }
  // The base class has no properties, so the object would be lost.
  guard type != declared.root else { throw .mismatch }
  return try context.model(from: pairs, declared: type, existing: existing)
}

/// The context's element class, if it is one of the declared class's; else that.
@inline(never)
private func classOfElement(
  _ declared: any Model.Type,
  _ context: any ValueContext
) -> any Model.Type {
  guard let element = context.elementClass, isSubclass(element, of: declared) else {
    return declared
  }
  return element
}

/// Reads a model and records it; while it is read, others aren't recorded.
private func readRecorded(
  _ input: Input,
  _ declared: any Model.Type,
  _ existing: AnyObject?,
  _ context: any ValueContext
) throws(Misfit) -> any Model {
  try context.once { () throws(Misfit) in try readModel(input, declared, existing, context) }
}

/// Reads a model that isn't an object of the input.
private func readOther(
  _ input: Input,
  _ declared: any Model.Type,
  _ type: any Model.Type,
  _ context: any ValueContext
) throws(Misfit) -> any Model {
  switch input {
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
    guard let model = try context.model(named: input, declared: type) else { throw .mismatch }
    return model
  }
}
