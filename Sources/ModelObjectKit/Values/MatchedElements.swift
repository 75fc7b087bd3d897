/// The models of a list that is being updated by identity, as the shape of the list uses them.
protocol MatchedElements: AnyObject {
  /// The list before, if its elements that the input doesn't name stay; else nil.
  var former: Any? { get }
  /// Begins one of the lists in the value; returns what is known of the one around it, for `end`.
  func begin() -> Set<ObjectIdentifier>
  func end(_ outer: Set<ObjectIdentifier>)
  /// Whether to add the model that was read last; false if the list has it already.
  func adds(_ model: AnyObject) -> Bool
  /// The models of an input, with replaced models exchanged for their successors.
  func settled(_ models: [AnyObject]) -> [AnyObject]
  /// The model that has replaced a model of the list; usually that model itself.
  func successor(of model: AnyObject) -> AnyObject
}

extension MatchedElements {
  /// The old elements of a list or their successors, in their order, and then the new elements;
  /// for any other value, the new one.
  func merged(_ new: Any, onto old: Any) -> Any {
    let new = (new as? any OptionalType)?.wrappedValue ?? new
    guard case .array(.tree(let added)) = Input(new), case .array(.tree(var elements)) = Input(old),
      let type = type(of: new) as? any Container.Type
    else { return new }
    var staying: Set<ObjectIdentifier> = []
    for (index, element) in elements.enumerated() {
      guard let model = heldObject(in: element) else { continue }
      let successor = successor(of: model)
      staying.insert(ObjectIdentifier(successor))
      if successor !== model { elements[index] = successor }
    }
    elements += added.filter { element in
      heldObject(in: element).map { !staying.contains(ObjectIdentifier($0)) } ?? true
    }
    return type.made(of: elements) ?? new
  }
}

/// The object that is an element, or in an optional one.
@inline(never)
func heldObject(in element: Any) -> AnyObject? {
  reference(in: element)
    ?? (element as? any OptionalType)?.wrappedValue.flatMap { reference(in: $0) }
}

extension Shape {
  /// Whether the elements of a value are, or may be, models; unless `directly`, also those of lists
  /// in it.
  func listsModels(directly: Bool = false) -> Bool {
    guard let element = wrapped.element else { return wrapped.isUntyped }
    guard wrapped.isList else { return isDictionary && element.listsModels() && !directly }
    return element.wrapped.modelClass != nil
      || (directly ? element.isUntyped : element.listsModels())
  }

  /// Whether a value is a dictionary.
  var isDictionary: Bool { wrapped.element != nil && !wrapped.isList }
}
