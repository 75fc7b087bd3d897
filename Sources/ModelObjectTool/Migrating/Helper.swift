import ModelObjectKit

/// Code that keeps calls and transforms of the old library working.
enum Helper: String, CaseIterable {
  case deserialize, deserializeList, toJSON, toJSONList, toJSONAlways, toJSONListAlways,
    toJSONString, toJSONStringList
  case transformType, elementTransform, transformOf, dateFormatterTransform, mapper
  case deserializePlainList, toDictionary, valueTransformable, fastTransformer, kj, swiftyJSON

  var needs: [Helper] {
    switch self {
    case .transformOf, .dateFormatterTransform, .elementTransform: [.transformType]
    case .fastTransformer: [.valueTransformable]
    default: []
    }
  }

  /// What takes its place, for the comment.
  func code(_ access: String) -> String {
    switch self {
    case .deserialize:
      """
      extension ModelObjectProtocol where Self: ModelObject {
        /// `try? Self(json: text)`, or nil without a text.
        \(access)static func deserialize(from text: String?, designatedPath: String? = nil) -> Self? {
          text.flatMap { try? Self(json: $0, at: designatedPath) }
        }

        /// `try? Self(json: data)`, or nil without data.
        \(access)static func deserialize(from data: Data?, designatedPath: String? = nil) -> Self? {
          data.flatMap { try? Self(json: $0, at: designatedPath) }
        }

        /// `try? Self(dictionary: dictionary)`, or nil without a dictionary.
        \(access)static func deserialize(
          from dictionary: [String: Any]?,
          designatedPath: String? = nil
        ) -> Self? {
          dictionary.flatMap { try? Self(dictionary: $0, at: designatedPath) }
        }

        /// `try? Self(dictionary: dictionary)`, or nil without a dictionary of strings.
        \(access)static func deserialize(
          from dictionary: NSDictionary?,
          designatedPath: String? = nil
        ) -> Self? {
          deserialize(from: dictionary as? [String: Any], designatedPath: designatedPath)
        }
      }
      """
    case .deserializeList:
      Self.deserializeList(access, of: "Element?") + """


          /// `try? [Element](array: array)`, or nil without an array.
          \(access)static func deserialize(from array: NSArray?) -> [Element?]? {
            deserialize(from: array as? [Any])
          }
        }
        """
    case .deserializePlainList: Self.deserializeList(access, of: "Element") + "\n}"
    case .toDictionary:
      """
      extension ModelObjectProtocol where Self: ModelObject {
        /// `try? dictionaryRepresentation()`.
        \(access)func toDictionary(useMappedKeys: Bool = false) -> [String: Any]? {
          try? dictionaryRepresentation()
        }
      }

      extension Array where Element: ModelObject {
        /// `try? dictionaryRepresentations()`.
        \(access)func toArray(useMappedKeys: Bool = false) -> [[String: Any]]? {
          try? dictionaryRepresentations()
        }
      }
      """
    case .valueTransformable:
      """
      /// A transform of the library that the models came from.
      \(access)protocol ValueTransformable: SendableMetatype {
        associatedtype Object
        associatedtype JSON
        func transformFromJSON(_ value: Any) -> Object?
        func transformToJSON(_ value: Object) -> JSON?
      }

      extension PropertyTransform {
        /// A transform that works as it did: what it makes nothing of is mapped without it.
        \(access)init<Transform: ValueTransformable>(_ transform: Transform) {
          nonisolated(unsafe) let transform = transform
          self.init(
            read: { value in value.flatMap { transform.transformFromJSON($0) } ?? value },
            write: { ($0 as? Transform.Object).flatMap { transform.transformToJSON($0) } }
          )
        }
      }
      """
    case .fastTransformer:
      """
      /// A transform of functions; a number is converted to the type of number that they take.
      \(access)struct FastTransformer<Object, JSON>: ValueTransformable {
        private let fromJSON: (JSON?) -> Object?
        private let toJSON: ((Object?) -> JSON?)?

        \(access)init(fromJSON: @escaping (JSON?) -> Object?, toJSON: ((Object?) -> JSON?)? = nil) {
          (self.fromJSON, self.toJSON) = (fromJSON, toJSON)
        }

        \(access)func transformFromJSON(_ value: Any) -> Object? {
          if let value = value as? JSON { return fromJSON(value) }
          let isText = value is String || JSON.self == String.self
          return fromJSON(isText ? nil : ModelObject.convert(value, to: JSON.self))
        }

        \(access)func transformToJSON(_ value: Object) -> JSON? { toJSON?(value) }
      }
      """
    case .kj: Self.kj(access)
    case .swiftyJSON:
      """
      extension ModelObjectProtocol where Self: ModelObject {
        /// A model with the values of an object of SwiftyJSON.
        \(access)init(json: JSON) {
          self.init()
          try? update(dictionary: json.dictionaryObject ?? [:])
        }
      }
      """
    case .toJSON:
      """
      extension ModelObjectProtocol where Self: ModelObject {
        /// `try? dictionaryRepresentation()`.
        \(access)func toJSON() -> [String: Any]? { try? dictionaryRepresentation() }
      }
      """
    case .toJSONList:
      """
      extension Array where Element: ModelObject {
        /// `try? dictionaryRepresentations()`.
        \(access)func toJSON() -> [[String: Any]?] { (try? dictionaryRepresentations()) ?? [] }
      }
      """
    case .toJSONAlways:
      """
      extension ModelObjectProtocol where Self: ModelObject {
        /// `try? dictionaryRepresentation()`, or an empty dictionary.
        \(access)func toJSON() -> [String: Any] { (try? dictionaryRepresentation()) ?? [:] }
      }
      """
    case .toJSONListAlways:
      """
      extension Array where Element: ModelObject {
        /// `try? dictionaryRepresentations()`, or an empty list.
        \(access)func toJSON() -> [[String: Any]] { (try? dictionaryRepresentations()) ?? [] }
      }
      """
    case .toJSONString:
      """
      extension ModelObjectProtocol where Self: ModelObject {
        /// `try? jsonString()`.
        \(access)func toJSONString(prettyPrint: Bool = false) -> String? {
          var options = Self.exportOptions
          options.prettyPrinted = prettyPrint
          return try? jsonString(options: options)
        }
      }
      """
    case .toJSONStringList:
      """
      extension Array where Element: ModelObject {
        /// `try? jsonString()`.
        \(access)func toJSONString(prettyPrint: Bool = false) -> String? {
          var options = Element.exportOptions
          options.prettyPrinted = prettyPrint
          return try? jsonString(options: options)
        }
      }
      """
    case .mapper:
      """
      /// Makes models and exports them, as ObjectMapper's class of this name did.
      \(access)struct Mapper<Model: ModelObject> {
        \(access)init() {}

        \(access)func map(JSONString: String) -> Model? { try? Model(json: JSONString) }
        \(access)func map(JSON: [String: Any]) -> Model? { try? Model(dictionary: JSON) }
        \(access)func map(JSONObject: Any?) -> Model? {
          (JSONObject as? [String: Any]).flatMap { try? Model(dictionary: $0) }
        }

        \(access)func map(JSONString: String, toObject model: Model) -> Model {
          try? model.update(json: JSONString)
          return model
        }

        \(access)func map(JSON: [String: Any], toObject model: Model) -> Model {
          try? model.update(dictionary: JSON)
          return model
        }

        \(access)func mapArray(JSONString: String) -> [Model]? { try? [Model](json: JSONString) }
        \(access)func mapArray(JSONArray: [[String: Any]]) -> [Model] {
          (try? [Model](array: JSONArray)) ?? []
        }
        \(access)func mapArray(JSONObject: Any?) -> [Model]? {
          (JSONObject as? [Any]).flatMap { try? [Model](array: $0) }
        }

        \(access)func mapDictionary(JSONString: String) -> [String: Model]? {
          try? [String: Model](json: JSONString)
        }
        \(access)func mapDictionary(JSON: [String: [String: Any]]) -> [String: Model]? {
          JSON.compactMapValues { try? Model(dictionary: $0) }
        }

        \(access)func toJSON(_ model: Model) -> [String: Any] {
          (try? model.dictionaryRepresentation()) ?? [:]
        }
        \(access)func toJSONArray(_ models: [Model]) -> [[String: Any]] {
          (try? models.dictionaryRepresentations()) ?? []
        }
        \(access)func toJSONString(_ model: Model, prettyPrint: Bool = false) -> String? {
          var options = Model.exportOptions
          options.prettyPrinted = prettyPrint
          return try? model.jsonString(options: options)
        }
        \(access)func toJSONString(_ models: [Model], prettyPrint: Bool = false) -> String? {
          var options = Model.exportOptions
          options.prettyPrinted = prettyPrint
          return try? models.jsonString(options: options)
        }
      }
      """
    case .transformType:
      """
      /// A transform of the library that the models came from.
      \(access)protocol TransformType: SendableMetatype {
        associatedtype Object
        associatedtype JSON
        func transformFromJSON(_ value: Any?) -> Object?
        func transformToJSON(_ value: Object?) -> JSON?
      }

      extension PropertyTransform {
        /// A transform that works as it did.
        \(access)init<Transform: TransformType>(_ transform: Transform) {
          nonisolated(unsafe) let transform = transform
          self.init(
            read: { transform.transformFromJSON($0) },
            write: { transform.transformToJSON($0 as? Transform.Object) }
          )
        }
      }
      """
    case .elementTransform:
      """
      extension PropertyTransform {
        /// A transform that is called for each element of a list, or each value of a dictionary.
        \(access)init<Transform: TransformType>(elements transform: Transform) {
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
      """
    case .transformOf:
      """
      /// A transform of two functions; a number is converted to the type of number that they take.
      \(access)struct TransformOf<Object, JSON>: TransformType {
        private let fromJSON: (JSON?) -> Object?
        private let toJSON: (Object?) -> JSON?

        \(access)init(fromJSON: @escaping (JSON?) -> Object?, toJSON: @escaping (Object?) -> JSON?) {
          (self.fromJSON, self.toJSON) = (fromJSON, toJSON)
        }

        \(access)func transformFromJSON(_ value: Any?) -> Object? {
          if let value = value as? JSON { return fromJSON(value) }
          let isText = value is String || JSON.self == String.self
          return fromJSON(isText ? nil : ModelObject.convert(value, to: JSON.self))
        }

        \(access)func transformToJSON(_ value: Object?) -> JSON? { toJSON(value) }
      }
      """
    case .dateFormatterTransform:
      """
      /// Dates by a formatter.
      \(access == "public " ? "open " : "")class DateFormatterTransform: TransformType {
        \(access)let dateFormatter: DateFormatter

        \(access)init(dateFormatter: DateFormatter) { self.dateFormatter = dateFormatter }

        \(access == "public " ? "open " : "")func transformFromJSON(_ value: Any?) -> Date? {
          (value as? String).flatMap { dateFormatter.date(from: $0) }
        }

        \(access == "public " ? "open " : "")func transformToJSON(_ value: Date?) -> String? {
          value.map { dateFormatter.string(from: $0) }
        }
      }
      """
    }
  }

  /// Functions for lists, without the brace after them.
  private static func deserializeList(_ access: String, of element: String) -> String {
    """
    extension Array where Element: ModelObject {
      /// `try? [Element](json: text)`, or nil without a text.
      \(access)static func deserialize(from text: String?, designatedPath: String? = nil) -> [\(element)]? {
        text.flatMap { try? [Element](json: $0, at: designatedPath) }
      }

      /// `try? [Element](json: data)`, or nil without data.
      \(access)static func deserialize(from data: Data?, designatedPath: String? = nil) -> [\(element)]? {
        data.flatMap { try? [Element](json: $0, at: designatedPath) }
      }

      /// `try? [Element](array: array)`, or nil without an array.
      \(access)static func deserialize(from array: [Any]?) -> [\(element)]? {
        array.flatMap { try? [Element](array: $0) }
      }
    """
  }
}
