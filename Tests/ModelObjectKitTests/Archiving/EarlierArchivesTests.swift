import Foundation
import Testing

struct EarlierArchivesTests {
  @Test(.differs(.archives), arguments: FixtureArchive.all)
  func archivesOfEarlierVersionsOpen(_ fixture: FixtureArchive) throws {
    let data = try #require(Data(base64Encoded: fixture.text, options: .ignoreUnknownCharacters))
    try fixture.check(data)
  }
}
