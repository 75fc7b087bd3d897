import Foundation
import ModelObjectKit
import Testing

private class Player: ModelObject {
  var id = 0
  var name = ""
}

private class Team: ModelObject {
  var id = 0
  var name = ""
  var players: [Player] = []
}

private final class TeamInfo: ModelObject {
  var team = Team()
  var players: [Player] = []
  var count = 0
}

private final class Member: ModelObject {
  var id = 0
  var name = ""
  var team = Team()
}

private final class Link: ModelObject {
  var url: URL?
  var home = URL(string: "http://default")
  var links: [URL] = []
}

/// Rows whose base is a record in a property, as those of GRDB's requests for another type.
struct WholeRows {
  @Test(arguments: [false, true]) func areTheModelOfWhichTheyHaveTheColumns(isCopied: Bool) throws {
    for _ in 0..<2 {
      let player = DatabaseRow(["id": .integer(7), "name": .text("P")], isCopied: true)
      let row = DatabaseRow(
        ["id": .integer(1), "name": .text("T"), "count": .integer(1)],
        isCopied: isCopied,
        prefetched: ["players": [player]]
      )
      let info = try row.decode(TeamInfo.self)
      #expect(info.team.id == 1 && info.team.name == "T" && info.count == 1)
      #expect(info.players.map(\.id) == [7] && info.players.map(\.name) == ["P"])
    }
  }

  /// Columns of the class itself aren't those of a model that the row doesn't have.
  @Test func areNotAModelThatIsNotFetched() throws {
    let row = DatabaseRow(["id": .integer(1), "name": .text("M")], isCopied: true)
    let member = try row.decode(Member.self)
    #expect(member.id == 1 && member.name == "M" && member.team.id == 0 && member.team.name == "")
  }

  /// A percent escape at the end of a URL isn't white space there.
  @Test(
    arguments: [
      "http://a.b/c", "http://a.b/x%20y", "http://a.b/%C3%A9", "https://a.b/100%25",
      "http://a.b/%20",
    ],
    [false, true]
  )
  func haveURLs(text: String, isCopied: Bool) throws {
    let url = try #require(URL(string: text))
    let link = Link()
    (link.url, link.home, link.links) = (url, url, [url, url])
    let row = try DatabaseRow(encoding: link, isCopied: isCopied)
    #expect(try row.decode(Link.self) == link)
    let decoded = try JSONDecoder().decode(Link.self, from: JSONEncoder().encode(link))
    #expect(decoded == link)
  }
}
