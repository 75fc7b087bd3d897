import Foundation
import ModelObjectKit
import Testing

private enum Colour: String, Kept, Hashable {
  case red, green, asItWas

  static var kept: Colour { .asItWas }
}

struct ArrayConversion {
  @Test func takesElementByElement() {
    expect("[]", becomes: [Int]())
    expect("[1, 2]", becomes: [1, 2])
    expect(#"[1, "2", 3.0, true]"#, becomes: [1, 2, 3, 1])
    expect(#"["a", 1, true, 0.5]"#, becomes: ["a", "1", "true", "0.5"])
    expect(
      #"["2014-05-06", 0]"#,
      becomes: [Date(timeIntervalSince1970: 1_399_334_400), Date(timeIntervalSince1970: 0)]
    )
  }

  @Test func skipsElementsThatDoNotFit() {
    expect(
      #"[1, "x", 300, {}, [2], 1.5, null, 5]"#,
      becomes: [1, 5] as [Int8],
      issuesAt: ["value[1]", "value[2]", "value[3]", "value[4]", "value[5]", "value[6]"]
    )
    expect(#"["x"]"#, becomes: [Int](), issuesAt: ["value[0]"])
    expect("[null]", becomes: [String](), issuesAt: ["value[0]"])
    expect(#"["red", "purple"]"#, becomes: [Colour.red], issuesAt: ["value[1]"])
  }

  @Test func keepsNullsWhereElementsAreOptional() {
    expect("[1, null, 2]", becomes: [1, nil, 2] as [Int?])
    expect(#"[1, "null", "x", 2]"#, becomes: [1, nil, 2] as [Int?], issuesAt: ["value[2]"])
    expect(#"["a", null, "null"]"#, becomes: ["a", nil, "null"] as [String?])
    expect("[null]", becomes: [Bool?.none])
  }

  @Test func takesOneValueAsOneElement() {
    expect("5", becomes: [5])
    expect(#""5""#, becomes: [5])
    expect("true", becomes: [true])
    expect(#""a""#, becomes: ["a"])
    expect("0.5", becomes: ["0.5"])
    expect(#""red""#, becomes: [Colour.red])
    expect("5", becomes: [5] as [Int?])
    expect(#""2014-05-06""#, becomes: [Date(timeIntervalSince1970: 1_399_334_400)])
    expect(#"{"a": 1}"#, becomes: [["a": 1]])
    expect("5", becomes: Set([5]))
    expect("5", becomes: [Int]??.some([5]))
  }

  @Test func takesEmptyTextAsEmpty() {
    expect(#""""#, becomes: [Int]())
    expect(#""""#, becomes: [String]())
    expect(#""""#, becomes: Set<Int>())
    expect(#""""#, becomes: [[String: Int]]())
    expect(#""""#, becomes: [Colour]())
    expect(#""""#, becomes: [Int]??.some([]))
  }

  @Test func keepsItsValueForWhatFitsNoElement() {
    expect(#""x""#, becomes: [Int]?.none)
    expect("300", becomes: [Int8]?.none)
    expect("{}", becomes: [Int]?.none)
    expect(#"{"a": 1}"#, becomes: [String]?.none)
    expect("null", becomes: [Int]?.none)
    expect("null", becomes: [String]?.none)
    expect(#""purple""#, becomes: [Colour]?.none)
  }

  @Test func optionalArraysTakeNull() {
    expect("null", becomes: [Int]??.some(nil))
    expect("[1]", becomes: [Int]??.some([1]))
    expect("{}", becomes: [Int]??.none)
  }

  @Test func holdsManyElements() throws {
    let numbers = Array(0..<100_000)
    for input in everyWay(#"{"value": \#(numbers)}"#) {
      let isWhole = try input.map(to: OneProperty<[Int]>.self).value == numbers
      #expect(isWhole, "\(input)")
    }
  }

  @Test func takesGivenCollections() {
    expect(given: [1, 2], becomes: [1, 2])
    expect(given: [1, 2] as [Any], becomes: [1, 2])
    expect(given: ["1", 2] as [Any], becomes: [1, 2])
    expect(given: Set([1]), becomes: [1])
    expect(given: Set(["1"]), becomes: [1])
    expect(given: [1, 1, 2], becomes: Set([1, 2]))
    expect(given: Set([1, 2]), becomes: Set([1, 2]))
    expect(given: Set([1, 2]), becomes: Set(["1", "2"]))
    expect(given: [UInt8(1)], becomes: [1])
    expect(given: [1, 300], becomes: [1] as [UInt8], issuesAt: ["value[1]"])
    expect(given: [["a": 1]], becomes: [["a": 1]])
    expect(given: NSArray(array: [1]), becomes: [1])
    expect(given: NSArray(), becomes: [String]())
  }
}

struct SetConversion {
  @Test func takesElementByElementAndDropsWhatDoesNotFit() {
    expect(#"[1, 1, "1", 2.0]"#, becomes: Set([1, 2]))
    expect("[]", becomes: Set<String>())
    expect(#"["a", "b", "a"]"#, becomes: Set(["a", "b"]))
    expect(
      #"["red", "purple", null]"#,
      becomes: Set([Colour.red]),
      issuesAt: ["value[1]", "value[2]"]
    )
    expect("[1, null]", becomes: Set<Int?>([1, nil]))
    expect("{}", becomes: Set<Int>?.none)
    expect("null", becomes: Set<Int>?.none)
    expect("null", becomes: Set<Int>??.some(nil))
  }
}

struct DictionaryConversion {
  @Test func takesValueByValue() {
    expect("{}", becomes: [String: Int]())
    expect(#"{"a": 1, "b": "2", "c": true}"#, becomes: ["a": 1, "b": 2, "c": 1])
    expect(#"{"": "x", " B_b-": "y"}"#, becomes: ["": "x", " B_b-": "y"])
    expect(
      #"{"a": 1, "b": "x", "c": null, "d": [], "e": 2}"#,
      becomes: ["a": 1, "e": 2],
      issuesAt: ["value.b", "value.c", "value.d"]
    )
    expect(
      #"{"a": null, "b": 1, "c": "x"}"#,
      becomes: ["a": nil, "b": 1] as [String: Int?],
      issuesAt: ["value.c"]
    )
  }

  @Test func takesAnEmptyArrayAsEmpty() {
    expect("[]", becomes: [String: Int]())
    expect("[]", becomes: [Int: String]())
    expect("[]", becomes: [String: Int]??.some([:]))
    expect("[]", becomes: [String: [Int]]())
  }

  @Test func keepsItsValueForWhatIsNoObject() {
    expect("[1]", becomes: [String: Int]?.none)
    expect("[{}]", becomes: [String: Int]?.none)
    expect(#""x""#, becomes: [String: Int]?.none)
    expect("5", becomes: [String: String]?.none)
    expect("true", becomes: [String: Bool]?.none)
    expect("null", becomes: [String: Int]?.none)
    expect("null", becomes: [String: Int]??.some(nil))
  }

  @Test func keysAreNumbersOrEnumsToo() {
    expect(#"{"1": "a", "-2": "b"}"#, becomes: [1: "a", -2: "b"])
    expect(#"{"1": "a", "x": "b"}"#, becomes: [1: "a"], issuesAt: ["value.x"])
    expect(
      #"{"1": "a", "300": "b"}"#,
      becomes: [1: "a"] as [UInt8: String],
      issuesAt: ["value.300"]
    )
    expect(
      #"{"18446744073709551615": 1}"#,
      becomes: [UInt64.max: 1]
    )
    expect(
      #"{"red": 1, "purple": 2}"#,
      becomes: [Colour.red: 1],
      issuesAt: ["value.purple"]
    )
  }

  @Test func takesGivenDictionaries() {
    expect(given: ["a": 1], becomes: ["a": 1])
    expect(given: ["a": 1, "b": "2"] as [String: Any], becomes: ["a": 1, "b": 2])
    expect(given: [1: "a"], becomes: [1: "a"])
    expect(given: [Colour.red: 1], becomes: [Colour.red: 1])
    expect(given: ["a": 1] as [AnyHashable: Any], becomes: ["a": 1])
    expect(given: NSDictionary(dictionary: ["a": "1"]), becomes: ["a": 1])
    expect(given: NSDictionary(), becomes: [String: Int]())
    expect(given: NSArray(), becomes: [String: Int]())
    expect(given: [String](), becomes: [String: Int]())
  }

  @Test func keysAreTakenAsTheyAre() {
    // Two spellings of a name are two keys of a dictionary, but one of a model.
    expect(#"{"user_name": 1, "userName": 2}"#, becomes: ["user_name": 1, "userName": 2])
    expect(#"{"null": 1, "nil": 2}"#, becomes: ["null": 1, "nil": 2])
  }
}

struct NestedCollectionConversion {
  @Test func followsTheSameRulesAtEveryLevel() {
    expect(
      #"[[1], ["x", 2], 3, null, "", "x", {}]"#,
      becomes: [[1], [2], [3], []],
      issuesAt: ["value[1][0]", "value[3]", "value[5]", "value[6]"]
    )
    expect(
      #"{"a": [1], "b": 2, "c": "x", "d": [null, 4], "e": ""}"#,
      becomes: ["a": [1], "b": [2], "d": [4], "e": []],
      issuesAt: ["value.c", "value.d[0]"]
    )
    expect(
      #"[{"a": 1}, {"a": "x", "b": 2}, [], 5]"#,
      becomes: [["a": 1], ["b": 2], [:]],
      issuesAt: ["value[1].a", "value[3]"]
    )
    expect(#"{"a": {"b": {"c": [[1]]}}}"#, becomes: ["a": ["b": ["c": [[1]]]]])
    expect("[[[1], null], null]", becomes: [[[1], nil], nil] as [[[Int]?]?])
    expect("[[1, 1], [1]]", becomes: Set([Set([1])]))
    expect(#"{"1": {"red": [1]}}"#, becomes: [1: [Colour.red: Set([1])]])
  }

  /// The containers of Foundation take what Swift's take.
  @Test(.needsFoundation) func singleAndEmptyValuesFitFoundationsContainers() throws {
    class Page: ModelObject {
      var list: NSArray = ["old"]
      var pairs: NSDictionary = ["old": 1]
    }
    for (json, list, pairs) in [
      (#"{"list": "tea", "pairs": []}"#, ["tea"], [:]),
      (#"{"list": "", "pairs": {"a": 2}}"#, [], ["a": 2]),
      (#"{"list": {"a": 1}, "pairs": [1]}"#, [["a": 1]], ["old": 1]),
      (#"{"list": null, "pairs": ""}"#, ["old"], ["old": 1]),
    ] as [(String, NSArray, NSDictionary)] {
      let page = try Page(json: json)
      #expect(page.list == list && page.pairs == pairs, "\(json)")
    }
  }

  @Test func takesGivenOnes() {
    expect(given: [[1, 2], [3]], becomes: [[1, 2], [3]])
    expect(given: [Set([1]), Set([2])], becomes: [[1], [2]])
    expect(given: ["a": ["b": NSNumber(value: 1)]], becomes: ["a": ["b": 1]])
    expect(
      given: [["a": [nil, 1]]] as [[String: [Int?]]],
      becomes: [["a": [nil, 1]]] as [[String: [Int?]]]
    )
    expect(
      given: [["a": [nil, 1]]] as [[String: [Int?]]],
      becomes: [["a": [1]]],
      issuesAt: ["value[0].a[0]"]
    )
  }
}
