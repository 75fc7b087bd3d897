import Foundation
import ModelObjectKit
import Testing

private class Inner: ModelObject {
  var id = 0
}

private class Loose: ModelObject {
  var name = ""
  var count = 0
  var flag = false
  var tags: [String] = []
  var numbers: [Int?] = []
  var inner: Inner?
  var inners: [Inner] = []
  var byName: [String: Inner] = [:]
  var any: Any?
  var list: [Any] = []
  var depth = 0
  override class var keyMapping: [String: JSONKey] { ["depth": "way.down[1].depth"] }
}

private final class Hooked: Loose {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private var input: [String: Any] {
  [
    "NAME": "5", "count": 12, "flag": true, "tags": ["a", "b", 3, "c"] as [Any],
    "numbers": [1, NSNull(), 3] as [Any], "inner": ["id": 7],
    "inners": [["id": 1], ["ID": 2], ["id": 3]], "by_name": ["k": ["id": 4]],
    "any": ["x": [1, "two"] as [Any]], "list": [1, "two", ["three"]] as [Any],
    "way": ["down": [0, ["depth": 9]] as [Any]],
  ]
}

private func check(_ model: Loose, _ comment: Comment) {
  #expect(model.name == "5" && model.count == 12 && model.flag, comment)
  #expect(model.tags == ["a", "b", "c"] && model.numbers == [1, nil, 3], comment)
  #expect(model.inner?.id == 7 && model.inners.map(\.id) == [1, 2, 3], comment)
  #expect(model.byName["k"]?.id == 4 && model.depth == 9, comment)
  let any = model.any as? [String: [Any]]
  #expect(any?["x"]?.first as? Int == 1 && any?["x"]?.last as? String == "two", comment)
  #expect(model.list.count == 3 && model.list[2] as? [String] == ["three"], comment)
}

struct ModelsFromOddDecoders {
  @Test(arguments: OddDecoder.Way.allCases)
  func areRead(way: OddDecoder.Way) throws {
    let log = OddDecoder.Log()
    check(try Loose(from: OddDecoder(input, way, log)), "\(way)")
    check(try Hooked(from: OddDecoder(input, way, log)), "\(way), with hooks")
    #expect(log.secondContainers == 0, "\(way)")
  }

  /// Each value is asked for by the type of its property alone; what that refuses is an issue.
  @Test(arguments: OddDecoder.Way.allCases)
  func keepTheirDefaultsForWhatIsRefused(way: OddDecoder.Way) throws {
    let values: [String: Any] = [
      "name": 5, "count": "12", "flag": 1, "tags": ["a", 3] as [Any], "numbers": [1, "2"] as [Any],
      "inner": ["id": "7"], "inners": [["id": 1], ["id": "2"]], "byName": ["k": ["id": true]],
    ]
    for type in [Loose.self, Hooked.self] {
      let log = TextLog()
      var decoder = OddDecoder(values, way, OddDecoder.Log())
      var options = MappingOptions()
      options.issueHandler = { log.add($0.map(\.description)) }
      decoder.userInfo[.mappingOptions] = options
      let loose = try type.init(from: decoder)
      #expect(loose.name == "" && loose.count == 0 && !loose.flag && loose.tags == ["a"])
      #expect(loose.numbers == [1] && loose.inner?.id == 0 && loose.inners.map(\.id) == [1, 0])
      #expect(loose.byName["k"]?.id == 0)
      let found = "found a value that can't be read"
      #expect(
        log.texts.sorted() == [
          "byName.k.id: expected Int, \(found)", "count: expected Int, \(found)",
          "flag: expected Bool, \(found)", "inner.id: expected Int, \(found)",
          "inners[1].id: expected Int, \(found)", "name: expected String, \(found)",
          "numbers[1]: expected Int, \(found)", "tags[1]: expected String, \(found)",
        ],
        "\(way) \(type)"
      )
    }
  }

