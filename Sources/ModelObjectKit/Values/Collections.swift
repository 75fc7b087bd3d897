import ModelObjectEssentials

/// `[T]`: element by element.
///
/// An element that doesn't fit is skipped and noted.
struct ArrayShape<Element>: Shape {
  let inner: any Shape<Element>

  var typeName: String { "[\(inner.typeName)]" }
  var isList: Bool { true }
  var element: (any Shape)? { inner }

  func matching(_ rule: KeyMatching) -> any Shape<[Element]> {
    ArrayShape(inner: inner.matching(rule))
  }

  @_specialize(where Element == String)
  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> [Element] {
    if let declared = inner.modelClass { return try readModels(input, declared, context) }
    var values: [Element] = []
    if case .array(.text(let start)) = input,
      try inner.read(elementsFrom: start, context, into: &values)
    {
      return values
    }
    try readElements(input, inner, of: self, context) { values.append($0) }
    return values
  }

  /// Models are collected as plain references, and the array is made for their class in one step:
  /// unspecialized code is slow for each element.
  private func readModels(
    _ input: Input,
    _ declared: any Model.Type,
    _ context: any ValueContext
  ) throws(Misfit) -> [Element] {
    var models: [AnyObject] = []
    let matched = context.matched
    let outer = matched?.begin()
    defer { if let outer { matched?.end(outer) } }
    try eachElement(of: input, inner, in: self, context) { input throws(Misfit) in
      let model = try context.model(of: declared, from: input, updating: nil)
      if matched?.adds(model) ?? true { models.append(model) }
    }
    return nativeArray(of: Element.self, from: matched?.settled(models) ?? models)
  }

  func reason(_ input: Input, _ options: FixedOptions) -> String {
    if case .object = input, !heldModels.holdsModels { return input.reason(typeName) }
    return inner.reason(input, options)
  }

  func text(of value: [Element]) -> String {
    listText(
      value.count,
      ("element", "elements"),
      isNumber: heldModels.holdsModels || standIns != nil
    ) {
      value.map { inner.text(of: $0) }
    }
  }

  func write(_ value: [Element], to sink: any ValueSink) {
    sink.begin(isArray: true, count: value.count)
    if inner.structShape?.write(all: value, to: sink) != true {
      // Not by an iterator: the runtime would look up the type of its optionals.
      for index in 0..<value.count { inner.write(value[index], to: sink) }
    }
    sink.end(isArray: true)
  }

  func copy(_ value: [Element], _ copier: any ModelCopier) -> [Element] {
    heldModels.holdsModels ? value.map { inner.copy($0, copier) } : value
  }

  func areEqual(_ first: [Element], _ second: [Element], _ comparer: any ModelComparer) -> Bool {
    guard first.count == second.count else { return false }
    if inner.modelClass == nil, StorageMark(first) == StorageMark(second) { return true }
    // Not by an iterator: the runtime would look up the type of its optionals.
    for index in 0..<first.count {
      guard inner.areEqual(first[index], second[index], comparer) else { return false }
    }
    return true
  }

  func hash(_ value: [Element], into hasher: inout Hasher) {
    hasher.combine(value.count)
    for index in 0..<value.count { inner.hash(value[index], into: &hasher) }
  }
}

/// `Set<T>`: same as an array; equal elements are included once.
struct SetShape<Element: Hashable>: Shape {
  let inner: any Shape<Element>
  private var list: ArrayShape<Element> { ArrayShape(inner: inner) }

  var typeName: String { "Set<\(inner.typeName)>" }
  var isList: Bool { true }
  var heldModels: HeldModels { inner.heldModels.hashed }
  var element: (any Shape)? { inner }

  func matching(_ rule: KeyMatching) -> any Shape<Set<Element>> {
    SetShape(inner: inner.matching(rule))
  }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Set<Element> {
    if heldModels.comparesModels, context.matched != nil {
      // Not a set yet: an element that is listed again changes, and with it its hash.
      return Set(try list.read(input, context))
    }
    var values: Set<Element> = []
    try readElements(input, inner, of: self, context) { value throws(Misfit) in
      if isUnhashable(value) { throw .mismatch }
      values.insert(value)
    }
    return values
  }

  func reason(_ input: Input, _ options: FixedOptions) -> String { list.reason(input, options) }

  func text(of value: Set<Element>) -> String {
    listText(
      value.count,
      ("element", "elements"),
      isNumber: heldModels.holdsModels || standIns != nil
    ) {
      value.map { inner.text(of: $0) }.inKeyOrder()
    }
  }

  func write(_ value: Set<Element>, to sink: any ValueSink) {
    let elements = self.elements(of: value, sink.setOrder)
    sink.set(count: elements.count) { inner.write(elements[$0], to: sink) }
  }

  fileprivate func elements(of value: Set<Element>, _ order: SetOrder) -> [Element] {
    if heldModels.comparesModels { return value.inOrder(of: order) }
    if order == .any { return Array(value) }
    // The text of other values for people may be cut.
    let isShort =
      inner.element == nil && !inner.heldModels.writesModels && Element.self != Data.self
    return value.inKeyOrder { element in
      isShort ? inner.text(of: element) : ContentSink.text { inner.write(element, to: $0) }
    }
  }

