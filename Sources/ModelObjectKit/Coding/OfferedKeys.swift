/// Whether a decoder leaves out the keys that a key's type refuses, when it is asked for all.
///
/// Synthesised keys refuse those of no property, so most decoders do, and Foundation's are known to;
/// some stop the program. To refuse all and keep their texts takes a fraction of the time: else
/// each key of each object is put in an existential and cast back, in arrays that grow.
///
/// - Assumes: Foundation's decoders offer the text of each key to the type, once.
/// - Canary: `OfferedKeys`.
/// - Where it fails: where the type is offered nothing, or a key comes back, all are asked for anew.
/// - A user would see: decoders that are slower.
final class DecoderKind: Sendable {
  let leavesOutKeys: Bool

  private init(_ type: Any.Type) {
    let name = String(reflecting: type)
    leavesOutKeys = name.hasPrefix("FoundationEssentials.") || name.hasPrefix("Foundation.")
  }

  private static let kinds = ImmortalTable<DecoderKind>()

  /// The kind of a decoder, found out once for its type.
  static func of(_ decoder: any Decoder) -> DecoderKind {
    let type: Any.Type = type(of: decoder)
    let key = ObjectIdentifier(type)
    return kinds.with(key) { $0 } ?? kinds.insert(DecoderKind(type), for: key)
  }
}

extension KeyedSource {
  /// All keys of a container of a decoder that leaves out those which are refused.
  var offeredKeys: [AnyKey] {
    let state = ThreadState.ofThread()
    state.takesKeys = true
    let kept = allKeys
    state.takesKeys = false
    defer { state.offeredKeys.removeAll(keepingCapacity: true) }
    return kept.isEmpty && !state.offeredKeys.isEmpty
      ? state.offeredKeys.map { AnyKey($0) } : allKeys
  }
}
