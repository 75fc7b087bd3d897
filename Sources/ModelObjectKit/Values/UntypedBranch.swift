import ModelObjectEssentials

/// The objects from the root of a walk to the present one: they may contain themselves, and the walk
/// must end.
struct ObjectBranch {
  private var list: [ObjectIdentifier] = []
  /// The first place on the branch of an object that was to be added again.
  private var firstRepeated = Int.max

  /// Adds an object; false if it is already on the branch.
  mutating func enter(_ object: AnyObject) -> Bool {
    let id = ObjectIdentifier(object)
    if let place = list.firstIndex(of: id) {
      firstRepeated = min(firstRepeated, place)
      return false
    }
    list.append(id)
    return true
  }

  /// Begins to watch whether an object around the last one is to be added again; returns what was seen
  /// so far.
  mutating func beginToWatch() -> Int {
    defer { firstRepeated = .max }
    return firstRepeated
  }

  /// Ends that; true if there was one.
  mutating func endToWatch(_ former: Int) -> Bool {
    defer { firstRepeated = min(firstRepeated, former) }
    return firstRepeated < list.count - 1
  }

  mutating func leave() { list.removeLast() }

  func contains(_ object: AnyObject) -> Bool { list.contains(ObjectIdentifier(object)) }
}

/// What is around an untyped value.
struct UntypedBranch {
  /// Foundation's arrays and dictionaries, which are objects.
  private var containers = ObjectBranch()
  /// The number of values of custom types, whose `modelValue` may be of the same type again.
  private var ownCount = 0
  /// Whether the levels have been used up by a value that is made of itself: nothing more of it is
  /// passed, as several such parts on each level would never end.
  private var isEndless = false
  private var stack = StackLimit()

  /// Enters a container; false if it may not be opened, or was entered before, which a container of
  /// Swift can't have been.
  fileprivate mutating func enter(_ container: AnyObject?, if mayNest: Bool) -> Bool {
    guard mayNest else {
      isEndless = ownCount > 0
      return false
    }
    return container.map { containers.enter($0) } ?? true
  }

  fileprivate mutating func leave(_ container: AnyObject?) {
    if container != nil { containers.leave() }
  }

  fileprivate mutating func enterOwn() -> Bool {
    guard !isEndless else { return false }
    // An export without stack for its containers has already failed.
    guard ownCount <= FixedOptions.defaultDepth, !stack.isNear(with: -StackLimit.sizeOfHook) else {
      isEndless = ownCount > 0
      return false
    }
    ownCount += 1
    return true
  }

  fileprivate mutating func leaveOwn() {
    ownCount -= 1
    if ownCount == 0 { isEndless = false }
  }
}

// Untyped values are passed by functions that are compiled once, and not again for each kind of
// sink: what their values are takes longer to find out than to call a sink.

extension ValueSink {
  @_semantics("optimize.sil.specialize.generic.never")
  func write(_ number: Number) {
    if case .float(let value) = number { return float(value) }
    switch number.untyped {
    case let value as Int: integer(Int64(value))
    case let value as UInt64: integer(value)
    case let value as Double: double(value)
    case let value as Decimal: decimal(value)
    default: leaveOut()
    }
  }
}

/// A container with values that are still to be passed.
private struct OpenContainer {
  /// The container, if it is one of Foundation's.
  let object: AnyObject?
  var elements: IndexingIterator<[Any]>
  /// The pairs of an object; nil for an array.
  var pairs: IndexingIterator<[(key: String, value: Any)]>?

  mutating func next() -> (key: String?, value: Any)? {
    pairs == nil ? elements.next().map { (nil, $0) } : pairs?.next().map { ($0.key, $0.value) }
  }
}

extension ValueSink {
  func untyped(_ value: Any) { writeUntyped(value) }

  /// Passes an untyped value.
  ///
  /// 1. As null, a Boolean, a number, a string, an array or an object, if `Input` reads it as one.
  /// 2. As a model, a date, data, or the text of a `URL`, `UUID`, `TimeZone` or `Locale`.
  /// 3. By the shape of its own type; if there is none, it is omitted.
  ///
  /// Containers are kept in a list, so a deep value takes no stack.
  @_semantics("optimize.sil.specialize.generic.never")
  func writeUntyped(_ value: Any) {
    var open: [OpenContainer] = []
    begin(value, &open)
    while let last = open.indices.last {
      if let (key, value) = open[last].next() {
        if let key { self.key(key) }
        begin(value, &open)
      } else {
        let closed = open.removeLast()
        end(isArray: closed.pairs == nil)
        untyped.leave(closed.object)
      }
    }
  }

  /// Passes a scalar, or the beginning of a container.
  @_semantics("optimize.sil.specialize.generic.never")
  private func begin(_ value: Any, _ open: inout [OpenContainer]) {
    switch Input(value) {
    case .null: untypedNull()
    case .bool(let value): bool(value)
    case .number(let number): write(number)
    case .text(let text): self.text(text.string)
    case .array(.tree(let elements)):
      let object = reference(in: value)
      guard untyped.enter(object, if: mayNest()) else { return leaveOut() }
      begin(isArray: true, count: elements.count)
      open.append(OpenContainer(object: object, elements: elements.makeIterator()))
    case .object(.tree(let pairs)):
      let object = reference(in: value)
      guard untyped.enter(object, if: mayNest()) else { return leaveOut() }
      begin(isArray: false, count: pairs.count)
      let none = [Any]().makeIterator()
      let sorted = pairs.inKeyOrder().makeIterator()
      open.append(OpenContainer(object: object, elements: none, pairs: sorted))
    case .foreign(let value): writeForeign(value)
    case .array(.text), .object(.text): leaveOut()
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func writeForeign(_ value: Any) {
    if let object = reference(in: value), let model = object as? any Model {
      // The branch begins again in each model: the branch of models ends cycles.
      let outer = untyped
      untyped = UntypedBranch()
      defer { untyped = outer }
      return self.model(model)
    }
    switch value {
    case let date as Date: self.date(date)
    case let data as Data: self.data(data)
    default:
      guard untyped.enterOwn() else { return leaveOut() }
      defer { untyped.leaveOwn() }
      foreign(value)
    }
  }

  func untypedNull() { null() }

  func foreign(_ value: Any) { writeOwn(value) }

  /// Passes a value by the shape of its own type.
  @_semantics("optimize.sil.specialize.generic.never")
  func writeOwn(_ value: Any) {
    switch value {
    case let url as URL: text(url.absoluteString)
    // On Apple platforms, these may have become Foundation objects.
    case let id as UUID: text(id.uuidString)
    case let zone as TimeZone: text(zone.identifier)
    default:
      if let name = localeName(of: value) { return text(name) }
      let value = Unknown.unboxed(value)
      guard let shape = shape(of: type(of: value)), !shape.isUntyped else {
        return leaveOut()
      }
      if !shape.write(any: value, to: self) { leaveOut() }
    }
  }
}
