import Foundation
import ModelObjectKit
import Testing

private final class Misspelled: ModelObject {
  var personID = 0
  override class var identity: Set<String> { ["personId"] }
}

private final class Constant: ModelObject {
  let id = 0
  override class var identity: Set<String> { ["id"] }
}

private struct Point: Codable {
  var x = 0
}

private final class Uncomparable: ModelObject {
  var id = Point()
  override class var identity: Set<String> { ["id"] }
}

private final class OfModels: ModelObject {
  var parent: Constant?
  override class var identity: Set<String> { ["parent"] }
}

struct IdentityMistakeTests {
  @Test func aNameThatIsNoPropertyStopsAtFirstUse() async {
    let result = await #expect(processExitsWith: .trap, observing: [\.standardErrorContent]) {
      _ = try Misspelled(json: "{}")
    }
    expect(result, says: ["Misspelled.identity lists \"personId\"", "Did you mean \"personID\"?"])
  }

  @Test(.differs(.lets)) func aConstantStopsAtFirstUse() async {
    let result = await #expect(processExitsWith: .trap, observing: [\.standardErrorContent]) {
      _ = try Constant(json: "{}")
    }
    expect(result, says: ["Constant.identity lists \"id\"", "which can't be mapped"])
  }

  @Test func aTypeWithoutAHashStopsAtFirstUse() async {
    let result = await #expect(processExitsWith: .trap, observing: [\.standardErrorContent]) {
      _ = try Uncomparable(json: "{}")
    }
    expect(result, says: ["Uncomparable.identity lists \"id\"", "must be Hashable"])
  }

  @Test func aModelStopsAtFirstUse() async {
    let result = await #expect(processExitsWith: .trap, observing: [\.standardErrorContent]) {
      _ = try OfModels(json: "{}")
    }
    expect(result, says: ["OfModels.identity lists \"parent\"", "must not contain models"])
  }
}
