import Foundation
import ModelObjectKit
import Testing

/// Bytes that are no packed column are an error, whatever the property.
@Suite struct PackedColumnsFromElsewhere {
  /// The forms are those of 40 objects.
  @Test(
    arguments: [
      ["$integers": Data()], ["$integers": Data([1])], ["$integers": Data([3] + zeros(120))],
      ["$integers": Data([0])], ["$integers": Data([1] + zeros(39))],
      ["$integers": Data([1] + zeros(41))], ["$integers": Data([2] + zeros(79))],
      ["$integers": Data([2] + zeros(81))], ["$integers": Data([255] + zeros(40))],
      ["$integers": Data([8] + zeros(40))],
      ["$doubles": Data(zeros(319))], ["$doubles": Data(zeros(321))],
      ["$doubles": Data(zeros(328))], ["$doubles": Data()],
      ["$floats": Data(zeros(320))], ["$dates": Data(zeros(40))],
      ["$booleans": Data(zeros(4))], ["$booleans": Data(zeros(6))],
      ["$objects": Data([1] + zeros(41))],
      ["$objects": Data([1] + Array(repeating: 99, count: 40))],
      ["$objects": Data([2] + Array(repeating: 127, count: 80))],
      ["$strings": Data()], ["$ends": Data([1] + zeros(40))], ["$nil": Data(zeros(5))],
      ["$strings": Data("a".utf8), "$ends": Data([1] + zeros(40))],
      ["$strings": Data(), "$ends": Data([1] + zeros(39))],
      ["$strings": Data(), "$ends": Data([1] + zeros(39) + [1])],
      ["$strings": Data("ab".utf8), "$ends": Data([1, 2, 1] + Array(repeating: 2, count: 38))],
      ["$strings": Data("ab".utf8), "$ends": Data([1, 0xFF] + Array(repeating: 2, count: 39))],
      ["$strings": Data([0xC3, 0xA9]), "$ends": Data([1, 1] + Array(repeating: 2, count: 39))],
      ["$strings": Data([0xFF]), "$ends": Data([1] + Array(repeating: 1, count: 40))],
      [
        "$strings": Data("a".utf8), "$ends": Data([1, 1]),
        "$indexes": Data([1] + Array(repeating: 1, count: 40)),
      ],
      [
        "$strings": Data("a".utf8), "$ends": Data([1, 1]),
        "$indexes": Data([1] + Array(repeating: 0xFF, count: 40)),
      ],
      ["$strings": Data("a".utf8), "$ends": Data([1, 1]), "$indexes": Data([1] + zeros(39))],
      ["$strings": Data(), "$ends": Data([1]), "$indexes": Data([1] + zeros(40))],
      [
        "$strings": Data("a".utf8), "$ends": Data([1, 1]), "$indexes": Data([1] + zeros(40)),
        "$doubles": Data(zeros(320)),
      ],
      ["$strings": Data([0xFF]), "$ends": Data([1, 1]), "$indexes": Data([1] + zeros(40))],
      ["$integers": Data([1] + zeros(40)), "$nil": Data(zeros(4))],
      ["$integers": Data([1] + zeros(40)), "$absent": Data(zeros(6))],
      ["$integers": Data([1] + zeros(40)), "$doubles": Data(zeros(320))],
      ["$integers": Data([1] + zeros(40)), "$other": Data(zeros(5))],
      ["$integers": Data([1] + zeros(40)), "$json": Data(zeros(5))],
      ["$booleans": Data(zeros(5)), "$ends": Data([1] + zeros(40))],
      ["$lists": Data([1] + zeros(40))], ["$lists": Data(), "$integers": Data([1])],
      ["$lists": Data([1] + zeros(39)), "$integers": Data([1])],
      ["$lists": Data([1] + zeros(39) + [1]), "$integers": Data([1])],
      ["$lists": Data([1] + zeros(39) + [1]), "$integers": Data([1, 1, 1])],
      ["$lists": Data([1, 1] + zeros(39)), "$integers": Data([1])],
      ["$lists": Data([1, 0xFF] + zeros(39)), "$integers": Data([1])],
      ["$lists": Data([8] + huge(40)), "$integers": Data([1, 1])],
      ["$lists": Data([8] + huge(40)), "$booleans": Data([1])],
      ["$lists": Data([8] + huge(40)), "$doubles": Data(zeros(8))],
      ["$lists": Data([8] + huge(40)), "$strings": Data(), "$ends": Data([1, 0])],
      ["$lists": Data([1] + zeros(39) + [9]), "$booleans": Data([1])],
      ["$lists": Data([1] + zeros(39) + [1]), "$strings": Data([0xFF]), "$ends": Data([1, 1])],
      [
        "$lists": Data([1] + zeros(39) + [1]), "$strings": Data([97]), "$ends": Data([1, 1]),
        "$indexes": Data([1, 1]),
      ],
      [
        "$lists": Data([1] + zeros(39) + [1]), "$integers": Data([1, 1]), "$nil": Data([0]),
      ],
    ] as [[String: Data]]
  )
  func areErrors(_ column: [String: Data]) throws {
    let data = try archive { $0["number"] = column }
    let error = #expect(throws: ModelError.self) { try [Plain](archive: data) }
    #expect([.invalidArchive, .unknownClass].contains(error?.code), "\(String(describing: error))")
    // The same for a property of another type, and for a census.
    let other = try archive { $0["text"] = column }
    if !column.keys.contains("$objects") {
      #expect(throws: ModelError.self) { try [Plain](archive: other) }
      #expect(throws: ModelError.self) { try MappingCensus(archive: other, classes: [Plain.self]) }
    }
  }

