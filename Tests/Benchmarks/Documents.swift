import Foundation

/// The documents that the rows read.
///
/// They are the same in every run: invented, or generated from an invented one with fixed seeds.
final class Documents {
  /// A flat user of 28 keys, pretty-printed.
  let user: Data
  /// A status of 68 nested objects, pretty-printed.
  let status: Data

  /// A page of posts: objects in arrays, escapes, non-ASCII text, dates.
  let timeline: Data
  /// A catalog: dictionaries by id, arrays of integers, many small objects.
  let catalog: Data
  /// An outline: fractions in arrays in arrays, minified.
  let outline: Data

  private let template: UserTemplate

  /// Reads `github_user.json`, `weibo_status.json`, `twitter.json`, `citm_catalog.json` and
  /// `canada.json` from a folder, as far as they are there, or uses the invented documents.
  init(fixtures: URL? = nil) throws {
    func text(_ name: String, otherwise: () -> String) -> Data {
      let file = fixtures?.appendingPathComponent("\(name).json")
      return file.flatMap { try? Data(contentsOf: $0) } ?? Data(otherwise().utf8)
    }
    user = text("github_user") { Self.userText }
    status = text("weibo_status") { Self.statusText }
    timeline = text("twitter") { Self.timelineText }
    catalog = text("citm_catalog") { Self.catalogText }
    outline = text("canada") { Self.outlineText }
    template = try UserTemplate(user)
  }

  /// Arrays of users that differ, minified, each made at its first use.
  lazy var thousandUsers = users(1_000)
  lazy var fiftyThousandUsers = users(50_000)
  lazy var hundredThousandUsers = users(100_000)

  /// The text of an array; element `n` is `user(number: n)`, however long the array is.
  func users(_ count: Int) -> Data {
    var text = Data("[".utf8)
    text.reserveCapacity(count * user.count)
    for number in 0..<count {
      text.append(contentsOf: number == 0 ? "".utf8 : ",".utf8)
      text.append(contentsOf: template.text(number: number).utf8)
    }
    text.append(contentsOf: "]".utf8)
    return text
  }

  /// The text of one generated user, minified.
  func user(number: Int) -> Data {
    Data(template.text(number: number).utf8)
  }

  private static let userText = """
    {
        "login": "juniperworks",
        "id": 48213,
        "avatar_url": "https://avatars.example.com/portraits/48213?size=large",
        "gravatar_id": "",
        "url": "https://api.example.com/people/juniperworks",
        "html_url": "https://example.com/juniperworks",
        "followers_url": "https://api.example.com/people/juniperworks/followers",
        "following_url": "https://api.example.com/people/juniperworks/following{/other_user}",
        "gists_url": "https://api.example.com/people/juniperworks/gists{/gist_id}",
        "starred_url": "https://api.example.com/people/juniperworks/starred{/owner}{/repo}",
        "subscriptions_url": "https://api.example.com/people/juniperworks/subscriptions",
        "organizations_url": "https://api.example.com/people/juniperworks/circles",
        "repos_url": "https://api.example.com/people/juniperworks/repos",
        "events_url": "https://api.example.com/people/juniperworks/events{/privacy}",
        "received_events_url": "https://api.example.com/people/juniperworks/received_events",
        "type": "Workshop",
        "site_admin": false,
        "name": "Juniper Works",
        "company": null,
        "blog": "https://notes.example.com/juniper/",
        "location": "Harbour Street, Lower Aldersey",
        "email": null,
        "hireable": null,
        "bio": "Small tools for slow machines, looms & letterpress. Visitors welcome on Thursdays.",
        "public_repos": 163,
        "public_gists": 9,
        "followers": 2048,
        "following": 31
    }

    """
}
