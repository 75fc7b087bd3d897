import ModelObjectKit

/// From dots.json.
///
/// Read it with `try DotsDocument(json: data)`.
class DotsDocument: ModelObject {
  var userName = ""
  var user: User?
  var aBC = 0
  var a: A?
  var x1 = 0
  var x: [Int] = []
  var _0 = 0
  var value = 0
  var value2 = 0
  var a2 = 0
  var a3 = 0
  var text2 = 0
  var text3 = 0
  var text = 0
  var value3 = 0
  var aB = 0
  var aB2 = 0
  var quoteS = 0
  var newLine = 0
  var tab = 0
  var value4 = 0
  var value5 = 0
  var value6 = 0
  var e = 0

  override class var keyMapping: [String: JSONKey] {
    [
      "userName": #"user\.name"#,
      "aBC": #"a\.b\.c"#,
      "x1": #"x\[1]"#,
      "_0": #"\[0]"#,
      "value": #"\."#,
      "value2": #"\.\."#,
      "a2": #"a\."#,
      "a3": #"\.a"#,
      "text2": "#text",
      "text3": "@text",
      "value3": "%",
      "aB": "a/b",
      "aB2": "a\\b",
      "quoteS": "quote\"s",
      "newLine": "new\u{a}line",
      "tab": "tab\u{9}",
      "value4": "\u{0}",
      "value5": "\u{202e}",
      "value6": "\u{feff}",
      "e": "e\u{301}",
    ]
  }

  class User: ModelObject {
    var name = ""
  }

  class A: ModelObject {
    var bC = 0
    var b: B?

    override class var keyMapping: [String: JSONKey] {
      ["bC": #"b\.c"#]
    }
  }

  class B: ModelObject {
    var c = 0
  }
}