  func copy(_ value: Set<Element>, _ copier: any ModelCopier) -> Set<Element> {
    heldModels.holdsModels ? Set(value.inIdentityOrder.map { inner.copy($0, copier) }) : value
  }

  func areEqual(_ first: Set<Element>, _ second: Set<Element>, _ comparer: any ModelComparer)
    -> Bool
  {
    guard heldModels.comparesModels else { return first == second }
    // The set's own `==` would compare models whole, and so recurse.
    guard first.count == second.count else { return false }
    let candidates = Dictionary(grouping: second, by: \.hashValue)
    return first.allSatisfy { member in
      comparer.areEqual(
        inOneOf: (candidates[member.hashValue] ?? []).map { other in
          { inner.areEqual(member, other, comparer) }
        }
      )
    }
  }

  func hash(_ value: Set<Element>, into hasher: inout Hasher) {
    hasher.combine(value)
  }
}

/// Reads the elements of an array or a set.
private func readElements<Element>(
  _ input: Input,
  _ shape: any Shape<Element>,
  of list: @autoclosure () -> any Shape,
  _ context: any ValueContext,
  _ add: (Element) throws(Misfit) -> Void
) throws(Misfit) {
  let matched = shape.heldModels.holdsModels ? context.matched : nil
  let outer = matched?.begin()
  defer { if let outer { matched?.end(outer) } }
  try eachElement(of: input, shape, in: list(), context) { input throws(Misfit) in
    if case .null = input, context.elementClass == nil, try addNull(shape, add) { return }
    let element = try shape.read(input, context)
    let isAdded = matched.flatMap { matched in heldObject(in: element).map { matched.adds($0) } }
    if isAdded ?? true { try add(element) }
  }
}

/// Adds null as an element; false if it isn't one.
@inline(never)
private func addNull<Element>(
  _ shape: any Shape<Element>,
  _ add: (Element) throws(Misfit) -> Void
) throws(Misfit) -> Bool {
  guard let null = shape.nullElement else { return false }
  try add(null)
  return true
}

/// Calls the body with the elements of an array or a set; one that doesn't fit is noted.
///
/// 1. of an array, or an instance of an array or a set: its elements, one by one;
/// 2. of an empty string: no elements;
/// 3. of any other input: that one element, if it may be one.
private func eachElement(
  of input: Input,
  _ shape: any Shape,
  in list: @autoclosure () -> any Shape,
  _ context: any ValueContext,
  _ body: (Input) throws(Misfit) -> Void
) throws(Misfit) {
  guard case .array(let items) = input else {
    return try oneElement(input, shape, in: list(), context, body)
  }
  try context.eachElement(of: items) { input throws(Misfit) in
    do throws(Misfit) {
      try body(input)
    } catch {
      if error.isFatal { throw error }
      context.note(error, of: input, as: shape)
    }
  }
}

private func oneElement(
  _ input: Input,
  _ shape: any Shape,
  in list: @autoclosure () -> any Shape,
  _ context: any ValueContext,
  _ body: (Input) throws(Misfit) -> Void
) throws(Misfit) {
  switch input {
  case .object:
    try context.unwrapping(input) { inner throws(Misfit) in
      if case .array = inner {
        return try eachElement(of: inner, shape, in: list(), context, body)
      }
      try context.checkLoneElement(inner, shape)
      try context.convert(inner, to: list()) { () throws(Misfit) in try body(inner) }
    }
  case .null: throw .null
  case .text(let text) where text.withBytes({ $0.count == 0 }):
    try context.convert(input, to: list())
  case .text(let text) where text.isNull: throw .null
  case .foreign(let value as CutString) where value.mayBecomeNull: throw .unfinished
  // An instance of a list is taken apart there.
  case .foreign(let value) where value is any Container: try body(input)
  default: try context.convert(input, to: list()) { () throws(Misfit) in try body(input) }
  }
}

extension Array: Container {
  static var partType: Any.Type { Element.self }
  static var shape: (any Shape)? {
    guard let inner = ModelObjectKit.shape(for: Element.self) else { return nil }
    return ArrayShape(inner: inner)
  }

  var elements: [Any]? { map { $0 } }

  static func made(of elements: [Any]) -> [Element]? { elements.compactMap { $0 as? Element } }
}

/// In an untyped value; as the type of a property, it has no shape.
extension ArraySlice: Container {
  static var partType: Any.Type { Element.self }
  static var shape: (any Shape)? { nil }
  var elements: [Any]? { map { $0 } }
}

extension Set: Container {
  static var partType: Any.Type { Element.self }
  static var shape: (any Shape)? {
    guard let inner = ModelObjectKit.shape(for: Element.self) else { return nil }
    return SetShape(inner: inner)
  }

  static var listType: Any.Type { [Element].self }

  static func made(of elements: [Any]) -> Set<Element>? {
    [Element].made(of: elements).map { Set($0) }
  }

  var elements: [Any]? { Element.self is AnyClass ? inIdentityOrder : map { $0 } }

  var orderedElements: [Any]? {
    (Self.shape as? SetShape<Element>).map { $0.elements(of: self, .contents) } ?? elements
  }
}
