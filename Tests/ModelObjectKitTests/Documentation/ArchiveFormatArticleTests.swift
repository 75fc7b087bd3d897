import Foundation
import ModelObjectKit
import Testing

/// The archive that the article shows is the one that is written.
@Suite struct ArchiveFormatArticle {
  class Image: ModelObject {
    var number = 7
    var owner: Person?
  }

  class Person: ModelObject {
    var name = ""
    var age: Int?
    var image: Image?
    var friends: [Person] = []
  }

  @Test func theArchiveIsAsShown() throws {
    let person = Person()
    person.name = "Shan"
    person.image = Image()
    person.image?.owner = person
    defer { person.image = nil }
    let list = try PropertyListSerialization.propertyList(
      from: person.archivedData(),
      options: [],
      format: nil
    )
    let shown = try JSONSerialization.jsonObject(with: Data(Self.shownAsJSON().utf8))
    #expect(list as? NSDictionary == shown as? NSDictionary)
  }

  /// The article's listing, in which `plutil -p` writes arrays with the places of their elements.
  private static func shownAsJSON() throws -> String {
    let article = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/ModelObjectKit/Documentation.docc/ArchiveFormat.md")
      .standardizedFileURL
    let blocks = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```")
    let block = try #require(blocks.first { $0.hasPrefix("\n{") })
    let module = String(reflecting: ArchiveFormatArticle.self)
    return block.replacing("Shop.", with: module + ".")
      .replacing(#/\d+ => /#, with: "")
      .replacing("\" =>", with: "\":")
      // A comma behind each value that another one follows.
      .replacing(#/(["\d\]}])\n(?= *["{])/#) { "\($0.1),\n" }
  }
}
