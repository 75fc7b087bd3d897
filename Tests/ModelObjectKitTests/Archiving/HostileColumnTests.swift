import Foundation
import ModelObjectKit
import Testing

/// Bytes that are no packed column are an error, whatever the property.
struct PackedColumnsFromElsewhere {
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
    ] as [[String: Data]] + dictionaries
  )
  func areErrors(_ column: [String: Data]) throws {
    let data = try archive { $0["number"] = column }
    let error = #expect(throws: ModelError.self) { try [Plain](archive: data) }
    #expect([.invalidArchive, .unknownClass].contains(error?.code), "\(String(describing: error))")
    // The same for a property of another type, and for a census.
    let other = try archive { $0["text"] = column }
    let third = try archive { $0["counts"] = column }
    #expect(throws: ModelError.self) { try [Plain](archive: third) }
    if !column.keys.contains("$objects") {
      #expect(throws: ModelError.self) { try [Plain](archive: other) }
      #expect(throws: ModelError.self) { try MappingCensus(archive: other, classes: [Plain.self]) }
    }
  }

  @Test func areNamedByTheirPath() throws {
    let data = try archive { $0["text"] = ["$strings": Data(), "$ends": Data([1, 1])] }
    let error = #expect(throws: ModelError.self) { try [Plain](archive: data) }
    #expect(error?.path == "[0].text")
    // A string that isn't UTF-8 is found when its object is read.
    let pairs = [
      "$lists": Data([1] + zeros(39) + [1]), "$integers": Data([1, 1]), "$keys": Data([0xFF]),
      "$keyEnds": Data([1, 1]),
    ]
    let other = try archive { $0["counts"] = pairs }
    let second = #expect(throws: ModelError.self) { try [Plain](archive: other) }
    #expect(second?.code == .invalidArchive && second?.path == "[39].counts")
  }

  /// As in a property list.
  @Test func ofARepeatedKeyTheFirstValueCounts() throws {
    for name in ["counts", "any", "texts"] {
      let data = try archive {
        $0[name] = [
          "$lists": Data([1] + zeros(39) + [3]), "$integers": Data([1, 7, 8, 9]),
          "$keys": Data("ab".utf8), "$keyEnds": Data([1, 1, 2]), "$keyIndexes": Data([1, 0, 1, 0]),
        ]
      }
      let last = try #require(try [Plain](archive: data).last)
      #expect(name != "counts" || last.counts == ["a": 7, "b": 8])
      #expect(name != "any" || last.any as? [String: Int] == ["a": 7, "b": 8])
      #expect(name != "texts" || last.texts == ["a": "7", "b": "8"])
    }
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
    expectErrorsOrNone(in: data, &random) { try [Kinds](archive: $0) }
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

/// Dictionaries that aren't: one value at the end, or none, and keys of another number.
private let dictionaries: [[String: Data]] = {
  let (last, one) = (Data([1] + zeros(39) + [1]), Data([1, 7]))
  let (key, end) = (Data("a".utf8), Data([1, 1]))
  return [
    ["$integers": Data([1] + zeros(40)), "$keys": Data(), "$keyEnds": Data([1] + zeros(40))],
    ["$lists": last, "$integers": one, "$keys": key],
    ["$lists": last, "$integers": one, "$keyEnds": end],
    ["$lists": last, "$integers": one, "$keyIndexes": Data([1, 0])],
    ["$lists": last, "$integers": one, "$keys": key, "$keyIndexes": Data([1, 0])],
    ["$lists": last, "$integers": one, "$keys": key, "$keyEnds": Data([1])],
    ["$lists": last, "$integers": one, "$keys": key, "$keyEnds": Data([1, 1, 1])],
    ["$lists": last, "$integers": one, "$keys": key, "$keyEnds": Data([1, 0])],
    ["$lists": last, "$integers": one, "$keys": key, "$keyEnds": Data([1, 2])],
    ["$lists": last, "$integers": one, "$keys": key, "$keyEnds": Data()],
    ["$lists": last, "$integers": one, "$keys": Data([0xFF]), "$keyEnds": end],
    ["$lists": last, "$keys": key, "$keyEnds": end],
    ["$lists": Data([8] + huge(40)), "$booleans": Data([1]), "$keys": key, "$keyEnds": end],
    ["$lists": Data([1] + zeros(40)), "$integers": Data([1]), "$keys": key, "$keyEnds": end],
    [
      "$lists": last, "$integers": one, "$keys": key, "$keyEnds": end, "$keyIndexes": Data([1, 1]),
    ],
    [
      "$lists": last, "$integers": one, "$keys": key, "$keyEnds": end,
      "$keyIndexes": Data([1, 0xFF]),
    ],
    ["$lists": last, "$integers": one, "$keys": key, "$keyEnds": end, "$keyIndexes": Data([1])],
    [
      "$lists": last, "$integers": one, "$keys": Data([0xFF]), "$keyEnds": end,
      "$keyIndexes": Data([1, 0]),
    ],
  ]
}()

/// The largest integer, so many times.
private func huge(_ count: Int) -> [UInt8] {
  (0..<count).flatMap { _ in Array(repeating: 255, count: 7) + [127] }
}

private func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

private final class Plain: ModelObject {
  var number = 0
  var text = "text"
  var any: Any = 0
  var counts: [String: Int] = [:]
  var texts: [String: String] = [:]
  override class var archiveName: String { "Plain" }
}
