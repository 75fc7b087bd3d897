/// What tells whether an object, with its parts, is as it was.
struct ObjectPrint {
  /// That of the object and of all parts in it, by their addresses.
  fileprivate var trace: UInt64
  /// That of what would be saved, which knows equal parts at other addresses; nil if there are no
  /// parts, or too many objects share them.
  fileprivate let content: UInt64?
}

/// Makes the prints of objects, with their parts: the models in them that aren't objects of the store.
///
/// Many objects may share their parts, so that not all of them can look at each one. A part is looked
/// at once for the traces of all; if an object has another trace than before, its contents are
/// compared, as long as that isn't much more work.
final class PrintMaker {
  private let maker: FingerprintMaker
  /// The parts that were found, which stay alive, and the fingerprint of each with all that is in it.
  private var parts: [ObjectIdentifier: (part: any Model, value: UInt64)] = [:]

  init(encodes: Bool = true, _ reference: @escaping FingerprintMaker.Reference) {
    maker = FingerprintMaker(encodes: encodes, reference)
  }

  /// Forgets the parts, which may have changed.
  func forgetParts() {
    parts = [:]
    maker.forgetParts()
  }

  /// The print of an object; nil if it can't be saved.
  func print(of model: any Model) -> ObjectPrint? {
    trace(of: model).map { trace, hasParts in
      ObjectPrint(trace: trace, content: hasParts ? content(of: model) : nil)
    }
  }

  /// The print of an object, which is the former one if the object is as it was; nil if it can't be
  /// saved.
  func print(of model: any Model, since former: ObjectPrint) -> (print: ObjectPrint, isSame: Bool)?
  {
    guard let (trace, hasParts) = trace(of: model) else { return nil }
    if trace == former.trace { return (former, true) }
    let content = hasParts ? content(of: model) : nil
    let new = ObjectPrint(trace: trace, content: content)
    return (new, content != nil && content == former.content)
  }

  private func content(of model: any Model) -> UInt64? {
    maker.partCount > 4 * parts.count + 1000 ? nil : maker.fingerprint(of: model)
  }

  private func trace(of model: any Model) -> (value: UInt64, hasParts: Bool)? {
    guard let (value, inner) = maker.trace(of: model) else { return nil }
    guard !inner.isEmpty else { return (value, false) }
    guard add(inner) else { return nil }
    return (trace(value, inner), true)
  }

  /// The fingerprint of an object, or of some that consist of each other, with all that is in them.
  private func trace(_ own: UInt64, _ inner: [any Model]) -> UInt64 {
    var trace = Fingerprint()
    trace.add(.mark, own)
    var sum: UInt64 = 0
    for part in inner { sum &+= parts[ObjectIdentifier(part)]?.value ?? 0 }
    trace.add(.model, sum)
    return trace.value
  }

  /// Adds parts, innermost first; false if one can't be saved.
  private func add(_ roots: [any Model]) -> Bool {
    let roots = roots.filter { parts[ObjectIdentifier($0)] == nil }
    guard !roots.isEmpty else { return true }
    var found: [ObjectIdentifier: (own: UInt64, inner: [any Model])] = [:]
    let groups = CompletionOrder.groups(from: roots) { part in
      guard let (value, inner) = maker.trace(of: part) else { return [] }
      found[ObjectIdentifier(part)] = (value, inner)
      return inner.filter { parts[ObjectIdentifier($0)] == nil }
    }
    for group in groups {
      var (sum, inner): (UInt64, [any Model]) = (0, [])
      for object in group.objects {
        guard let part = found[ObjectIdentifier(object)] else { return false }
        var own = Fingerprint()
        own.add(.model, UInt64(UInt(bitPattern: ObjectIdentifier(object))))
        own.add(.mark, part.own)
        sum &+= own.value
        inner += part.inner
      }
      let value = trace(sum, inner)
      for object in group.objects { parts[ObjectIdentifier(object)] = (object, value) }
    }
    return true
  }
}
