import ModelObjectEssentials

/// `Any`: plain Swift values, whatever the input.
struct UntypedShape: Shape {
  var heldModels: HeldModels { .anything }
  var nullElement: Any? { JSONNull.value }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Any {
    if let type = context.elementClass { return try readModels(input, type, context) }
    if case .null = input { throw .null }
    return try context.tree(of: input)
  }

  /// Only a number that no type can hold doesn't fit; if `arrayMapping` specifies a class, only
  /// objects fit.
  func reason(_ input: Input, _ options: FixedOptions) -> String {
    switch input {
    case .number(let number) where !number.isHeld: "no number type can hold \(input.phrase)"
    case .foreign(is UnreadableValue): input.phrase
    default: "\(input.phrase) where an object is expected"
    }
  }

  func write(_ value: Any, to sink: any ValueSink) {
    sink.untyped(value)
  }

  func text(of value: Any) -> String { text(of: value, depth: 0) }

  /// The text of a value, with a limited number of nested containers, for one line.
  private func text(of value: Any, depth: Int) -> String {
    switch Input(value) {
    case .array(.tree(let elements)):
      listText(elements.count, ("element", "elements"), isNumber: depth > 16) {
        elements.map { text(of: $0, depth: depth + 1) }
      }
    case .object(.tree(let pairs)):
      listText(pairs.count, ("pair", "pairs"), isNumber: depth > 16) {
        pairs.map { "\($0.debugDescription): \(text(of: $1, depth: depth + 1))" }.inKeyOrder()
      }
    case .foreign(let object as AnyObject) where object is any Model: "\(type(of: object))"
    case .foreign(let date as Date): DateText.description(of: date)
    case .foreign(let value): shownText(of: value)
    case let input: input.phrase
    }
  }

  func opened(_ value: Any) -> Any? {
    guard type(of: value) is any OptionalType.Type, case .null = Input(value) else { return value }
    return nil
  }

  func copy(_ value: Any, _ copier: any ModelCopier) -> Any {
    UntypedTree.copy(value, copier)
  }

  func areEqual(_ first: Any, _ second: Any, _ comparer: any ModelComparer) -> Bool {
    UntypedTree.areEqual(first, second, comparer)
  }

  /// Reads an object, or the objects of an array, as models of a class.
  private func readModels(
    _ input: Input,
    _ type: any Model.Type,
    _ context: any ValueContext
  ) throws(Misfit) -> Any {
    func list<Element: Model>(of type: Element.Type) throws(Misfit) -> Any {
      try ArrayShape(inner: ModelShape<Element>()).read(input, context)
    }
    if case .array = input { return try list(of: type) }
    return try context.model(of: type, from: input, updating: nil)
  }
}
