import ModelObjectKit

extension MappingOptions {
  /// Strict, except for missing keys: only wrong values matter.
  static var strictButMissing: MappingOptions {
    var options = MappingOptions.strict
    options.missingKeys = .ignore
    return options
  }
}
