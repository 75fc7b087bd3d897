import Foundation
import ModelObjectKit

// What the server tells of. Each class says by what its objects are told apart.

class Article: ModelObject {
  var id = 0
  var title = ""
  var summary: String?
  var changed: Date?
  var author: Author?
  var tags: [Tag] = []
  override class var identity: Set<String> { ["id"] }
}

class Author: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
}

class Tag: ModelObject {
  var slug = ""
  var title = ""
  override class var identity: Set<String> { ["slug"] }
}
