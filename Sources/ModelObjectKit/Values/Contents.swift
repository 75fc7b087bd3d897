/// Which models a value of a type may hold, by itself or in its elements.
///
/// It says all that archives, copies, comparisons and exports ask; collections have what their elements
/// have.
struct Contents {
  /// The models that may stand in its place in an archive.
  let models: HeldModels
  /// Whether it may hold models that copies and comparisons reach.
  let holdsModels: Bool
  /// Whether models may be met when a value is given to a sink.
  let givesModels: Bool
  /// Whether a value finds them by what is in them, as a set does: then they must be whole first.
  private(set) var areHashed = false

  static var none: Contents { Contents(models: .none, holdsModels: false, givesModels: false) }
  /// Whatever was put there: the type says nothing.
  static var anything: Contents { Contents(models: .any, holdsModels: true, givesModels: true) }
  /// Those that a user's type makes plain values of; it copies and compares them itself.
  static var handedOut: Contents { Contents(models: .any, holdsModels: false, givesModels: true) }
  /// Those that a user's type encodes with itself.
  static var encoded: Contents { Contents(models: .none, holdsModels: false, givesModels: true) }

  /// Models of a class.
  static func of(_ type: any Model.Type) -> Contents {
    Contents(models: .of(type), holdsModels: true, givesModels: true)
  }

  /// The same in a set.
  var hashed: Contents {
    var contents = self
    contents.areHashed = true
    return contents
  }

  /// Whether the type says that its values are models, or containers of them.
  var isRelationship: Bool { if case .of = models { true } else { false } }

  /// Whether making a value compares models, which must be whole by then.
  var comparesModels: Bool { if case .none = models { false } else { areHashed } }

  /// Whether a value can be copied only when the copies of all models in it are whole.
  var copiesLate: Bool {
    guard holdsModels else { return false }
    if case .any = models { return true }
    return areHashed
  }
}

/// The models that may stand in a place.
enum HeldModels {
  case none
  case any
  case of(any Model.Type)
}
