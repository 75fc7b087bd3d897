import Foundation
import ModelObjectKit
import Testing

private class Paths: ModelObject {
  var a = 1
  var deep: String? = "d"
  var third: Int? = 3
  var inner: Int? = 4
  var first: Int?
  override class var keyMapping: [String: JSONKey] {
    ["deep": ["x.y.z", "old"], "third": "list[2]", "inner": "list[1].k", "first": "list[0]"]
  }
}

/// Properties with the same place.
private class Rivals: ModelObject {
  var first: Int?
  var second: Int?
  var whole: [String: Int]?
  var part: Int? = 7
  override class var keyMapping: [String: JSONKey] {
    ["first": "id", "second": ["id", "ID"], "whole": "ext", "part": "ext.part"]
  }
}

private class Contradictory: ModelObject {
  var object: Int? = 1
  var array: Int? = 2
  var far: Int? = 3
  var odd = 4
  var nothing = 5
  override class var keyMapping: [String: JSONKey] {
    [
      "object": "a.b", "array": "a[0]", "far": "f[1000000000]", "odd": "[0].x",
      "nothing": [],
    ]
  }
}

/// Keys with dots and brackets that aren't paths.
private class Dotted: ModelObject {
  var latest = 1
  var a = 2
  var inner: Int? = 3
  var bracket = 4
  var backslash = 5
  override class var keyMapping: [String: JSONKey] {
    [
      "latest": #"1\.0\.1"#, "inner": #"a\.b.c"#, "bracket": #"m\[0]"#,
      "backslash": #"C:\\.x"#,
    ]
  }
}

struct ExportedPaths {
  @Test func leaveProtectedKeysWhole() throws {
    let text = ##"{"1.0.1":7,"a":8,"a.b":{"c":9},"m[0]":10,"C:\\":{"x":11}}"##
    let model = try Dotted(json: text)
    #expect(
      [model.latest, model.a, model.inner, model.bracket, model.backslash] == [7, 8, 9, 10, 11]
    )
    #expect(try model.jsonString() == text)
    let dictionary = try model.dictionaryRepresentation()
    #expect(Set(dictionary.keys) == ["1.0.1", "a", "a.b", "m[0]", #"C:\"#])
    #expect(try Dotted(dictionary: dictionary) == model)
    #expect(try JSONDecoder().decode(Dotted.self, from: Data(text.utf8)) == model)
    let nested = ##"{"1": {"0": {"1": 7}}, "a": {"b": {"c": 9}}, "m": [10]}"##
    #expect(try Dotted(json: nested) == Dotted(), "no path leads there")
    let whole = ##"{"a.b.c": 1, "C:\\.x": 2}"##
    #expect(try Dotted(json: whole).inner == 1 && Dotted(json: whole).backslash == 2)
  }

  @Test func rebuildObjectsAndArrays() throws {
    let text = #"{"a":1,"x":{"y":{"z":"d"}},"list":[null,{"k":4},3]}"#
    #expect(try Paths().jsonString() == text)
    let tree = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    #expect(tree == NSDictionary(dictionary: try Paths().dictionaryRepresentation()))
    #expect(try Paths(json: text) == Paths())
  }

  @Test func leadNowhereWithoutAValue() throws {
    class Optional: ModelObject {
      var deep: String?
      var third: Int?
      var second: Int?
      override class var keyMapping: [String: JSONKey] {
        ["deep": "x.y.z", "third": "list[2]", "second": "list[1]"]
      }
    }
    let model = Optional()
    #expect(try model.jsonString() == "{}")
    model.second = 2
    #expect(try model.jsonString() == #"{"list":[null,2]}"#)
    #expect(try model.dictionaryRepresentation().count == 1)
  }

  /// The others keep their indexes.
  @Test func leadToNullWhereATransformOmitsItsValue() throws {
    class Ratings: ModelObject {
      var low: Int? = 1
      var high: Int? = 2
      override class var keyMapping: [String: JSONKey] { ["low": "list[0]", "high": "list[1]"] }
      override class var transforms: [String: PropertyTransform] {
        ["low": PropertyTransform(read: { $0 }, write: { $0 as? Int == 1 ? nil : $0 })]
      }
    }
    let model = Ratings()
    let text = #"{"list":[null,2]}"#
    #expect(try model.jsonString() == text)
    #expect(try String(decoding: JSONEncoder().encode(model), as: UTF8.self) == text)
    let list = try model.dictionaryRepresentation()["list"] as? [Any]
    #expect(list?.count == 2 && list?.last as? Int == 2)
    model.low = 3
    #expect(try model.jsonString() == #"{"list":[3,2]}"#)
  }

  @Test func aPlaceGoesToTheFirstThatHasAValue() throws {
    let model = Rivals()
    #expect(try model.jsonString() == #"{"ext":{"part":7}}"#)
    model.second = 2
    #expect(try model.jsonString() == #"{"id":2,"ext":{"part":7}}"#)
    model.first = 1
    model.whole = ["k": 1]
    #expect(try model.jsonString() == #"{"id":1,"ext":{"k":1}}"#)
    #expect(try model.dictionaryRepresentation()["id"] as? Int == 1)
  }

  @Test func thatContradictOneAnotherGoToTheFirst() throws {
    #expect(try Contradictory().jsonString() == #"{"a":{"b":1},"[0].x":4,"nothing":5}"#)
  }

  @Test func areSortedToo() throws {
    var options = ExportOptions()
    options.sortedKeys = true
    options.includesNulls = true
    #expect(
      try Paths().jsonString(options: options)
        == #"{"a":1,"list":[null,{"k":4},3],"x":{"y":{"z":"d"}}}"#
    )
  }
}
