import Foundation
import ModelObjectKit

/// Options, and what may be asked of a mapping that has them.
struct FuzzedOptions: Sendable {
  var options: MappingOptions?
  /// Whether what is exported is read back with the same meaning.
  var isUsual = false

  /// How many levels a text may have.
  var limit: Int { options?.maximumDepth ?? 512 }

  /// The same, for strict handling.
  var strict: MappingOptions {
    var strict = MappingOptions.strict
    if let options {
      strict.dates = options.dates
      strict.maximumDepth = options.maximumDepth
    }
    return strict
  }

  static func made(_ change: (inout MappingOptions) -> Void) -> FuzzedOptions {
    var options = MappingOptions()
    change(&options)
    return FuzzedOptions(options: options)
  }
}