  @Test func areReadByTheirOwnNamesWhereTheKeysAreNotTold() throws {
    class Named: ModelObject {
      var firstName = ""
      var count = 0
      var missing = 3
      override class var keyMapping: [String: JSONKey] { ["count": ["n", "number"]] }
    }
    let log = OddDecoder.Log()
    let decoder = OddDecoder(["firstName": "Ada", "number": 4], .withoutKeys, log)
    let named = try Named(from: decoder)
    #expect(named.firstName == "Ada" && named.count == 4 && named.missing == 3)
    for key in ["first_name", "FIRST_NAME", "FirstName", "first-name", "firstname"] {
      let decoder = OddDecoder([key: "Ada", "Number": 4], .withoutKeys, log)
      let named = try Named(from: decoder)
      #expect(named.firstName == "Ada" && named.count == 4, "\(key)")
    }
  }

  @Test func areReadByTheirExactNamesIfTheClassSaysSo() throws {
    class Exact: ModelObject {
      var firstName = ""
      override class var keyMatching: KeyMatching { .exact }
    }
    for key in ["first_name", "FirstName", "firstname"] {
      let decoder = OddDecoder([key: "Ada"], .withoutKeys, OddDecoder.Log())
      #expect(try Exact(from: decoder).firstName == "", "\(key)")
    }
  }

  @Test func giveAHookOnceAKeyOfTwoPropertiesThatIsNotTold() throws {
    class Named: ModelObject {
      var name = ""
      var title = ""
      var seen: [String] = []
      override class var keyMapping: [String: JSONKey] { ["name": "label", "title": "label"] }
      override class var ignoredProperties: Set<String> { ["seen"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        seen.append(key)
        try super.serializeValue(value, key: key)
      }
    }
    let named = try Named(from: OddDecoder(["label": "a"], .withoutKeys, OddDecoder.Log()))
    #expect(named.name == "a" && named.title == "a" && named.seen == ["label"])
  }

  @Test func areReadByKeysThatAreNotToldBesideOthers() throws {
    class Named: ModelObject {
      var name = ""
      var count = 0
      var missing = 3
      override class var keyMapping: [String: JSONKey] { ["count": ["n", "number"]] }
    }
    final class HookedNamed: Named {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    for type in [Named.self, HookedNamed.self] {
      let log = OddDecoder.Log()
      let named = try type.init(from: OddDecoder(["number": 4, "NAME": "a"], .withHiddenKeys, log))
      #expect(named.name == "a" && named.count == 4 && named.missing == 3)
      let other = try type.init(from: OddDecoder(["X": 4, "name": "b"], .withHiddenKeys, log))
      #expect(other.name == "b" && other.count == 0)
    }
  }

  @Test func areReadIfEachKeyHasToBeTaken() throws {
    let log = OddDecoder.Log()
    check(try Loose(from: OddDecoder(input, .insisting, log)), "plain")
    check(try Hooked(from: OddDecoder(input, .insisting, log)), "with hooks")
  }

  /// What is under the first key of a path is only for the path.
  @Test(arguments: OddDecoder.Way.allCases)
  func keepTheirDefaultsWithoutTheContainersOfAPath(way: OddDecoder.Way) throws {
    let log = OddDecoder.Log()
    for values: [String: Any] in [["way": 5], ["way": ["down": 5]], ["name": "a", "way": "6"]] {
      #expect(try Loose(from: OddDecoder(values, way, log)).depth == 0)
      #expect(try Hooked(from: OddDecoder(values, way, log)).depth == 0)
    }
  }

  /// Any container may be had of these values, and is empty.
  @Test(arguments: OddDecoder.Way.allCases)
  func haveScalarsThatAreNoContainers(way: OddDecoder.Way) throws {
    let values: [String: Any] = ["any": false, "list": ["", false, true, 0] as [Any]]
    for loose in [
      try Loose(from: OddDecoder(values, way, OddDecoder.Log())),
      try Hooked(from: OddDecoder(values, way, OddDecoder.Log())),
    ] {
      #expect(loose.any as? Bool == false && loose.list.count == 4)
      #expect(loose.list.first as? String == "" && loose.list.last as? Int == 0)
    }
  }

  @Test func keepTheNumbersThatAreKeys() throws {
    class Cells: ModelObject {
      var name = ""
      override class var keyMapping: [String: JSONKey] { ["name": "1"] }
    }
    let decoder = OddDecoder(["0": "a", "1": "b"], .withNumbersForKeys, OddDecoder.Log())
    #expect(try Cells(from: decoder).name == "b")
  }
}
