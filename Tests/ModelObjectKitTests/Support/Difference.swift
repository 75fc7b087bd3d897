import Foundation
import ModelObjectKit
import Testing

/// What differs if the library is built with `PublicSymbols`: the rows of the table in
/// `HowItWorks`.
enum Difference: String, CaseIterable {
  case hooks
  case identityFamilies = "identity families"
  case propertiesWithoutAccessor = "properties without an accessor"
  case lets = "`let` properties"
  case observers
  case update = "an update"
  case failedUpdate = "an update that throws"
  case propertiesOfOneName = "private properties of the same name in a class and its superclass"
  case order
  case weak = "`weak` properties with an accessor"
  case objectsMade = "objects made"
  case mistakes = "mistakes in accessors"
  case archives
  case mirrors = "`Mirror` and `dump`"
  case structsInCoders = "`Codable` structs in properties"
  case modelStructs = "a `ModelStruct`"
  case releases = "long chains of objects"
  case modulesWithoutReflection = "modules built with `-disable-reflection-metadata`"
}

/// Whether the library is built with `PublicSymbols`.
#if PublicSymbols
private let hasPublicSymbols = true
#else
private let hasPublicSymbols = false
#endif

extension Trait where Self == ConditionTrait {
  /// Leaves a test out if the library is built with `PublicSymbols`, because of a difference.
  static func differs(_ difference: Difference) -> Self {
    let isOfHooks = difference == .hooks || difference == .identityFamilies
    return .disabled(
      if: isOfHooks ? everyClassIsHooked : hasPublicSymbols,
      "\(difference.rawValue)"
    )
  }
}

// Without the trait `Foundation`, nulls are a type of the library: these tests mean that one.
#if Foundation
let hasFoundation = true
#else
let hasFoundation = false
typealias NSNull = JSONNull
#endif

extension Trait where Self == ConditionTrait {
  /// Leaves a test out if the library is built without the trait `Foundation`: it is about something
  /// that the article on small programs lists as missing.
  static var needsFoundation: Self {
    .enabled(if: hasFoundation, "missing in small programs")
  }
}
