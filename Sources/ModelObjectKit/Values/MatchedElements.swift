/// The models of a list that is being updated by identity, as the shape of the list uses them.
protocol MatchedElements: AnyObject {
  /// Whether the model that was read last is added; false where the list has it already.
  func takes(_ model: AnyObject) -> Bool
  /// Whether a model, or a predecessor that it replaced, was in the list before.
  func isKnown(_ model: AnyObject) -> Bool
  /// The models of an input, with successors at the places of the models that they replaced.
  func settled(_ models: [AnyObject]) -> [AnyObject]
  /// The model that has replaced one of the list; mostly that model itself.
  func successor(of model: AnyObject) -> AnyObject
}

extension MatchedElements {
  /// The old elements or their successors, in their order, and the new elements behind them.
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

extension Shape {
  /// Whether the elements of a value are models, or values that may turn out to be.
  var listsModels: Bool {
    guard let element else { return isUntyped }
    return takesNull ? element.listsModels : isList && (element.isModel || element.listsModels)
  }

  /// Whether the models are elements of the value itself, and not of lists in it.
  var listsModelsDirectly: Bool {
    guard let element else { return isUntyped }
    return takesNull
      ? element.listsModelsDirectly : isList && (element.isModel || element.isUntyped)
  }

  /// Whether a value is one model, or none.
  private var isModel: Bool {
    if takesNull, let element { return element.isModel }
    return modelClass != nil
  }
}
