import Foundation
import ModelObjectKit

/// Read it with `try ThreadDocument(json: data)`.
class ThreadDocument: ModelObject {
  var comments: [Comment] = []
  var moderator: Author?
  var statuses: [Any] = []
  var categories: [Category] = []
  var people: [Person] = []

  class Comment: ModelObject {
    var id = 0
    var text = ""
    var author: Author?
    var replies: [Comment] = []
    var quoted: Comment?
  }

  class Author: ModelObject {
    var id = 0
    var name = ""
    var homePage: URL?
    var city: String?
  }

  class Category: ModelObject {
    var title = ""
  }

  class Person: ModelObject {
    var nick = ""
  }
}
