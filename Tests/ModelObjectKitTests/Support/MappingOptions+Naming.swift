import ModelObjectKit

extension MappingOptions {
  /// Lenient options with an `arrayMapping`.
  static func naming(_ classes: [String: ModelObject.Type]) -> MappingOptions {
    var options = MappingOptions()
    options.arrayMapping = classes
    return options
  }
}
