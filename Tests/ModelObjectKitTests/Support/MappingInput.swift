import Foundation
import ModelObjectKit
import Testing

/// Something that can be mapped to a class of models.
protocol MappingInput: CustomStringConvertible {
  func map<Model: ModelObject>(to type: Model.Type, options: MappingOptions?) throws -> Model
  func update(_ model: ModelObject, options: MappingOptions?) throws
}

/// A dictionary as a program passes it.
struct DictionaryInput: MappingInput {
  let dictionary: [String: Any]

  var description: String { String("\(dictionary)".prefix(200)) }

  func map<Model: ModelObject>(to type: Model.Type, options: MappingOptions?) throws -> Model {
    try Model(dictionary: dictionary, options: options)
  }

  func update(_ model: ModelObject, options: MappingOptions?) throws {
    try model.update(dictionary: dictionary, options: options)
  }
}

/// A JSON text and the way in.
struct JSONInput: MappingInput {
  let json: String
  let way: WayIn

  init(_ json: String, by way: WayIn) {
    self.json = json
    self.way = way
  }

  var description: String { "\(json.prefix(200)) as \(way)" }

  func map<Model: ModelObject>(to type: Model.Type, options: MappingOptions?) throws -> Model {
    try #require(way.map(json, to: type, options) { $0 }.model)
  }

  func update(_ model: ModelObject, options: MappingOptions?) throws {
    switch way {
    case .foundation, .native: try model.update(dictionary: dictionary(), options: options)
    case .data: try model.update(json: Data(json.utf8), options: options)
    default: try model.update(json: json, options: options)
    }
  }

  /// The root object as a dictionary.
  func dictionary() throws -> [String: Any] {
    let tree = try JSONSerialization.jsonObject(with: Data(json.utf8))
    // No `#require`: a caller with text that isn't an object wants to skip it.
    guard let dictionary = (way == .native ? swiftValue(tree) : tree) as? [String: Any] else {
      throw CocoaError(.propertyListReadCorrupt)
    }
    return dictionary
  }
}

extension MappingInput {
  func map<Model: ModelObject>(to type: Model.Type) throws -> Model {
    try map(to: type, options: nil)
  }

  /// The issues of mapping; empty if it succeeds.
  func issues<Model: ModelObject>(
    mappingTo type: Model.Type,
    options: MappingOptions = .strict,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [ModelError.Issue] {
    do {
      _ = try map(to: type, options: options)
      return []
    } catch let error as ModelError where error.code == .invalidInput {
      #expect(!error.issues.isEmpty, "\(self)", sourceLocation: sourceLocation)
      return error.issues
    } catch {
      Issue.record(error, "\(self)", sourceLocation: sourceLocation)
      return []
    }
  }
}

/// The inputs of one JSON text, one for each form.
func everyWay(_ json: String) -> [JSONInput] { everyWay(json, WayIn.forms) }

/// The inputs of one JSON text by some ways.
func everyWay(_ json: String, _ ways: [WayIn]) -> [JSONInput] {
  ways.map { JSONInput(json, by: $0) }
}

/// A parsed tree with Swift values instead of Foundation's.
private func swiftValue(_ value: Any) -> Any {
  switch value {
  case let object as [String: Any]:
    object.mapValues(swiftValue)
  case let array as [Any]:
    array.map(swiftValue)
  case let number as NSDecimalNumber:
    // Foundation reads the smallest integer as a decimal; in Swift, it is an integer.
    number.decimalValue == Decimal(Int.min) ? Int.min : number.decimalValue
  case let number as NSNumber:
    switch String(cString: number.objCType) {
    case "c": number.boolValue
    case "d", "f": number.doubleValue
    case "Q": number.uint64Value
    default: number.intValue
    }
  default:
    value
  }
}
