import Foundation

/// The containers around an untyped value, so that no walk is endless.
///
/// Foundation's arrays and dictionaries are objects, and may hold themselves.
struct UntypedBranch {
  /// Values nested deeper are not written: no mapping with default options reads them back.
  static let maximumDepth = 512

  private(set) var depth = 0
  private var containers: [ObjectIdentifier] = []

  /// Enters a container of Foundation's, or a value of a user's type (nil); false where the depth
  /// is reached or the container has been entered.
  ///
  /// Swift's own arrays and dictionaries are not entered: they can't hold themselves.
  mutating func enter(_ container: AnyObject?) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    if let container {
      let id = ObjectIdentifier(container)
      guard !containers.contains(id) else { return false }
      containers.append(id)
    }
    depth += 1
    return true
  }

  mutating func leave(_ container: AnyObject?) {
    depth -= 1
    if container != nil { containers.removeLast() }
  }
}

/// A sink that keeps the untyped containers that are open.
protocol UntypedSink: ValueSink {
  var untyped: UntypedBranch { get set }
  var stack: StackGuard { get }
}

extension ValueSink {
  func give(_ number: Number) {
    switch number {
    case .signed(let value), .integer(let value, _): integer(value)
    case .unsigned(let value): integer(value)
    case .float(let value): float(value)
    case .double(let value): double(value)
    case .decimal(let value): decimal(value)
    case .literal(let text):
      switch text.untyped {
      case let value as Int: integer(Int64(value))
      case let value as UInt64: integer(value)
      case let value as Double: double(value)
      case let value as Decimal: decimal(value)
      default: leaveOut()
      }
    }
  }
}

extension UntypedSink {
  /// Gives an untyped value.
  ///
  /// 1. As null, a boolean, a number, a text, an array or an object where `Input` reads it as such.
  /// 2. As a model, a date, data, or the text of a `URL`, `UUID`, `TimeZone` or `Locale`.
  /// 3. By the rules of its own type; it is left out where that has none.
  func giveUntyped(_ value: Any) {
    let container = reference(in: value)
    switch Input(value) {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let number): give(number)
    case .text(let text): self.text(text.string)
    case .array(.tree(let elements)):
      inside(container) {
        beginArray(count: elements.count)
        for element in elements { giveUntyped(element) }
        endArray()
      }
    case .object(.tree(let pairs)):
      inside(container) {
        beginObject(count: pairs.count)
        for (key, value) in pairs.inKeyOrder() {
          self.key(key)
          giveUntyped(value)
        }
        endObject()
      }
    case .foreign(let value): giveForeign(value)
    case .array(.unread), .object(.unread): leaveOut()
    }
  }

  private func inside(_ container: AnyObject?, _ body: () -> Void) {
    guard let container else { return stack.run(body) }
    guard untyped.enter(container) else { return leaveOut() }
    stack.run(body)
    untyped.leave(container)
  }

  private func giveForeign(_ value: Any) {
    if let object = reference(in: value), let model = object as? any Model {
      return self.model(model)
    }
    switch value {
    case let date as Date: self.date(date)
    case let data as Data: self.data(data)
    case let url as URL: text(url.absoluteString)
    // On Apple's systems these may have become objects of Foundation's.
    case let id as UUID: text(id.uuidString)
    case let zone as TimeZone: text(zone.identifier)
    case let locale as Locale: text(locale.identifier)
    default:
      let value = Unknown.unboxed(value)
      guard let rules = ValueRules.of(type(of: value)), !rules.isUntyped else {
        return leaveOut()
      }
      // The `modelValue` of a user's type may be of that type again.
      guard untyped.enter(nil) else { return leaveOut() }
      defer { untyped.leave(nil) }
      if !rules.giveAny(value, to: self) { leaveOut() }
    }
  }
}
