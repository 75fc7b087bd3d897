/// A single model, from an object or an instance.
struct ModelShape<Value: Model>: Shape {
  var contents: Contents { .of(Value.self) }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    if let value = try readModel(input, Value.self, nil, context) as? Value { return value }
    throw misfit(input)
  }

  func reason(_ input: Input, _ options: FixedOptions) -> String {
    reasonForNoModel(input, Value.self)
  }

  func give(_ value: Value, to sink: any ValueSink) {
    sink.model(value)
  }

  func copy(_ value: Value, _ copier: any ModelCopier) -> Value {
    copier.copied(value) as? Value ?? value
  }

  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    comparer.areEqual(first, second)
  }
}

/// The reason why an input isn't a model of a class, for a report.
private func reasonForNoModel(_ input: Input, _ declared: any Model.Type) -> String {
  switch input {
  case .object where declared == declared.root:
    "the class of the object is not specified; add it to arrayMapping"
  case .object where declared.classTags == nil:
    "modelType(for:) returned a class that is not a subclass of \(declared)"
  case .object: "its tag selects a class that is not a subclass of \(declared)"
  case .foreign: "\(input.phrase) is not \("\(declared)".withArticle)"
  default: "\(input.phrase) where an object is expected"
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
  try context.once { () throws(Misfit) in try newModel(input, declared, existing, context) }
}

private func newModel(
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
    // The base class has no properties, so the object would be lost.
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
