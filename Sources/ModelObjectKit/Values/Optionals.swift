/// `Optional`: null is nil, anything else is read as the wrapped type.
final class OptionalRules<Wrapped>: Rules<Wrapped?> {
  private let wrapped: Rules<Wrapped>

  init(_ wrapped: Rules<Wrapped>) {
    self.wrapped = wrapped
  }

  override var typeName: String { wrapped.typeName }
  override var keepsNullText: Bool { wrapped.keepsNullText }
  override var takesNull: Bool { true }
  override var nullElement: Wrapped?? { .some(nil) }
  override var takesElementClass: Bool { wrapped.takesElementClass }
  override var elementRules: ValueRules? { wrapped }

  override func give(_ value: Wrapped?, to sink: any ValueSink) {
    if let value { wrapped.give(value, to: sink) } else { sink.null() }
  }

  override func text(of value: Wrapped?) -> String {
    value.map { wrapped.text(of: $0) } ?? "nil"
  }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Wrapped? {
    if case .null = input { return nil }
    do throws(Misfit) {
      return try wrapped.read(input, context)
    } catch {
      if case .null = error { return nil }
      throw error
    }
  }
}

extension Optional: ValueType {
  static var rules: ValueRules? {
    (ValueRules.of(Wrapped.self) as? Rules<Wrapped>).map { OptionalRules($0) }
  }
}
