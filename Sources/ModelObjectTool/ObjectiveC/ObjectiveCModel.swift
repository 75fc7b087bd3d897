/// What becomes of one class of Objective-C.
final class ObjectiveCModel {
  struct Property {
    let source: ObjectiveCProperty
    let file: Int
    let name: String
    /// nil if it has no counterpart.
    var form: ObjectiveCForms.Form?
    var isOptional = false
    var initial: String?
    var isWeak = false
    /// Where it stands: for marks above it.
    var marks: [String] = []
  }

  struct Key {
    let property: String
    let keys: [String]
  }

  /// A method whose code has to be written again.
  struct Hook {
    let kind: ObjectiveCRule.Hook
    let file: Int
    let method: ObjectiveCMethod
  }

  let entry: ObjectiveCBase.Class
  let superclass: String?
  let isJSONModel: Bool
  var properties: [Property] = []
  var keys: [Key] = []
  var containers: [String: String] = [:]
  var ignored: [String] = []
  var mapped: [String]?
  var unarchived: [String] = []
  var unexported: [String] = []
  var required: [String] = []
  var hooks: [Hook] = []
  /// Methods and other code that stay in Objective-C.
  var left: [(text: String, file: Int, token: Int)] = []
  /// Comments in the mapping methods that aren't there any more.
  var notes: [(file: Int, range: Range<Int>)] = []
  var initialValues: [String: String] = [:]
  /// The key that the mapper makes of each name.
  var key: (_ name: String) -> String = { $0 }

  init(_ entry: ObjectiveCBase.Class, superclass: String?, isJSONModel: Bool) {
    (self.entry, self.superclass, self.isJSONModel) = (entry, superclass, isJSONModel)
  }

  var name: String { entry.name }

  func property(_ name: String) -> Property? {
    properties.first { $0.name == name || $0.source.name == name }
  }

  /// Adds a name, once.
  static func add(_ name: String, to list: inout [String]) {
    if !list.contains(name) { list.append(name) }
  }
}
