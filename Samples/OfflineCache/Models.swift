import Foundation
import ModelObjectKit

// The server's objects. Each class has an identity.

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
