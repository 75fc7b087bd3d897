import Foundation
import ModelObjectKit

/// From thread.json.
///
/// Read it with `try ThreadDocument(json: data)`.
/// An export with the `keyStyle` `.snakeCase` restores the original keys.
class ThreadDocument: ModelObject {
  var comments: [Comment] = []
  var moderator: Moderator?
  var statuses: [Any] = []  // always empty
  var categories: [Category] = []
  var people: [Person] = []

  class Comment: ModelObject {
    var id = 0
    var text = ""
    var author: Moderator?
    var replies: [Comment] = []
    var quoted: Comment?
  }

  class Moderator: ModelObject {
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
