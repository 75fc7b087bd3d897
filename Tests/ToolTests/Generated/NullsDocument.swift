import ModelObjectKit

/// From nulls.json.
///
/// Read it with `try NullsDocument(json: data)`.
class NullsDocument: ModelObject {
  var a: Any?  // always null
  var b: [Any] = []  // always null
  var c: C?
  var g: [[Any]] = []  // always null
  var h: [H?] = []
  var i: [String: I?] = [:]  // numbered: PHP's form of a list; sort the keys for one
  var j = ""  // always a string for null
  var k = ""  // always a string for null
  var l: [Any] = []  // number or string
  var m: [String] = []  // "null" is a string here: an optional of another type would be nil
  var n: [N] = []
  var p: [P] = []

  class C: ModelObject {
    var d: Any?  // always null
    var e: [E?] = []
  }

  class H: ModelObject {
    var x: Any?  // always null
    var y: Int?
  }

  class I: ModelObject {
    var z = 0
  }

  class N: ModelObject {
    var o = ""  // "null" is a string here: an optional of another type would be nil
  }

  class P: ModelObject {
    var q: Any?  // number or string
  }

  class E: ModelObject {
    var f: Any?  // always null
  }
}
