/// Whether the `allKeys` of a decoder leave out keys that the key type refuses.
///
/// Synthesised key types refuse keys of no property, so most decoders leave these out, and
/// Foundation's are known to; some stop the program. Refusing all keys and keeping their texts
/// takes a fraction of the time: else each key is put in an existential and cast back, in arrays
/// that grow.
///
/// - Assumes: Foundation's decoders offer the text of each key to the type, once.
/// - Canary: `OfferedKeys`.
/// - Where it fails: if the type is offered no key, or a key is not left out, `allKeys` is used
///   anew.
/// - A user would see: decoders that are slower.
final class DecoderKind: Sendable {
  let leavesOutKeys: Bool

  private init(_ type: Any.Type) {
    let name = String(reflecting: type)
    leavesOutKeys = name.hasPrefix("FoundationEssentials.") || name.hasPrefix("Foundation.")
  }

  private static let kinds = ImmortalTable<DecoderKind>()

  /// The kind of a decoder, made once for its type.
  static func of(_ decoder: any Decoder) -> DecoderKind {
    let type: Any.Type = type(of: decoder)
    let key = ObjectIdentifier(type)
    return kinds.with(key) { $0 } ?? kinds.insert(DecoderKind(type), for: key)
  }
}

extension KeyedSource {
  /// All keys of a container, for a decoder that leaves out refused keys.
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
