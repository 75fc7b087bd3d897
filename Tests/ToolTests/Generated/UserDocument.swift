import Foundation
import ModelObjectKit

/// Read it with `try UserDocument(json: data)`.
class UserDocument: ModelObject {
  var login = ""
  var userId = 0
  var avatarUrl: URL?
  var htmlBody = ""
  var siteAdmin = false
  var company: Any?
  var score = 0.0
  var createdAt: Date?
  var updated: Date?
  var phone = ""
  var plan: Plan?
  var emails: [String] = []
  var scores: [Double] = []
  var empty: [Any] = []
  var nothing: [String: Any] = [:]
  var balance: Decimal?
  var big: Decimal?
  var links: Links?

  class Plan: ModelObject {
    var name = ""
    var privateRepos = 0
    var space = 0
  }

  class Links: ModelObject {
    var `self`: URL?
    var next: Any?
  }
}
