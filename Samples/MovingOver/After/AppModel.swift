import Foundation
import ModelObjectKit

/// The base class of the app's models, with options that keep what SmartCodable did.
class AppModel: ModelObject {
  /// Dates without a time zone are in that of the device.
  override class var mappingOptions: MappingOptions {
    var options = MappingOptions()
    options.dates.timeZone = .current
    return options
  }

  override class var exportOptions: ExportOptions {
    var options = ExportOptions()
    options.timeZone = .current
    return options
  }
}

/// A transform of the library that the models came from.
protocol ValueTransformable: SendableMetatype {
  associatedtype Object
  associatedtype JSON
  func transformFromJSON(_ value: Any) -> Object?
  func transformToJSON(_ value: Object) -> JSON?
}

extension PropertyTransform {
  /// A transform that works as it did: what it makes nothing of is mapped without it.
  init<Transform: ValueTransformable>(_ transform: Transform) {
    nonisolated(unsafe) let transform = transform
    self.init(
      read: { value in value.flatMap { transform.transformFromJSON($0) } ?? value },
      write: { ($0 as? Transform.Object).flatMap { transform.transformToJSON($0) } }
    )
  }
}

/// A transform of functions; a number is converted to the type of number that they take.
struct FastTransformer<Object, JSON>: ValueTransformable {
  private let fromJSON: (JSON?) -> Object?
  private let toJSON: ((Object?) -> JSON?)?

  init(fromJSON: @escaping (JSON?) -> Object?, toJSON: ((Object?) -> JSON?)? = nil) {
    (self.fromJSON, self.toJSON) = (fromJSON, toJSON)
  }

  func transformFromJSON(_ value: Any) -> Object? {
    if let value = value as? JSON { return fromJSON(value) }
    let isText = value is String || JSON.self == String.self
    return fromJSON(isText ? nil : ModelObject.convert(value, to: JSON.self))
  }

  func transformToJSON(_ value: Object) -> JSON? { toJSON?(value) }
}
