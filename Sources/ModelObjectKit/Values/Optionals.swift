/// `Optional`: null is nil, anything else is read as the wrapped type.
final class OptionalRules<Wrapped>: Rules<Wrapped?> {
  private let wrapped: Rules<Wrapped>

  init(_ wrapped: Rules<Wrapped>) {
    self.wrapped = wrapped
  }

  override var typeName: String { wrapped.typeName }
  override var rawValues: [String]? { wrapped.rawValues }
  override var keepsNullText: Bool { wrapped.keepsNullText }
  override var keepsText: Bool { wrapped.keepsText }
  override var takesNull: Bool { true }
  override var nullElement: Wrapped?? { .some(nil) }
  override var elementRules: ValueRules? { wrapped }

  override var collectedClass: (any Model.Type)? { wrapped.collectedClass }

  override func give(_ value: Wrapped?, to sink: any ValueSink) {
    guard let value else { return sink.null() }
    // An optional of an optional has two kinds of nil.
    if wrapped.takesNull { sink.some() }
    wrapped.give(value, to: sink)
  }

  override func isNil(_ value: Wrapped?) -> Bool { value.map { wrapped.isNil($0) } ?? true }

  override func opened(_ value: Wrapped?) -> Any? { value.flatMap { wrapped.opened($0) } }

  override func copy(_ value: Wrapped?, _ copier: any ModelCopier) -> Wrapped? {
    value.map { wrapped.copy($0, copier) }
  }

  override func merged(
    _ new: Wrapped?,
    onto old: Wrapped?,
    _ matched: any MatchedElements
  ) -> Wrapped? {
    guard let new, let old else { return new }
    return wrapped.merged(new, onto: old, matched)
  }

  override func areEqual(
    _ first: Wrapped?,
    _ second: Wrapped?,
    _ comparer: any ModelComparer
  ) -> Bool {
    switch (first, second) {
    case (let first?, let second?): wrapped.areEqual(first, second, comparer)
    case (nil, nil): true
    default: false
    }
  }

  override func hash(_ value: Wrapped?, into hasher: inout Hasher) {
    hasher.combine(value == nil)
    if let value { wrapped.hash(value, into: &hasher) }
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    wrapped.reason(input, options)
  }

  override func text(of value: Wrapped?) -> String {
    value.map { wrapped.text(of: $0) } ?? "nil"
  }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Wrapped? {
    if case .null = input { return nil }
    if case .foreign(let value) = input, let some = value as? SomeInput {
      return try wrapped.read(some.input, context)
    }
    do throws(Misfit) {
      return try wrapped.read(input, context)
    } catch {
      if case .null = error { return nil }
      throw error
    }
  }
}

/// The input for an outer optional that is not nil, where the wrapped type is an optional as well.
struct SomeInput {
  let input: Input
}

extension Optional: ValueType {
  static var rules: ValueRules? {
    (ValueRules.of(Wrapped.self) as? Rules<Wrapped>).map { OptionalRules($0) }
  }
}
