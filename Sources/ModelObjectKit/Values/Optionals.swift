/// `Optional`: null is nil, anything else is read as the wrapped type.
struct OptionalShape<Wrapped>: Shape {
  let inner: any Shape<Wrapped>

  var typeName: String { inner.typeName }
  var element: (any Shape)? { inner }
  var rawValues: [String]? { inner.rawValues }
  var takesNull: Bool { true }
  var nullElement: Wrapped?? { .some(nil) }

  func matching(_ rule: KeyMatching) -> any Shape<Wrapped?> {
    OptionalShape(inner: inner.matching(rule))
  }

  func write(_ value: Wrapped?, to sink: any ValueSink) {
    guard let value else { return sink.null() }
    // An optional of an optional has two kinds of nil.
    if inner.takesNull { sink.some() }
    inner.write(value, to: sink)
  }

  func opened(_ value: Wrapped?) -> Any? { value.flatMap { inner.opened($0) } }

  func copy(_ value: Wrapped?, _ copier: any ModelCopier) -> Wrapped? {
    value.map { inner.copy($0, copier) }
  }

  func areEqual(_ first: Wrapped?, _ second: Wrapped?, _ comparer: any ModelComparer) -> Bool {
    first.equals(second) { inner.areEqual($0, $1, comparer) }
  }

  func hash(_ value: Wrapped?, into hasher: inout Hasher) {
    hasher.combine(value == nil)
    if let value { inner.hash(value, into: &hasher) }
  }

  func reason(_ input: Input, _ options: FixedOptions) -> String { inner.reason(input, options) }

  func text(of value: Wrapped?) -> String { value.map { inner.text(of: $0) } ?? "nil" }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Wrapped? {
    if case .null = input { return nil }
    if case .foreign(let value) = input, let some = value as? SomeInput {
      return inner.takesNull ? try inner.read(some.input, context) : nil
    }
    do throws(Misfit) {
      let value = try inner.read(input, context)
      return inner.takesNull && inner.opened(value) == nil ? nil : value
    } catch {
      guard case .null = error else { throw error }
      try context.convertToNil(input, self)
      return nil
    }
  }
}

/// Nil in an optional that is in another one, which isn't nil.
struct SomeInput {
  let input: Input
}

extension Input {
  /// Whether it is nil, on the outside or further in.
  var isNil: Bool {
    switch self {
    case .null: true
    case .foreign(let value): value is SomeInput
    default: false
    }
  }
}

extension Optional: Container {
  static var partType: Any.Type { Wrapped.self }
  static var shape: (any Shape)? {
    guard let inner = ModelObjectKit.shape(for: Wrapped.self) else { return nil }
    return OptionalShape(inner: inner)
  }
}

extension Optional {
  /// Whether both are nil, or both have values that a closure finds equal.
  @inline(__always)
  func equals(_ other: Wrapped?, by areEqual: (Wrapped, Wrapped) -> Bool) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return areEqual(self, other)
  }
}
