import ModelObjectKit

/// Read it with `try NullsDocument(json: data)`.
class NullsDocument: ModelObject {
  var a: Any?
  var b: [Any] = []
  var c: C?
  var g: [[Any]] = []
  var h: [H?] = []
  var i: [String: I?] = [:]
  var j = ""
  var k = ""
  var l: [String] = []
  var m: [String] = []
  var n: [N] = []
  var p: [P] = []

  class C: ModelObject {
    var d: Any?
    var e: [E?] = []
  }

  class H: ModelObject {
    var x: Any?
    var y: Int?
  }

  class I: ModelObject {
    var z = 0
  }

  class N: ModelObject {
    var o = ""
  }

  class P: ModelObject {
    var q = ""
  }

  class E: ModelObject {
    var f: Any?
  }
}
