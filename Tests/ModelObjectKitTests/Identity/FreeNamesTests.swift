import Foundation
import ModelObjectKit
import Testing

/// Names that usually clash with members of a base class.
private class Clashing: ModelObject {
  var description = "description"
  var debugDescription = "debugDescription"
  var hash = 1
  var hashValue = 2
  var id = 3
  var type = "type"
  var copy = "copy"
  var name = "name"
  var value = "value"
  var key = "key"
  var json = "json"
  var data = Data([1])
  var options = ["options"]
  var update = "update"
  var error: String? = "error"
  var path = "path"
  var schema = "schema"
  var activeMapping = "activeMapping"
  var customDescription = "customDescription"
  var root = "root"
  var model = "model"
}

/// The names of methods and class properties of the base class.
private class Methods: ModelObject {
  var isEqual = true
  var write = "write"
  var awake = true
  var validate = true
  var willMap = "willMap"
  var didMap = "didMap"
  var didExport = "didExport"
  var encode = "encode"
  var jsonData = "jsonData"
  var jsonString = "jsonString"
  var dictionaryRepresentation = "dictionaryRepresentation"
  var serializeValue = "serializeValue"
  var explain = "explain"
  var keyMapping = "keyMapping"
  var keyMatching = "keyMatching"
  var arrayMapping = "arrayMapping"
  var ignoredProperties = "ignoredProperties"
  var transforms = "transforms"
  var modelType = "modelType"
}

struct FreeNames {
  @Test func everyUsualNameMayBeStored() throws {
    let model = Clashing()
    model.hashValue = 7
    model.description = "mine"
    let copy: Clashing = model.copy()
    #expect(copy == model)
    #expect(copy.description == "mine")
    #expect(copy.hashValue == 7)
    #expect(Set([model, copy]).count == 1)
    let back = try Clashing(json: model.jsonData())
    #expect(back == model)
    #expect("\(model)".contains("\n  description: \"mine\"\n"))
    let decoded = try JSONDecoder().decode(Clashing.self, from: JSONEncoder().encode(model))
    #expect(decoded == model)
    try model.update(json: #"{"update": "new"}"#)
    #expect(model.update == "new")
  }

  @Test func methodsLeaveTheirNames() throws {
    let model = Methods()
    model.awake = false
    model.change()
    #expect(try Methods(json: model.jsonData()) == model)
    #expect(try Methods(dictionary: model.dictionaryRepresentation()) == model)
    #expect(model.isEqual(to: model.copy()))
    #expect("\(model)".contains("\n  write: \"write\"\n"))
    #expect(try model.jsonString().contains(#""jsonString":"jsonString""#))
  }
}

extension Methods {
  fileprivate func change() {
    willMap = "changed"
    isEqual = false
  }
}
