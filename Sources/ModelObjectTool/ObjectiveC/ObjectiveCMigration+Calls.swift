import ModelObjectKit

/// Code that keeps the calls of a library in Swift working for the new classes.
struct ObjectiveCCalls {
  /// What the names of its functions begin with.
  let names: [String]
  let code: String

  static let all = [ofYYModel, ofMJExtension, ofJSONModel]

  /// What all of them need.
  static let shared = """
    extension ModelObjectProtocol where Self: ModelObject {
      /// A model of a text, data or a dictionary; nil if it can't be one.
      fileprivate static func model(_ json: Any?) -> Self? {
        switch json {
        case let text as String: try? Self(json: text)
        case let data as Data: try? Self(json: data)
        case let dictionary as [String: Any]: try? Self(dictionary: dictionary)
        default: nil
        }
      }

      fileprivate static func models(_ json: Any?) -> [Self]? {
        switch json {
        case let text as String: try? [Self](json: text)
        case let data as Data: try? [Self](json: data)
        case let array as [Any]: try? [Self](array: array)
        default: nil
        }
      }

      /// Whether the model could be updated.
      fileprivate func isUpdated(_ json: Any?) -> Bool {
        switch json {
        case let text as String: (try? update(json: text)) != nil
        case let data as Data: (try? update(json: data)) != nil
        case let dictionary as [String: Any]: (try? update(dictionary: dictionary)) != nil
        default: false
        }
      }
    }
    """

  private static let ofYYModel = ObjectiveCCalls(
    names: ["yy_model"],
    code: """
      /// The calls of YYModel.
      extension ModelObjectProtocol where Self: ModelObject {
        static func yy_model(withJSON json: Any?) -> Self? { model(json) }
        static func yy_model(with dictionary: [AnyHashable: Any]) -> Self? { model(dictionary) }
        @discardableResult func yy_modelSet(withJSON json: Any?) -> Bool { isUpdated(json) }
        @discardableResult func yy_modelSet(with dictionary: [AnyHashable: Any]) -> Bool {
          isUpdated(dictionary)
        }
        func yy_modelToJSONObject() -> Any? { try? dictionaryRepresentation() }
        func yy_modelToJSONData() -> Data? { try? jsonData() }
        func yy_modelToJSONString() -> String? { try? jsonString() }
        func yy_modelCopy() -> Any? { copy() }
      }

      extension NSArray {
        static func yy_modelArray<Model: ModelObject>(
          with type: Model.Type,
          json: Any?
        ) -> [Model]? {
          Model.models(json)
        }
      }
      """
  )

  private static let ofMJExtension = ObjectiveCCalls(
    names: ["mj_object", "mj_keyValues", "mj_setKeyValues", "mj_JSON"],
    code: """
      /// The calls of MJExtension.
      extension ModelObjectProtocol where Self: ModelObject {
        static func mj_object(withKeyValues json: Any?) -> Self? { model(json) }
        static func mj_objectArray(withKeyValuesArray json: Any?) -> NSMutableArray? {
          models(json).map { NSMutableArray(array: $0) }
        }
        @discardableResult func mj_setKeyValues(_ json: Any?) -> Self {
          _ = isUpdated(json)
          return self
        }
        func mj_keyValues() -> NSMutableDictionary? {
          (try? dictionaryRepresentation()).map { NSMutableDictionary(dictionary: $0) }
        }
        func mj_JSONObject() -> Any? { try? dictionaryRepresentation() }
        func mj_JSONString() -> String? { try? jsonString() }
        func mj_JSONData() -> Data? { try? jsonData() }
      }
      """
  )

  private static let ofJSONModel = ObjectiveCCalls(
    names: ["toDictionary", "toJSONString", "toJSONData", "arrayOfModels"],
    code: """
      /// The calls of JSONModel; `init(dictionary:)` is the library's own.
      extension ModelObjectProtocol where Self: ModelObject {
        func toDictionary() -> [AnyHashable: Any]? { try? dictionaryRepresentation() }
        func toJSONString() -> String? { try? jsonString() }
        func toJSONData() -> Data? { try? jsonData() }
        static func arrayOfModels(fromDictionaries array: [Any]) throws -> NSMutableArray {
          NSMutableArray(array: try [Self](array: array))
        }
      }
      """
  )
}

extension ObjectiveCMigration {
  /// The file for the calls in some Swift files; nil if there are none.
  func callsFile(_ files: [CodeFile]) -> String? {
    guard !results.isEmpty else { return nil }
    var called: Set<String> = []
    for file in files {
      for (index, token) in file.source.tokens.enumerated()
      where token.kind == .word && file.source[index - 1].text == "." {
        called.insert(token.text)
      }
    }
    let used = ObjectiveCCalls.all.filter { calls in
      calls.names.contains { name in called.contains { $0.hasPrefix(name) } }
        && (calls.names[0] != "toDictionary" || models.contains(where: \.isJSONModel))
    }
    guard !used.isEmpty else { return nil }
    report.note("calls in Swift keep their names, by the functions of ObjectiveCCalls.swift")
    let parts =
      ["import Foundation\nimport ModelObjectKit", ObjectiveCCalls.shared] + used.map(\.code)
    return parts.joined(separator: "\n\n") + "\n"
  }
}
