import Foundation
import ModelObjectKit

/// From user.json.
///
/// Read it with `try UserDocument(json: data)`.
class UserDocument: ModelObject {
  var login = ""
  var userId = 0
  var avatarUrl: URL?
  var htmlBody = ""
  var siteAdmin = false
  var company: Any?  // always null
  var score = 0.0
  var createdAt: Date?
  var updated: Date?
  var phone = ""
  var plan: Plan?
  var emails: [String] = []
  var scores: [Double] = []
  var empty: [Any] = []  // always empty
  var nothing: [String: Any] = [:]  // always empty
  var balance: Decimal?
  var big: Decimal?
  var links: Links?

  override class var keyMapping: [String: JSONKey] {
    [
      "userId": "user_id",
      "avatarUrl": "avatar_url",
      "htmlBody": "HTMLBody",
      "siteAdmin": "SITE_ADMIN",
      "createdAt": "created_at",
    ]
  }

  class Plan: ModelObject {
    var name = ""
    var privateRepos = 0
    var space = 0

    override class var keyMapping: [String: JSONKey] {
      ["privateRepos": "private repos"]
    }
  }

  class Links: ModelObject {
    var `self`: URL?
    var next: Any?  // always null
  }
}
