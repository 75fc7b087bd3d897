import Foundation
import ModelObjectKit
import Testing

private class Image: ModelObject {
  var imageId = 0
  var title: String?
  var isRefused = false
  override class var unexportedProperties: Set<String> { ["isRefused"] }
  override class var transforms: [String: PropertyTransform] {
    [
      "title": PropertyTransform(
        read: { $0 },
        write: { value in
          if value as? String == "refused" { throw Refusal() }
          return value
        }
      )
    ]
  }
}

private struct Refusal: Error {}

struct JSONLines {
  private func lines(_ images: [Image], _ options: ExportOptions = ExportOptions()) throws -> String
  {
    String(decoding: try images.jsonLines(options: options), as: UTF8.self)
  }

  @Test func holdAnObjectEach() throws {
    let images = try [Image](json: #"[{"imageId": 1}, {"imageId": 2, "title": "a\nb"}]"#)
    #expect(try lines(images) == "{\"imageId\":1}\n{\"imageId\":2,\"title\":\"a\\nb\"}\n")
    #expect(try lines([]).isEmpty)
  }

  @Test func followTheOptionsButForTheLayout() throws {
    var options = ExportOptions()
    options.prettyPrinted = true
    options.sortedKeys = true
    options.includesNulls = true
    options.keyStyle = .pascalCase
    #expect(
      try lines([Image(), Image()], options)
        == String(repeating: "{\"ImageId\":0,\"Title\":null}\n", count: 2)
    )
  }

  @Test func leaveOutWhatIsRefused() throws {
    let images = [Image(), Image(), Image()]
    images[1].title = "refused"
    images[2].imageId = 3
    #expect(try lines(images) == "{\"imageId\":0}\n{\"imageId\":3}\n")
  }
}
