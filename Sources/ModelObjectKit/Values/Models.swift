/// A single model, from an object or an instance.
struct ModelShape<Value: Model>: Shape {
  var heldModels: HeldModels { .of(Value.self) }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    let model = try context.model(of: Value.self, from: input, updating: nil)
    if let model = model as? Value { return model }
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

extension Input {
  /// The model that the input itself is; nil for an object, which becomes one, and for a scalar, which may
  /// name one.
  func model(of declared: any Model.Type) throws(Misfit) -> (any Model)? {
    switch self {
    case .foreign(let value):
      guard let object = reference(in: value), isInstance(object, of: declared) else {
        throw .mismatch
      }
      return declared.model(object)
    case .null: throw .null
    case .text(let text) where text.isNull: throw .null
    default: return nil
    }
  }
}
