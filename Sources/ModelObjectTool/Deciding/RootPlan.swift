import ModelObjectKit

/// The root classes of documents, and the expressions that read the documents.
struct RootPlan {
  struct Root {
    let objects: Objects
    let name: String
    /// Whether the keys are data: then the class keeps all pairs in one property.
    var keepsAll = false
  }

  private(set) var roots: [Root] = []
  /// The expressions that read the documents.
  private(set) var usages: [String] = []
  /// A further sentence on how the documents are read.
  private(set) var remark: String?
  /// The name of a type around the classes, if no class is that of the complete document.
  private(set) var namespace: String?

  private let settling: Settling
  private let name: String
  /// The name of the class for elements, lines or values of a dictionary.
  private let elementName: String

  init(
    for root: DocumentRoot,
    name: String,
    elementName: String,
    settling: Settling
  ) throws {
    self.settling = settling
    self.name = name
    self.elementName = elementName
    if !root.parts.isEmpty {
      planParts(root.parts)
      return
    }
    let kinds = root.values.kinds
    let hasElements = root.hasArrays || root.hasLines
    guard kinds.subtracting(.object).isEmpty, !kinds.isEmpty || hasElements else {
      throw Failure(description: "the document is neither an object nor an array of objects")
    }
    if hasElements {
      try planElements(of: root)
    } else {
      planObject(root.values)
    }
  }

  // MARK: - Objects

  private mutating func planObject(_ place: Place) {
    guard let objects = place.objects else { return }
    guard settling.areDictionaries(objects, root: name) else {
      settling.settleModels(objects)
      roots = [Root(objects: objects, name: name)]
      usages = ["try \(name)(json: data)"]
      return
    }
    let firstKey = objects.seenPairs.first?.key
    let values = settling.settleDictionary(objects)
    var path = ""
    // Of a dictionary of dictionaries, the inner ones are read one by one.
    var inner = values
    if let next = inner.objects?.values, let firstKey, next.kinds == .object {
      path = ", at: \(SwiftLiteral.path(firstKey))"
      inner = next
    }
    guard inner.kinds == .object, let models = inner.objects, models.values == nil,
      !models.knownPairs.isEmpty
    else {
      roots = [Root(objects: objects, name: name, keepsAll: true)]
      usages = ["try \(name)(json: data)"]
      return
    }
    roots = [Root(objects: models, name: elementName)]
    usages = ["try [String: \(elementName)](json: data\(path))"]
    if !path.isEmpty { remark = "Its other keys are read in the same way." }
    if inner.nulls > 0 { remark = Self.remark(onNulls: "values", after: remark) }
  }

  private static func remark(onNulls what: String, after remark: String?) -> String {
    (remark.map { $0 + " " } ?? "") + "Null \(what) are skipped; `.strict` rejects them."
  }

  // MARK: - Arrays

  private mutating func planElements(of root: DocumentRoot) throws {
    var place = root.elements
    var path = ""
    while place.kinds == .array, let inner = place.elements {
      path += "[0]"
      place = inner
    }
    guard let objects = place.objects else { throw Self.failure(root.elements) }
    if let single = root.values.objects { Uniting.unite(objects, single) }
    let keepsAll = settling.areDictionaries(objects, root: name)
    if keepsAll { _ = settling.settleDictionary(objects) } else { settling.settleModels(objects) }
    roots = [Root(objects: objects, name: elementName, keepsAll: keepsAll)]
    if !root.values.kinds.isEmpty { usages.append("try \(elementName)(json: data)") }
    if root.hasArrays {
      usages.append("try [\(elementName)](json: data\(path.isEmpty ? "" : ", at: \"\(path)\""))")
    }
    if root.hasLines { usages.append("try ModelReader<\(elementName)>(contentsOf: url)") }
    if !path.isEmpty { remark = "Its other arrays are read in the same way, by their indexes." }
    if place.kinds != .object { remark = "Elements that aren't objects are skipped." }
    if place.nulls > 0 { remark = Self.remark(onNulls: "elements", after: remark) }
  }

  private static func failure(_ elements: Place) -> Failure {
    let array = "the document is an array, but not one of objects"
    guard !elements.kinds.isEmpty else { return Failure(description: array) }
    let type = SwiftType.array(elements.elementType).name { _ in "" }
    let how =
      type.firstPlace(of: "Any") != nil
      ? "JSONSerialization.jsonObject(with: data)"
      : "JSONDecoder().decode(\(type).self, from: data)"
    return Failure(description: "\(array): it needs no class; read it with `try \(how)`")
  }

  private static let ordinals = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"]

  /// Plans a class for each index of an array whose elements are different things.
  private mutating func planParts(_ parts: [Place]) {
    namespace = name
    for (number, part) in parts.enumerated() {
      let part = part.kinds == .array ? part.elements : part
      let isArray = parts[number].kinds == .array
      guard let part, part.kinds == .object, let objects = part.objects else { continue }
      let className = number < Self.ordinals.count ? Self.ordinals[number] : "Part\(number + 1)"
      settling.settleModels(objects)
      roots.append(Root(objects: objects, name: className))
      let type = isArray ? "[\(name).\(className)]" : "\(name).\(className)"
      usages.append("try \(type)(json: data, at: \"[\(number)]\")")
    }
  }
}
