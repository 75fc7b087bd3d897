import Foundation
import ModelObjectKit

/// Writes the classes for a JSON document.
struct Generator {
  /// The name of the class for the document itself.
  var className = "Root"
  /// Is told which part of the document has been read.
  var tell: (Double) -> Void = { _ in }

  /// The Swift source of the classes.
  ///
  /// A document that is an array of objects, or an object whose keys are ids, gets a class for its
  /// elements.
  func source(for document: Data) throws -> String {
    let bytes = try check(document)
    let sample: Sample
    do {
      sample = try SampleReader.read(bytes, tell: tell)
    } catch {
      throw Failure(description: "the document could not be read")
    }
    let (objects, usage) = try roots(of: sample)
    var inference = Inference(rootName: className)
    inference.addRoots(objects)
    return SwiftSource.text(of: inference.classes, usage: usage)
  }

  /// Lets the library say what is wrong with a document, and gives it as UTF-8.
  private func check(_ document: Data) throws -> [UInt8] {
    do {
      _ = try Nothing(json: document)
    } catch let error as ModelError where error.code == .notAnObject {}
    return try JSONText.utf8(of: document)
  }

  private func roots(of sample: Sample) throws -> ([Inference.Pairs], usage: String) {
    switch sample {
    case .object(let pairs):
      guard let values = objects(pairs.map(\.value)), !values.isEmpty,
        pairs.allSatisfy({ IdentifierKey.matches($0.key) })
      else { return ([pairs], "try \(className)(json: data)") }
      return (values, "try [String: \(className)](json: data)")
    case .array(let elements):
      guard let objects = objects(elements), !objects.isEmpty else {
        throw Failure(description: "the document is an array, but not one of objects")
      }
      return (objects, "try [\(className)](json: data)")
    default: throw Failure(description: "the document is neither an object nor an array")
    }
  }

  /// The values where all of them are objects, nulls aside.
  private func objects(_ values: [Sample]) -> [Inference.Pairs]? {
    var objects: [Inference.Pairs] = []
    for value in values where !value.isNull {
      guard case .object(let pairs) = value else { return nil }
      objects.append(pairs)
    }
    return objects
  }
}

/// A model that takes nothing.
private final class Nothing: ModelObject {}
