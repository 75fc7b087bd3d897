import Foundation
import ModelObjectKit
import Testing

private final class Count {
  var reads = 0
}

/// Counts how often a value is read.
private final class Level: ModelObject {
  var list: [Level] = []
  var named: [String: Level] = [:]
  var child: Level?
  var text = ""
  var count: Count?
  var note: String {
    get {
      count?.reads += 1
      return text
    }
    set { text = newValue }
  }
  override class var accessors: [String: PropertyAccessor] { ["note": .init(\Level.note)] }
  override class var ignoredProperties: Set<String> { ["text"] }

  convenience init(_ count: Count) {
    self.init()
    self.count = count
  }
}

struct GrowthOfPatches {
  enum Place: CaseIterable {
    case list, dictionary, child, all
  }

  /// How often values are read for a patch of one change in the innermost of some levels.
  private static func reads(levels: Int, _ place: Place) throws -> Int {
    let count = Count()
    func tree(_ text: String) -> Level {
      var tree = Level(count)
      tree.text = text
      for number in 0..<levels {
        let outer = Level(count)
        switch place == .all ? Place.allCases[number % 3] : place {
        case .list: outer.list = [Level(count), tree]
        case .dictionary: outer.named = ["a": tree, "b": Level(count)]
        case .child, .all: outer.child = tree
        }
        tree = outer
      }
      return tree
    }
    let (new, old) = (tree("new"), tree("old"))
    count.reads = 0
    let patch = try new.dictionaryRepresentation(changesSince: old)
    let reads = count.reads
    try old.update(dictionary: patch)
    return try old.jsonString() == new.jsonString() && !patch.isEmpty ? reads : .max
  }

  @Test(arguments: Place.allCases) func isLinearInTheDepth(place: Place) async {
    let reads = await onThread(stackSize: .largeStack) {
      (try? [60, 120].map { try Self.reads(levels: $0, place) }) ?? []
    }
    #expect(reads.count == 2 && reads[0] > 60 && reads[1] < 3 * reads[0], "\(reads)")
  }
}
