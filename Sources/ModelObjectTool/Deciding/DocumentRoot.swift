import ModelObjectKit

/// The values at the root of documents.
final class DocumentRoot {
  /// The documents themselves.
  let values = Place()
  /// The elements of documents that are arrays, and the lines of files.
  let elements = Place()
  private(set) var hasArrays = false
  private(set) var hasLines = false
  /// The values at each index, for arrays that hold both objects and arrays.
  private(set) var parts: [Place] = []

  private static let maximumParts = 16

  /// The first elements of an array that is being read.
  private var firstElements: [JSONTree] = []

  func add(_ value: JSONTree) { values.add(value) }

  func addElement(_ value: JSONTree) {
    elements.add(value)
    if firstElements.count <= Self.maximumParts { firstElements.append(value) }
  }

  /// Ends a document that is an array.
  func endArray() {
    hasArrays = true
    let first = firstElements
    firstElements = []
    guard Self.isMixed(first), first.count <= Self.maximumParts else { return }
    while parts.count < first.count { parts.append(Place()) }
    for (part, value) in zip(parts, first) { part.add(value) }
  }

  func addLine(_ value: JSONTree) {
    hasLines = true
    elements.add(value)
  }

  private static func isMixed(_ elements: [JSONTree]) -> Bool {
    var (hasObject, hasArray) = (false, false)
    for element in elements {
      switch element {
      case .object: hasObject = true
      case .array: hasArray = true
      default: break
      }
    }
    return hasObject && hasArray
  }
}
