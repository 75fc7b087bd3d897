/// The models of a list that is being updated by identity, as the shape of the list uses them.
protocol MatchedElements: AnyObject {
  /// Whether to add the model that was read last; false if the list has it already.
  func takes(_ model: AnyObject) -> Bool
  /// Whether a model, or one that it replaced, was in the list before.
  func isKnown(_ model: AnyObject) -> Bool
  /// The models of an input, with replaced models exchanged for their successors.
  func settled(_ models: [AnyObject]) -> [AnyObject]
  /// The model that has replaced a model of the list; usually that model itself.
  func successor(of model: AnyObject) -> AnyObject
}

extension MatchedElements {
  /// The old elements or their successors, in their order, and then the new elements.
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

/// The object that is an element, or in an optional one.
func heldObject(in element: Any) -> AnyObject? {
  reference(in: element)
    ?? (element as? any OptionalType)?.wrappedValue.flatMap { reference(in: $0) }
}

extension Shape {
  /// Whether the elements of a value are, or may be, models.
  var listsModels: Bool {
    guard let element else { return isUntyped }
    return takesNull ? element.listsModels : isList && (element.isModel || element.listsModels)
  }

  /// Whether the models are elements of the value itself, not of lists in it.
  var listsModelsDirectly: Bool {
    guard let element else { return isUntyped }
    return takesNull
      ? element.listsModelsDirectly : isList && (element.isModel || element.isUntyped)
  }

  /// Whether a value is a model or an optional one.
  private var isModel: Bool {
    if takesNull, let element { return element.isModel }
    return modelClass != nil
  }
}
