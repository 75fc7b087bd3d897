import ModelObjectKit

extension MappingOptions {
  /// Strict, but for keys that the input may lack: to look at wrong values alone.
  static var strictButMissing: MappingOptions {
    var options = MappingOptions.strict
    options.missingKeys = .ignore
    return options
  }
}
