/// The models that a value of a type may hold, directly or in its elements.
///
/// Used by archives, copies, comparisons and exports; a collection has the contents of its element
/// type.
struct Contents {
  /// The models that an archive may hold for a value.
  let models: HeldModels
  /// Whether a value may hold models that copies and comparisons reach.
  let holdsModels: Bool
  /// Whether a value may write models to a sink.
  let writesModels: Bool
  /// Whether a value hashes its elements, like a set: models in it must be complete first.
  private(set) var areHashed = false

  static var none: Contents { Contents(models: .none, holdsModels: false, writesModels: false) }
  /// The contents of `Any`: a value may hold any model.
  static var anything: Contents { Contents(models: .any, holdsModels: true, writesModels: true) }
  /// The contents of a `ModelValue`: it gives its models, and copies and compares them itself.
  static var handedOut: Contents { Contents(models: .any, holdsModels: false, writesModels: true) }
  /// The contents of a `Codable` type: it encodes its models with itself.
  static var encoded: Contents { Contents(models: .none, holdsModels: false, writesModels: true) }

  /// Models of a class.
  static func of(_ type: any Model.Type) -> Contents {
    Contents(models: .of(type), holdsModels: true, writesModels: true)
  }

  /// The same contents in a set.
  var hashed: Contents {
    var contents = self
    contents.areHashed = true
    return contents
  }

  /// Whether values are written by their own `Codable` conformance.
  var isEncoded: Bool {
    if case .none = models { writesModels } else { false }
  }

  /// Whether the type is a model or a container of models.
  var isRelationship: Bool { if case .of = models { true } else { false } }

  /// Whether making a value compares models, which must be complete first.
  var comparesModels: Bool { if case .none = models { false } else { areHashed } }

  /// Whether a value can be copied only when the copies of all models in it are complete.
  var copiesLate: Bool {
    guard holdsModels else { return false }
    if case .any = models { return true }
    return areHashed
  }
}

/// The models that an archive may hold in a place: none, any, or those of a class.
enum HeldModels {
  case none
  case any
  case of(any Model.Type)
}
