import ModelObjectKit

/// From byid.json.
///
/// Read it with `try [String: ByidDocument](json: data)`.
class ByidDocument: ModelObject {
  var title = ""
  var tags: [String]?
  var pages: Int?
}
