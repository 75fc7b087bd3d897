/// What is known of a decoder or encoder by the name of its module, or of the namespace that its
/// type is in.
final class CoderKind: Sendable {
  /// Whether it is Foundation's.
  let isFoundations: Bool
  /// Whether its containers are asked for `offeredKeys`.
  let offersKeys: Bool
  /// What a decoder says about scalars.
  let scalars: Scalars

  /// What a decoder says about the type of a scalar.
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
      name.hasPrefix(module + ".") || name.firstPlace(of: "." + module + ".") != nil
    }
    isFoundations = name.hasPrefix("FoundationEssentials.") || name.hasPrefix("Foundation.")
    scalars = isFoundations ? .strict : isOf("GRDB") ? .row : isOf("Yams") ? .yaml : .loose
    offersKeys = isFoundations || scalars == .row || isOf("CodableCSV")
  }

  private static let kinds = ImmortalTable<CoderKind>()

  /// The kind of a decoder or encoder, made once for its type.
  static func of(_ coder: Any) -> CoderKind {
    let type: Any.Type = type(of: coder)
    let key = ObjectIdentifier(type)
    return kinds.with(key) { $0 } ?? kinds.insert(CoderKind(type), for: key)
  }
}