  @Test func areNamedByTheirPath() throws {
    let data = try archive { $0["text"] = ["$strings": Data(), "$ends": Data([1, 1])] }
    let error = #expect(throws: ModelError.self) { try [Plain](archive: data) }
    #expect(error?.path == "[0].text")
  }

  /// A container would be made again for each object.
  @Test func noContainerIsThatOfAllObjects() throws {
    let lists: [Any] = [
      [1, 2], ["a": 1], ["$objects": [0]], ["$json": "[1]"], ["$pairs": ["a", 1]],
      ["$some": [1, 2]],
    ]
    for list in lists {
      let data = try archive { $0["any"] = ["$every": list] }
      let error = #expect(throws: ModelError.self) { try [Plain](archive: data) }
      #expect(error?.code == .invalidArchive, "\(list)")
    }
    for value: Any in [
      1, "a", [Any](), [String: Any](), ["$double": "0"], ["$utf8": Data("a".utf8)],
    ] {
      let data = try archive { $0["any"] = ["$every": value] }
      #expect(try [Plain](archive: data).count == 40)
    }
  }

  /// Packed data where a value is expected, and the other way.
  @Test func standInColumnsOnly() throws {
    for column: Any in [
      Array(repeating: ["$integers": Data([1, 1])], count: 40),
      ["$integers": Array(repeating: 1, count: 40)], ["$integers": "text"], Data([1] + zeros(40)),
    ] {
      let data = try archive { $0["any"] = column }
      #expect(throws: ModelError.self) { try [Plain](archive: data) }
    }
  }

  @Test func randomChangesAreErrorsOrNone() throws {
    var random = SeededGenerator(seed: 8)
    let data = try Kinds.random(40, &random).archivedData()
    for _ in 0..<3_000 {
      var changed = data
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let offset = Int.random(in: 8..<changed.count, using: &random)
        changed[offset] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        _ = try [Kinds](archive: changed)
      } catch {
        #expect(error is ModelError)
      }
    }
  }

  private func archive(_ change: (inout [String: Any]) -> Void) throws -> Data {
    var columns: [String: Any] = ["number": ["$integers": Data([1] + zeros(40))]]
    change(&columns)
    let root: [String: Any] = [
      "format": "ModelObject", "version": 2, "roots": ["$objects": Data([1] + (0..<40))],
      "classes": [
        ["class": "Plain", "first": 0, "count": 40, "columns": columns] as [String: Any]
      ],
    ]
    return try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
  }
}

/// The largest integer, so many times.
private func huge(_ count: Int) -> [UInt8] {
  (0..<count).flatMap { _ in Array(repeating: 255, count: 7) + [127] }
}

private func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

private final class Plain: ModelObject {
  var number = 0
  var text = "text"
  var any: Any = 0
  override class var archiveName: String { "Plain" }
}
