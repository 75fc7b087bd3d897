import ModelObjectEssentials

/// Writes the classes for JSON documents of one kind.
struct Generator {
  /// The name of the class for the document itself, or for each of its elements.
  var className = "Root"
  /// The name of the class for its elements, if that is another one.
  var elementName: String?
  var choices = Choices()
  /// Whether each class says how its keys are spelled.
  var keepsKeys = false
  /// Whether each class lists its properties in `accessors`.
  var hasAccessors = false
  /// Called with the part of the documents that has been read, from 0 to 1.
  var tell: (Double) -> Void = { _ in }

  /// The Swift source of the classes of one document.
  func source(for document: Data) throws -> String {
    try source(for: [Document(name: nil, data: document)])
  }

  /// The Swift source of the classes of several documents that are of one kind.
  func source(for documents: [Document]) throws -> String {
    let root = try read(documents)
    let settling = Settling(choices)
    let plan = try RootPlan(
      for: root,
      name: className,
      elementName: elementName ?? className,
      settling: settling
    )
    if let reason = settling.unusedChoice { throw Failure(description: reason) }
    let models = plan.roots.filter { !$0.keepsAll }
    ClassMerging.mergeClasses(under: models.map(\.objects))
    var list = ClassList(reserving: plan.namespace, keepsKeys: keepsKeys)
    for root in plan.roots {
      if root.keepsAll {
        list.addKeeping(name: root.name)
      } else {
        list.add(root.objects.current, name: root.name)
      }
    }
    let comment = Comment(
      documents.compactMap(\.name),
      plan: plan,
      list: list,
      keepsKeys: keepsKeys
    )
    return SwiftSource.text(
      of: list,
      comment: comment.lines,
      namespace: plan.namespace,
      hasAccessors: hasAccessors
    )
  }

  private func read(_ documents: [Document]) throws -> DocumentRoot {
    let root = DocumentRoot()
    let total = Double(max(1, documents.reduce(0) { $0 + $1.size }))
    var done = 0.0
    for document in documents {
      let size = Double(document.size)
      do {
        try document.read(into: root) { [done] in tell((done + $0 * size) / total) }
      } catch  where documents.count > 1 {
        throw Failure(description: "\(document.name ?? "standard input"): \(error)")
      }
      done += size
    }
    return root
  }
}
