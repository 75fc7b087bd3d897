/// Whether the `allKeys` of a decoder leave out keys that the key type refuses.
///
/// Synthesized key types refuse keys of no property, so most decoders leave these out, and
/// Foundation's are known to; some stop the program. Refusing all keys and keeping their strings
/// takes a fraction of the time: else each key is put in an existential and cast back, in arrays
/// that grow.
///
/// - Assumes: Foundation's decoders offer the text of each key to the type, once.
/// - Canary: `OfferedKeys`.
/// - If it fails: the type is offered no key, or a key isn't left out, and `allKeys` is used.
/// - A user would see: decoders that are slower.
final class DecoderKind: Sendable {
  let leavesOutKeys: Bool
  let scalars: Scalars

  /// What a decoder says about the type of a scalar.
  ///
  /// A decoder is known by the name of its module, or of the namespace that its type is in.
  enum Scalars {
    /// Foundation's: a value decodes as a string, a boolean or a number, and as nothing else.
    case strict
    /// Others: a number may decode as a boolean, and anything as a string.
    case loose
    /// Yams: anything decodes as a string, and the text in front of a `Decimal` as that.
    case yaml
    /// GRDB: any column of a row that is read from its statement decodes as a string and a number,
    /// and a blob that was decoded as a string isn't a blob any more. In rows that were copied,
    /// numbers decode as booleans.
    case row
  }

  private init(_ type: Any.Type) {
    let name = String(reflecting: type)
    func isOf(_ module: String) -> Bool {
      name.hasPrefix(module + ".") || name.contains("." + module + ".")
    }
    leavesOutKeys = name.hasPrefix("FoundationEssentials.") || name.hasPrefix("Foundation.")
    scalars =
      leavesOutKeys ? .strict : isOf("GRDB") ? .row : isOf("Yams") ? .yaml : .loose
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
