import ModelObjectKit

/// From words.json.
///
/// Read it with `try WordsDocument(json: data)`.
class WordsDocument: ModelObject {
  var `class` = 0
  var `func` = ""
  var `self` = false
  var self2 = 0
  var `init` = 0
  var type = 0
  var `protocol` = ""
  var `default`: Any?  // always null
  var `in`: [Int] = []
  var value = 0
  var value2 = 0
  var value3 = 0
  var value4 = 0
  var value5 = 0
  var value6 = 0
  var value7 = ""
  var _1st = 0
  var _2 = 0
  var _3_5 = 0
  var aB = 0
  var a: A?
  var a0 = 0
  var ref = ""
  var value8 = 0
  var description = ""
  var hash = 0
  var hashValue = 0
  var debugDescription = ""
  var copy = false
  var update = 0
  var isEqual = 0
  var encode = 0
  var decode = 0
  var validate = 0
  var awake = 0
  var json = ""
  var dictionary: [String: Any] = [:]  // always empty
  var keyMapping = 0
  var keyMatching = 0
  var mappedProperties: [Int] = []
  var archiveName = ""
  var explain = 0
  var write = 0
  var dictionaryRepresentation = 0
  var archivedData = 0
  var serializeValue = 0
  var willMap = 0
  var didMap = 0
  var didExport = 0
  var dynamicType = 0
  var `subscript` = 0
  var `operator` = 0
  var async = 0
  var `await` = 0
  var actor = 0
  var some = 0
  var any = 0
  var each = 0
  var borrowing = 0
  var consuming = 0
  var nonisolated = 0
  var lazy = 0
  var weak = 0
  var unowned = 0
  var mutating = 0
  var get = 0
  var set = 0
  var willSet = 0
  var didSet = 0
  var macro = 0
  var package = 0
  var open = 0
  var then = 0
  var convenience = 0
  var required = 0
  var override = 0
  var final = 0
  var `static` = 0
  var isolated = 0
  var sending = 0
  var `repeat` = 0
  var unsafe = 0
  var using = 0
  var `throw` = 0
  var `try` = 0
  var `catch` = 0
  var `defer` = 0
  var yield = 0
  var discard = 0
  var copy2 = 0
  var any2 = 0
  var `nil` = 0
  var `true` = 0
  var `false` = 0
  var `is` = 0
  var `as` = 0
  var `super` = 0
  var module = 0
  var left = 0
  var right = 0
  var infix = 0
  var prefix = 0
  var indirect = 0
  var optional = 0
  var const = 0

  override class var keyMatching: KeyMatching { .exact }

  override class var keyMapping: [String: JSONKey] {
    [
      "self2": "Self",
      "type": "Type",
      "protocol": "Protocol",
      "value": "",
      "value2": " ",
      "value3": "_",
      "value4": "__",
      "value5": "-",
      "value6": "😀",
      "value7": "👨\u{200d}👩\u{200d}👧",
      "_3_5": #"3\.5"#,
      "aB": #"a\.b"#,
      "a0": #"a\[0]"#,
      "ref": "$ref",
      "value8": "$",
      "copy2": "copy ",
      "any2": "Any",
      "const": "_const",
    ]
  }

  class A: ModelObject {
    var b = 0
  }
}
