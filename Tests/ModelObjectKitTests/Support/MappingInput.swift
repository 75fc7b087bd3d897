import Foundation
import ModelObjectKit
import Testing

/// Something that can be mapped onto a class of models.
protocol MappingInput: CustomStringConvertible {
  func map<Model: ModelObject>(to type: Model.Type, options: MappingOptions?) throws -> Model
  func update(_ model: ModelObject, options: MappingOptions?) throws
}

/// A dictionary as a program hands it over.
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

/// A JSON text and the way in which it comes in.
struct JSONInput: MappingInput {
  /// The ways in which the object that a JSON text describes can come in.
  enum Way: CaseIterable {
    case text, data
    /// Parsed by `JSONSerialization`: a tree with `NSNumber` in it.
    case foundation
    /// The same tree made of Swift values only.
    case native

    /// The ways that hand over the digits of numbers as they are written.
    static let verbatim: [Way] = [.text, .data]
  }

  let json: String
  let way: Way

  init(_ json: String, by way: Way) {
    self.json = json
    self.way = way
  }

  var description: String { "\(json.prefix(200)) as \(way)" }

  func map<Model: ModelObject>(to type: Model.Type, options: MappingOptions?) throws -> Model {
    switch way {
    case .text: try Model(json: json, options: options)
    case .data: try Model(json: Data(json.utf8), options: options)
    case .foundation, .native: try Model(dictionary: dictionary(), options: options)
    }
  }

  func update(_ model: ModelObject, options: MappingOptions?) throws {
    switch way {
    case .text: try model.update(json: json, options: options)
    case .data: try model.update(json: Data(json.utf8), options: options)
    case .foundation, .native: try model.update(dictionary: dictionary(), options: options)
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

/// The inputs that one JSON text makes, one for each way.
func everyWay(_ json: String) -> [JSONInput] {
  JSONInput.Way.allCases.map { JSONInput(json, by: $0) }
}

/// A parsed tree with Swift's own values in place of Foundation's.
private func swiftValue(_ value: Any) -> Any {
  switch value {
  case let object as [String: Any]:
    object.mapValues(swiftValue)
  case let array as [Any]:
    array.map(swiftValue)
  case let number as NSDecimalNumber:
    // Foundation reads the least integer as a decimal; Swift has an integer for it.
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
