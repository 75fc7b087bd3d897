import ModelObjectKit

/// From ids.json.
///
/// Read it with `try IdsDocument(json: data)`.
class IdsDocument: ModelObject {
  var users: [String: User] = [:]
  var days: [String: Double] = [:]
  var tokens: [String: [String]?] = [:]
  var php: [Php] = []
  var versions: Versions?
  var nested: [String: [String: Bool]] = [:]

  class User: ModelObject {
    var name = ""
    var age: Int?
  }

  class Php: ModelObject {
    var map: Any?  // empty array or object
  }

  class Versions: ModelObject {
    var v1 = ""
    var v2 = ""
  }
}
