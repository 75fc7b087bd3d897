import ModelObjectEssentials

/// What the long strings and data of an archive have become.
///
/// An archive has an equal string once, however many values are that string. Each would make a value of
/// its own type of it, with a copy of all bytes; so it is converted once for each type.
final class LongValues {
  private struct Key: Hashable {
    let place: BytePlace
    let type: ObjectIdentifier
    let use: String
  }

  private static let leastSize = 256
  private var known: [Key: (source: LongSource, result: Result<Any, Misfit>)] = [:]

  /// The value that a closure makes of a source of some size; it isn't called again for the same one,
  /// unless the other closure refuses to keep its result.
  func value<Value>(
    of source: LongSource,
    for use: String = "",
    from leastSize: Int = leastSize,
    _ make: () throws(Misfit) -> Value,
    keeping mayKeep: (Result<Any, Misfit>) -> Bool = { _ in true }
  ) throws(Misfit) -> Value {
    guard source.size >= leastSize else { return try make() }
    let key = Key(place: source.place, type: ObjectIdentifier(Value.self), use: use)
    // Other bytes may have been at the same place.
    if let known = known[key], known.source.isSame(as: source) {
      if let value = try known.result.get() as? Value { return value }
    }
    let result: Result<Any, Misfit>
    do throws(Misfit) {
      let value = try make()
      result = .success(value)
      if mayKeep(result) { known[key] = (source, result) }
      return value
    } catch {
      if !error.isFatal, mayKeep(.failure(error)) { known[key] = (source, .failure(error)) }
      throw error
    }
  }
}

/// A string or data of an archive.
enum LongSource {
  case text(String)
  case data(Data)

  var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .data(let data): data.count
    }
  }

  var place: BytePlace { withBytes { $0.place } }

  func isSame(as other: LongSource) -> Bool {
    // The text that is known is still where it was.
    if isInPlace, other.isInPlace, place == other.place { return true }
    return withBytes { bytes in other.withBytes { bytes.equals($0) } }
  }

  /// Whether its bytes are its own storage, and not a copy for the length of a call.
  private var isInPlace: Bool {
    guard case .text(let text) = self else { return false }
    return text.isContiguousUTF8
  }

  private func withBytes<Value>(_ body: (ByteView) -> Value) -> Value {
    switch self {
    case .text(let text): ByteView.with(text, body)
    case .data(let data): ByteView.with(data, body)
    }
  }
}

extension Input {
  /// The string or data of an archive that the input is; nil for any other input.
  var source: LongSource? {
    switch self {
    case .text(.verbatim(let text)): .text(text)
    case .foreign(let value):
      payload(of: value, as: Data.self).map { .data($0) }
        ?? payload(of: value, as: EncodedValue.self).flatMap {
          $0.models == nil ? .text($0.text) : nil
        }
    default: nil
    }
  }
}

extension ArchiveReader {
  /// A value made of an input, once if many values are one long string; a value in which objects of
  /// classes may be is made for each.
  func sharing<Value>(
    _ input: Input,
    _ read: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    guard let source = input.source else { return try read() }
    let isLeaf = Value.self is any Leaf.Type
    return try longValues.value(of: source) { () throws(Misfit) in
      if !isLeaf { try budget.spend(source.size, on: .decoding) }
      return try read()
    } keeping: { result in
      if isLeaf { return true }
      guard case .success(let value) = result else { return false }
      return !mayHoldObjects(value)
    }
  }

  func mayHoldObjects(_ value: Any) -> Bool {
    if value is any Leaf || value is any ArchivedApart { return false }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary, .optional: break
    case .struct, .enum, .tuple: if value is any CustomReflectable { return true }
    default: if !mirror.children.isEmpty || type(of: value) is AnyClass { return true }
    }
    return mirror.children.contains { mayHoldObjects($0.value) }
  }
}
