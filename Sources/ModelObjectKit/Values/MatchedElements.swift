/// What the rules of a list ask where its models are told apart by their identity.
protocol MatchedElements: AnyObject {
  /// Whether the model that was read last gets a place; not where the list has it already.
  func takes(_ model: AnyObject) -> Bool
  /// Whether the list held a model before, or what has come in its place.
  func isKnown(_ model: AnyObject) -> Bool
  /// The models of an input, those in the place of others where these were.
  func settled(_ models: [AnyObject]) -> [AnyObject]
  /// What has come in the place of a model that the list held; mostly the model itself.
  func successor(of model: AnyObject) -> AnyObject
}

extension MatchedElements {
  /// The elements that were there before, each or its successor in its place, and the new ones
  /// behind them.
  func merged<Element>(_ new: [Element], onto old: [Element]) -> [Element] {
    var elements = old.map { element in
      guard let model = heldObject(in: element) else { return element }
      let successor = successor(of: model)
      return successor === model ? element : successor as? Element ?? element
    }
    for element in new where heldObject(in: element).map({ !isKnown($0) }) ?? true {
      elements.append(element)
    }
    return elements
  }
}

/// The object that an element is, or that an optional one holds.
func heldObject(in element: Any) -> AnyObject? {
  reference(in: element)
    ?? (element as? any OptionalType)?.wrappedValue.flatMap { reference(in: $0) }
}

extension ValueRules {
  /// Whether the elements of a value are models, or values that may turn out to be.
  var listsModels: Bool {
    guard let element = elementRules else { return isUntyped }
    return takesNull ? element.listsModels : isList && (element.isModel || element.listsModels)
  }

  /// Whether the models are elements of the value itself, and not of lists in it.
  var listsModelsDirectly: Bool {
    guard let element = elementRules else { return isUntyped }
    return takesNull
      ? element.listsModelsDirectly : isList && (element.isModel || element.isUntyped)
  }

  /// Whether a value is one model, or none.
  private var isModel: Bool {
    if takesNull, let element = elementRules { return element.isModel }
    return modelClass != nil
  }
}
