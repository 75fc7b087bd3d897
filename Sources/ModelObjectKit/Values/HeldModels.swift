/// The models that a value of a type may hold, directly or in its elements.
///
/// Used by archives, copies, comparisons and exports; a collection holds those of its element
/// type.
struct HeldModels {
  /// Those that an archive may hold.
  let allowed: AllowedModels
  /// Whether a value may hold models that copies and comparisons reach.
  let holdsModels: Bool
  /// Whether a value may write models to a sink.
  let writesModels: Bool
  /// Whether a value hashes its elements, like a set: models in it must be complete first.
  private(set) var areHashed = false

  static var none: HeldModels { Self(allowed: .none, holdsModels: false, writesModels: false) }
  /// Of `Any`: a value may hold any model.
  static var anything: HeldModels { Self(allowed: .any, holdsModels: true, writesModels: true) }
  /// Of a `ModelValue`: it writes its models, and copies and compares them itself.
  static var handedOut: HeldModels { Self(allowed: .any, holdsModels: false, writesModels: true) }
  /// Of a `Codable` type: it encodes its models with itself.
  static var encoded: HeldModels { Self(allowed: .none, holdsModels: false, writesModels: true) }

  /// Models of a class.
  static func of(_ type: any Model.Type) -> HeldModels {
    Self(allowed: .of(type), holdsModels: true, writesModels: true)
  }

  /// The same models in a set.
  var hashed: HeldModels {
    var held = self
    held.areHashed = true
    return held
  }

  /// Whether values are written by their own `Codable` conformance.
  var isEncoded: Bool {
    if case .none = allowed { writesModels } else { false }
  }

  /// Whether the type is a model or a container of models.
  var isRelationship: Bool { if case .of = allowed { true } else { false } }

  /// Whether making a value compares models, which must be complete first.
  var comparesModels: Bool { if case .none = allowed { false } else { areHashed } }

  /// Whether a value may hold models of any class that copies reach.
  var areAny: Bool { if case .any = allowed { holdsModels } else { false } }

  /// Whether a value can be copied only when the copies of all models in it are complete.
  var copiesLate: Bool { areAny || holdsModels && areHashed }
}

/// The models that an archive may hold for a value: none, any, or those of a class.
enum AllowedModels {
  case none
  case any
  case of(any Model.Type)
}
