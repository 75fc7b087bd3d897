import Foundation
import ModelObjectKit
import Testing

struct ClassesOfFiveHundredProperties {
  private static let json =
    "{"
    + WideModel.names.enumerated().map { #""\#($1.uppercased())":\#($0 + 1)"# }
    .joined(separator: ",") + "}"

  private static let exported =
    "{" + WideModel.names.enumerated().map { #""\#($1)":\#($0 + 1)"# }.joined(separator: ",") + "}"

  @Test func takeAllOfThem() throws {
    for input in everyWay(Self.json) {
      #expect(try input.map(to: WideModel.self).jsonString() == Self.exported)
      #expect(try input.map(to: HookedWideModel.self).jsonString() == Self.exported)
      let model = WideModel()
      try input.update(model, options: .strict)
      #expect(try model.jsonString() == Self.exported)
    }
  }

  @Test func letSeveralKeysCompeteForEach() throws {
    let better = WideModel.names.enumerated().map { #""\#($1)":\#($0 + 1)"# }
    let worse = WideModel.names.map { #""_\#($0)":-1"# }
    for pairs in [better + worse, worse + better, zip(better, worse).flatMap { [$1, $0] }] {
      for input in everyWay("{\(pairs.joined(separator: ","))}") {
        #expect(try input.map(to: WideModel.self).jsonString() == Self.exported)
        #expect(try input.map(to: HookedWideModel.self).jsonString() == Self.exported)
      }
    }
  }

  @Test func areExportedAndArchivedWhole() throws {
    let model = try WideModel(json: Self.json)
    let dictionary = try model.dictionaryRepresentation()
    #expect(dictionary.count == 500)
    #expect(
      WideModel.names.indices.allSatisfy { dictionary[WideModel.names[$0]] as? Int == $0 + 1 }
    )
    let again = try WideModel(archive: model.archivedData())
    #expect(try again.jsonString() == Self.exported)
    #expect(again == model && again.hashValue == model.hashValue)
    again.p499 = 0
    #expect(again != model)
    let copy = model.copy()
    #expect(copy == model && copy.p499 == 500)
    #expect("\(model)".split(separator: "\n").count == 501)
  }

  @Test func areExplainedWhole() throws {
    let report = try WideModel.explain(json: Self.json)
    #expect(report.matches.map(\.property) == WideModel.names)
    #expect(report.issues.isEmpty)
    let error = #expect(throws: ModelError.self) { try WideModel(json: "{}", options: .strict) }
    #expect(error?.issueCount == 500)
    #expect(error?.issues.count == 100)
    #expect(try WideModel.explain(json: "{}").issues.filter { $0.kind == .missingKey }.count == 500)
  }
}

struct ClassesWithoutProperties {
  @Test func takeNothing() throws {
    for input in everyWay(#"{"a": 1, "": 2, "_": {"b": [3]}}"#) {
      for model in [
        try input.map(to: EmptyModel.self), try input.map(to: HookedEmptyModel.self),
        try input.map(to: EmptyModel.self, options: .strict),
      ] {
        #expect(try model.jsonString() == "{}")
      }
      try input.update(EmptyModel(), options: .strict)
    }
  }

  @Test func areModelsLikeOthers() throws {
    let model = EmptyModel()
    #expect(try model.dictionaryRepresentation().isEmpty)
    #expect(type(of: try EmptyModel(archive: model.archivedData())) == EmptyModel.self)
    #expect(model == EmptyModel() && model != HookedEmptyModel())
    #expect(model.hashValue == EmptyModel().hashValue)
    #expect(model.copy() == model && model.copy() !== model)
    #expect("\(model)" == "EmptyModel")
    let report = try EmptyModel.explain(json: #"{"a": 1}"#)
    #expect(report.matches.isEmpty && report.issues.map(\.path) == ["a"])
    #expect(try [EmptyModel](json: "[{}, {}]").count == 2)
  }
}

// MARK: - Ten classes in a line

private class One: ModelObject {
  var one = 0
  var log: [String] = []
  override class var ignoredProperties: Set<String> { ["log"] }
  override class var keyMapping: [String: JSONKey] { ["one": "first", "two": "unused"] }
}

private class Two: One {
  var two = 0
  override class var keyMapping: [String: JSONKey] { ["two": "second"] }
  override func serializeValue(_ value: Any?, key: String) throws {
    log.append("2 \(key)")
    try super.serializeValue(value, key: key)
  }
}

private class Three: Two {
  var three = 0
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    var dictionary = try super.willMap(dictionary)
    dictionary["three"] = 33
    return dictionary
  }
}

private class Four: Three {
  var four = ""
  override func awake() { log.append("awake 4") }
}

private class Five: Four {
  var five: Int?
  override func serializeValue(_ value: Any?, key: String) throws {
    log.append("5 \(key)")
    try super.serializeValue(value, key: key == "cinq" ? "five" : key)
  }
}

private class Six: Five {
  var six = 0
  override class var ignoredProperties: Set<String> { ["six"] }
  override class var transforms: [String: PropertyTransform] {
    ["four": PropertyTransform(read: { ($0 as? String).map { $0 + "!" } })]
  }
}

private class Seven: Six {
  var seven: [Int] = []
  override func didMap(_ dictionary: [String: Any]) throws {
    log.append("didMap 7 of \(dictionary.count)")
    try super.didMap(dictionary)
  }
}

private class Eight: Seven {
  var eight = 0
  override class var keyMapping: [String: JSONKey] { ["eight": "deep.er[1]"] }
  override func awake() {
    super.awake()
    log.append("awake 8")
  }
}

private class Nine: Eight {
  var nine = false
  override func serializeValue(_ value: Any?, key: String) throws {
    log.append("9 \(key)")
    try super.serializeValue(value, key: key)
  }
  override func validate() throws { log.append("validate 9") }
}

private final class Ten: Nine {
  var ten: Ten?
  override func didExport(_ dictionary: inout [String: Any]) throws {
    try super.didExport(&dictionary)
    dictionary["exported"] = true
  }
}

struct ClassesTenDeep {
  private static let json = #"""
    {"FIRST": 1, "second": 2, "unused": 22, "four": "d", "cinq": 5, "six": 6, "seven": ["7", 8],
     "deep": {"er": [0, 8]}, "nine": "yes", "ten": {"first": 10}}
    """#

  @Test func mergeTheirListsAndCallTheirHooksOutermostFirst() throws {
    for input in everyWay(Self.json) {
      let ten = try input.map(to: Ten.self)
      let numbers: [Int] = [ten.one, ten.two, ten.three, ten.six, ten.eight]
      #expect(numbers == [1, 2, 33, 0, 8], "\(input)")
      #expect(ten.four == "d!" && ten.five == 5 && ten.seven == [7, 8] && ten.nine, "\(input)")
      #expect(ten.ten?.one == 10 && ten.ten?.three == 33, "\(input)")
      // Each key is looked up in the classes from the last to the first.
      let calls = ten.log.filter { $0.first?.isNumber == true }
      #expect(calls.count == 33, "\(input)")
      for start in stride(from: 0, to: calls.count, by: 3) {
        let keys = calls[start..<(start + 3)].map { $0.dropFirst(2) }
        #expect(calls[start].first == "9" && calls[start + 1].first == "5", "\(input)")
        #expect(keys[0] == keys[1] && keys[2] == (keys[0] == "cinq" ? "five" : keys[0]))
      }
      #expect(
        ten.log.suffix(4) == ["didMap 7 of 11", "awake 4", "awake 8", "validate 9"],
        "\(input)"
      )
    }
  }

  @Test func goOutAndComeBack() throws {
    let ten = try Ten(json: Self.json)
    let dictionary = try ten.dictionaryRepresentation()
    #expect(dictionary["exported"] as? Bool == true)
    #expect(dictionary["first"] as? Int == 1 && dictionary["one"] == nil)
    #expect((dictionary["deep"] as? [String: Any])?["er"] is [Any])
    #expect(dictionary["six"] == nil && dictionary["nine"] as? Bool == true)
    let archived = try Ten(archive: ten.archivedData())
    #expect(archived.ten?.one == 10 && archived.seven == [7, 8] && archived.five == 5)
    #expect(archived.log == ten.log + ["awake 4", "awake 8", "validate 9"])
    archived.log = ten.log
    archived.ten?.log = ten.ten?.log ?? []
    #expect(archived == ten)
    let copy = ten.copy()
    #expect(copy.ten !== ten.ten && copy.ten?.one == 10)
    let report = try Ten.explain(json: Self.json)
    #expect(report.matches.map(\.property).contains("eight"))
    #expect(report.issues.map(\.path).contains("unused"))
  }
}
