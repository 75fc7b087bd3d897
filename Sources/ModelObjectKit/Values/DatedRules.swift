/// The rules of a property that has its own date format: the rules of its type, with that format
/// instead of the options'.
final class DatedRules<Value>: Rules<Value> {
  private let base: Rules<Value>
  private let format: DateOptions.Format

  init(_ base: Rules<Value>, _ format: DateOptions.Format) {
    self.base = base
    self.format = format
  }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    // Objects become models of the element class, whose dates are their own affair.
    guard context.elementClass == nil else { return try base.read(input, context) }
    let options = context.options.with(dateFormat: format)
    return try context.using(options) { () throws(Misfit) in try base.read(input, context) }
  }

  override func give(_ value: Value, to sink: any ValueSink) {
    guard let sink = sink as? any ExportSink else { return base.give(value, to: sink) }
    sink.with(dateFormat: format) { base.give(value, to: sink) }
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    base.reason(input, options.with(dateFormat: format))
  }

  // MARK: - As the base rules say

  override var typeName: String { base.typeName }
  override var keepsNullText: Bool { base.keepsNullText }
  override var takesNull: Bool { base.takesNull }
  override var keepsText: Bool { base.keepsText }
  override var isUntyped: Bool { base.isUntyped }
  override var isHashable: Bool { base.isHashable }
  override var isList: Bool { base.isList }
  override var elementRules: ValueRules? { base.elementRules }
  override var takesElementClass: Bool { base.takesElementClass }
  override var contents: Contents { base.contents }
  override var isEncoded: Bool { base.isEncoded }
  override var nullElement: Value? { base.nullElement }

  override func isNil(_ value: Value) -> Bool { base.isNil(value) }
  override func opened(_ value: Value) -> Any? { base.opened(value) }
  override func keyText(of value: Value) -> String? { base.keyText(of: value) }
  override func text(of value: Value) -> String { base.text(of: value) }

  override func copy(_ value: Value, _ copier: any ModelCopier) -> Value {
    base.copy(value, copier)
  }

  override func merged(
    _ new: Value,
    onto old: Value,
    _ matched: any MatchedElements
  ) -> Value {
    base.merged(new, onto: old, matched)
  }

  override func areEqual(
    _ first: Value,
    _ second: Value,
    _ comparer: any ModelComparer
  ) -> Bool {
    base.areEqual(first, second, comparer)
  }

  override func hash(_ value: Value, into hasher: inout Hasher) {
    base.hash(value, into: &hasher)
  }
}

extension ExportSink {
  /// Calls a closure that gives the sink the value of a property which has its own date format.
  func with(dateFormat: DateOptions.Format, _ body: () -> Void) {
    guard let models else { return body() }
    let outer = models.ownDateFormat
    models.ownDateFormat = dateFormat
    body()
    models.ownDateFormat = outer
  }
}
