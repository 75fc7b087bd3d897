import Foundation
import ModelObjectKit

/// The base class of the app's models, with options that keep what the former libraries did.
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

extension ModelObjectProtocol where Self: ModelObject {
  /// `try? Self(json: text)`, or nil without a text.
  static func deserialize(from text: String?, designatedPath: String? = nil) -> Self? {
    text.flatMap { try? Self(json: $0, at: designatedPath) }
  }

  /// `try? Self(json: data)`, or nil without data.
  static func deserialize(from data: Data?, designatedPath: String? = nil) -> Self? {
    data.flatMap { try? Self(json: $0, at: designatedPath) }
  }

  /// `try? Self(dictionary: dictionary)`, or nil without a dictionary.
  static func deserialize(
    from dictionary: [String: Any]?,
    designatedPath: String? = nil
  ) -> Self? {
    dictionary.flatMap { try? Self(dictionary: $0, at: designatedPath) }
  }

  /// `try? Self(dictionary: dictionary)`, or nil without a dictionary of strings.
  static func deserialize(
    from dictionary: NSDictionary?,
    designatedPath: String? = nil
  ) -> Self? {
    deserialize(from: dictionary as? [String: Any], designatedPath: designatedPath)
  }
}

extension ModelStruct {
  /// `try? Self(json: text)`, or nil without a text.
  static func deserialize(from text: String?, designatedPath: String? = nil) -> Self? {
    text.flatMap { try? Self(json: $0, at: designatedPath) }
  }

  /// `try? Self(json: data)`, or nil without data.
  static func deserialize(from data: Data?, designatedPath: String? = nil) -> Self? {
    data.flatMap { try? Self(json: $0, at: designatedPath) }
  }

  /// `try? Self(dictionary: dictionary)`, or nil without a dictionary.
  static func deserialize(
    from dictionary: [String: Any]?,
    designatedPath: String? = nil
  ) -> Self? {
    dictionary.flatMap { try? Self(dictionary: $0, at: designatedPath) }
  }

  /// `try? Self(dictionary: dictionary)`, or nil without a dictionary of strings.
  static func deserialize(
    from dictionary: NSDictionary?,
    designatedPath: String? = nil
  ) -> Self? {
    deserialize(from: dictionary as? [String: Any], designatedPath: designatedPath)
  }
}

extension Array where Element: ModelObject {
  /// `try? [Element](json: text)`, or nil without a text.
  static func deserialize(from text: String?, designatedPath: String? = nil) -> [Element?]? {
    text.flatMap { try? [Element](json: $0, at: designatedPath) }
  }

  /// `try? [Element](json: data)`, or nil without data.
  static func deserialize(from data: Data?, designatedPath: String? = nil) -> [Element?]? {
    data.flatMap { try? [Element](json: $0, at: designatedPath) }
  }

  /// `try? [Element](array: array)`, or nil without an array.
  static func deserialize(from array: [Any]?) -> [Element?]? {
    array.flatMap { try? [Element](array: $0) }
  }

  /// `try? [Element](array: array)`, or nil without an array.
  static func deserialize(from array: NSArray?) -> [Element?]? {
    deserialize(from: array as? [Any])
  }
}

extension Array where Element: ModelStruct {
  /// `try? [Element](json: text)`, or nil without a text.
  static func deserialize(from text: String?, designatedPath: String? = nil) -> [Element?]? {
    text.flatMap { try? [Element](json: $0, at: designatedPath) }
  }

  /// `try? [Element](json: data)`, or nil without data.
  static func deserialize(from data: Data?, designatedPath: String? = nil) -> [Element?]? {
    data.flatMap { try? [Element](json: $0, at: designatedPath) }
  }

  /// `try? [Element](array: array)`, or nil without an array.
  static func deserialize(from array: [Any]?) -> [Element?]? {
    array.flatMap { try? [Element](array: $0) }
  }

  /// `try? [Element](array: array)`, or nil without an array.
  static func deserialize(from array: NSArray?) -> [Element?]? {
    deserialize(from: array as? [Any])
  }
}

/// A transform of the library that the models came from.
protocol TransformType: SendableMetatype {
  associatedtype Object
  associatedtype JSON
  func transformFromJSON(_ value: Any?) -> Object?
  func transformToJSON(_ value: Object?) -> JSON?
}

extension PropertyTransform {
  /// A transform that works as it did.
  init<Transform: TransformType>(_ transform: Transform) {
    nonisolated(unsafe) let transform = transform
    self.init(
      read: { transform.transformFromJSON($0) },
      write: { transform.transformToJSON($0 as? Transform.Object) }
    )
  }
}

