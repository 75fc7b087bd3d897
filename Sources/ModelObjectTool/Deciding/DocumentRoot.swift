/// What stands at the root of documents.
final class DocumentRoot {
  /// The documents themselves.
  let values = Place()
  /// The elements of documents that are arrays, and the lines of files.
  let elements = Place()
  private(set) var hasArrays = false
  private(set) var hasLines = false
  /// What stands at each index, of arrays that have both objects and arrays in them.
  private(set) var parts: [Place] = []

  private static let maximumParts = 16

  /// The first elements of an array that is being read.
  private var firstElements: [Sample] = []

  func add(_ sample: Sample) { values.add(sample) }

  func addElement(_ sample: Sample) {
    elements.add(sample)
    if firstElements.count <= Self.maximumParts { firstElements.append(sample) }
  }

  /// Ends a document that is an array.
  func endArray() {
    hasArrays = true
    let samples = firstElements
    firstElements = []
    guard Self.isMixed(samples), samples.count <= Self.maximumParts else { return }
    while parts.count < samples.count { parts.append(Place()) }
    for (part, sample) in zip(parts, samples) { part.add(sample) }
  }

  func addLine(_ sample: Sample) {
    hasLines = true
    elements.add(sample)
  }

  private static func isMixed(_ samples: [Sample]) -> Bool {
    var (hasObject, hasArray) = (false, false)
    for sample in samples {
      switch sample {
      case .object: hasObject = true
      case .array: hasArray = true
      default: break
      }
    }
    return hasObject && hasArray
  }
}
