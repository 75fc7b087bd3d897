import Foundation
import ModelObjectKit

/// From linked.json.
///
/// Read it with `try LinkedDocument(json: data)`.
class LinkedDocument: ModelObject {
  var context: Context?
  var id2: URL?
  var type2: [String] = []
  var type = ""
  var id = ""
  var name = ""
  var knows: [Any] = []  // string or object
  var graph: [Graph] = []

  override class var keyMapping: [String: JSONKey] {
    [
      "context": "@context",
      "id2": "@id",
      "type2": "@type",
      "graph": "@graph",
    ]
  }

  class Context: ModelObject {
    var vocab: URL?
    var name: URL?
    var knows: Know?

    override class var keyMapping: [String: JSONKey] {
      ["vocab": "@vocab"]
    }
  }

  class Graph: ModelObject {
    var id = ""
    var schemaBirthDate: SchemaBirthDate?

    override class var keyMapping: [String: JSONKey] {
      [
        "id": "@id",
        "schemaBirthDate": "schema:birthDate",
      ]
    }
  }

  class Know: ModelObject {
    var id = ""
    var type = ""

    override class var keyMapping: [String: JSONKey] {
      [
        "id": "@id",
        "type": "@type",
      ]
    }
  }

  class SchemaBirthDate: ModelObject {
    var value: Date?  // reads only the format in `dateFormats`
    var type = ""

    override class var keyMapping: [String: JSONKey] {
      [
        "value": "@value",
        "type": "@type",
      ]
    }

    override class var dateFormats: [String: DateOptions.Format] {
      ["value": .dateOnly]
    }
  }
}