extension PropertyTransform {
  /// A transform that is called for each element of a list, or each value of a dictionary.
  init<Transform: TransformType>(elements transform: Transform) {
    nonisolated(unsafe) let transform = transform
    self.init(
      read: { value in
        switch value {
        case let list as [Any]: list.compactMap { transform.transformFromJSON($0) }
        case let pairs as [String: Any]:
          pairs.compactMapValues { transform.transformFromJSON($0) }
        default: nil
        }
      },
      write: { value in
        switch value {
        case let list as [Transform.Object]:
          list.compactMap { transform.transformToJSON($0) }
        case let pairs as [String: Transform.Object]:
          pairs.compactMapValues { transform.transformToJSON($0) }
        default: nil
        }
      }
    )
  }
}

/// A transform of two functions; a number is converted to the type of number that they take.
struct TransformOf<Object, JSON>: TransformType {
  private let fromJSON: (JSON?) -> Object?
  private let toJSON: (Object?) -> JSON?

  init(fromJSON: @escaping (JSON?) -> Object?, toJSON: @escaping (Object?) -> JSON?) {
    (self.fromJSON, self.toJSON) = (fromJSON, toJSON)
  }

  func transformFromJSON(_ value: Any?) -> Object? {
    if let value = value as? JSON { return fromJSON(value) }
    let isText = value is String || JSON.self == String.self
    return fromJSON(isText ? nil : ModelObject.convert(value, to: JSON.self))
  }

  func transformToJSON(_ value: Object?) -> JSON? { toJSON(value) }
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

/// Serves calls of `kj`.
struct KJ<Base> {
  let base: Base
}

extension String {
  var kj: KJ<String> { KJ(base: self) }
}

extension Data {
  var kj: KJ<Data> { KJ(base: self) }
}

extension Dictionary {
  var kj: KJ<[String: Any]> { KJ(base: self as Any as? [String: Any] ?? [:]) }
}

extension Array {
  var kj: KJ<[Any]> { KJ(base: self) }
}

extension NSDictionary {
  var kj: KJ<NSDictionary> { KJ(base: self) }
}

extension NSArray {
  var kj: KJ<[Any]> { KJ(base: self as? [Any] ?? []) }
}

extension ModelObjectProtocol where Self: ModelObject {
  var kj: KJ<Self> { KJ(base: self) }
}

extension KJ where Base == String {
  func model<Model: ModelObject>(_ type: Model.Type) -> Model? {
    try? Model(json: base)
  }

  func modelArray<Model: ModelObject>(_ type: Model.Type) -> [Model] {
    (try? [Model](json: base)) ?? []
  }
}

extension KJ where Base == Data {
  func model<Model: ModelObject>(_ type: Model.Type) -> Model? {
    try? Model(json: base)
  }

  func modelArray<Model: ModelObject>(_ type: Model.Type) -> [Model] {
    (try? [Model](json: base)) ?? []
  }
}

extension KJ where Base == [String: Any] {
  func model<Model: ModelObject>(_ type: Model.Type) -> Model {
    (try? Model(dictionary: base)) ?? Model()
  }

  func model(type: ModelObject.Type) -> ModelObject {
    let model = type.init()
    try? model.update(dictionary: base)
    return model
  }

  func JSONString(prettyPrinted: Bool = false) -> String {
    kjText(base, prettyPrinted)
  }
}

extension KJ where Base == NSDictionary {
  func model<Model: ModelObject>(_ type: Model.Type) -> Model? {
    (base as? [String: Any])?.kj.model(type)
  }

  func model(type: ModelObject.Type) -> ModelObject? {
    (base as? [String: Any])?.kj.model(type: type)
  }
}

extension KJ where Base == [Any] {
  func modelArray<Model: ModelObject>(_ type: Model.Type) -> [Model] {
    (try? [Model](array: base)) ?? []
  }

  func modelArray(type: ModelObject.Type) -> [ModelObject] {
    base.compactMap { ($0 as? [String: Any])?.kj.model(type: type) }
  }

  func JSONObjectArray() -> [[String: Any]] {
    base.compactMap { try? ($0 as? ModelObject)?.dictionaryRepresentation() }
  }

  func JSONString(prettyPrinted: Bool = false) -> String {
    kjText(base, prettyPrinted)
  }
}

extension KJ where Base: ModelObject {
  func JSONObject() -> [String: Any] {
    (try? base.dictionaryRepresentation()) ?? [:]
  }

  func JSONString(prettyPrinted: Bool = false) -> String {
    kjText(base, prettyPrinted)
  }
}

private func kjText(_ value: Any, _ prettyPrinted: Bool) -> String {
  func plain(_ value: Any) -> Any {
    switch value {
    case let model as ModelObject: (try? model.dictionaryRepresentation()) ?? [:]
    case let list as [Any]: list.map(plain)
    case let pairs as [String: Any]: pairs.mapValues(plain)
    default: value
    }
  }
  let value = plain(value)
  guard JSONSerialization.isValidJSONObject(value) else { return "" }
  let data = try? JSONSerialization.data(
    withJSONObject: value,
    options: prettyPrinted ? .prettyPrinted : []
  )
  return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
}
