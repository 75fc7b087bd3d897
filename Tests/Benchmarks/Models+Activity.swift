import ModelObjectKit

/// An event in a project, of one of three kinds by its tag.
class Activity: ModelObject {
  var id = 0
  var actor = ""
  var repository = ""
  var summary = ""
  var isPublic = false

  override class var subclasses: Subclasses? {
    .byTag("type", ["push": Push.self, "comment": Comment.self, "release": Release.self])
  }
}

class Push: Activity {
  var branch = ""
  var commits = 0
}

class Comment: Activity {
  var body = ""
  var issue = 0
}

class Release: Activity {
  var tagName = ""
  var downloads = 0
}

/// The same for a reader that treats all kinds as one.
class AnyActivity: ModelObject {
  var id = 0
  var actor = ""
  var repository = ""
  var summary = ""
  var isPublic = false
  var branch = ""
  var commits = 0
  var body = ""
  var issue = 0
  var tagName = ""
  var downloads = 0
}

extension Documents {
  /// A thousand activities of three alternating kinds, minified.
  static var activitiesText: String {
    let kinds = [
      (tag: "push", text: "branch", value: "main", number: "commits"),
      (tag: "comment", text: "body", value: "Looks good to me.", number: "issue"),
      (tag: "release", text: "tag_name", value: "v1.4.2", number: "downloads"),
    ]
    let activities = (0..<1_000).map { number in
      let kind = kinds[number % kinds.count]
      return """
        {"id":\(31_000 + number),"type":"\(kind.tag)","actor":"octo\(number % 40)",\
        "repository":"kite/harbour","summary":"The \(number)th thing that happened here",\
        "is_public":true,"\(kind.text)":"\(kind.value)","\(kind.number)":\(number)}
        """
    }
    return "[" + activities.joined(separator: ",") + "]"
  }
}
