import Foundation
import ModelObjectKit

// The rows of `.ci/cost`: a hundred objects in or out, by this library or by coders, so many times.

private final class User: ModelObject {
  var id = 0
  var login = ""
  var avatarUrl = ""
  var url = ""
  var htmlUrl = ""
  var followersUrl = ""
  var followingUrl = ""
  var gistsUrl = ""
  var starredUrl = ""
  var reposUrl = ""
  var eventsUrl = ""
  var type = ""
  var siteAdmin = false
  var name: String?
  var company: String?
  var location: String?
  var email: String?
  var hireable: Bool?
  var bio: String?
  var publicRepos = 0
  var publicGists = 0
  var followers = 0
  var following = 0
  var score = 0.0
}

private final class CodedUser: Codable {
  var id = 0
  var login = ""
  var avatarUrl = ""
  var url = ""
  var htmlUrl = ""
  var followersUrl = ""
  var followingUrl = ""
  var gistsUrl = ""
  var starredUrl = ""
  var reposUrl = ""
  var eventsUrl = ""
  var type = ""
  var siteAdmin = false
  var name: String?
  var company: String?
  var location: String?
  var email: String?
  var hireable: Bool?
  var bio: String?
  var publicRepos = 0
  var publicGists = 0
  var followers = 0
  var following = 0
  var score = 0.0
}

private let user = #"""
  {"id":69631,"login":"example","avatarUrl":"https://avatars.example.com/u/69631?v=3",
  "url":"https://api.example.com/users/example","htmlUrl":"https://example.com/example",
  "followersUrl":"https://api.example.com/users/example/followers",
  "followingUrl":"https://api.example.com/users/example/following{/other_user}",
  "gistsUrl":"https://api.example.com/users/example/gists{/gist_id}",
  "starredUrl":"https://api.example.com/users/example/starred{/owner}{/repo}",
  "reposUrl":"https://api.example.com/users/example/repos",
  "eventsUrl":"https://api.example.com/users/example/events{/privacy}","type":"Organization",
  "siteAdmin":false,"name":"An example","company":null,"location":"Bonn, Germany","email":null,
  "hireable":null,"bio":"Works with the garage door open, and answers letters on Fridays.",
  "publicRepos":147,"publicGists":12,"followers":0,"following":0,"score":1.5}
  """#

@main struct Client {
  static func main() throws {
    let (row, times) = (CommandLine.arguments[1], Int(CommandLine.arguments[2]) ?? 0)
    let json = Data("[\(Array(repeating: user, count: 100).joined(separator: ","))]".utf8)
    switch row {
    case "in": for _ in 0..<times { try check([User](json: json).last?.publicRepos) }
    case "out":
      let users = try [User](json: json)
      for _ in 0..<times { try check(users.jsonData().isEmpty ? 0 : 147) }
    case "JSONDecoder":
      for _ in 0..<times {
        try check(JSONDecoder().decode([CodedUser].self, from: json).last?.publicRepos)
      }
    default:
      let users = try JSONDecoder().decode([CodedUser].self, from: json)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      for _ in 0..<times { try check(encoder.encode(users).isEmpty ? 0 : 147) }
    }
  }

  static func check(_ number: Int?) throws {
    guard number == 147 else { throw CocoaError(.coderInvalidValue) }
  }
}
