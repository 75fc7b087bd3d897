/// An object of an archived store.
struct StoredObject {
  /// Its index among the store's objects, with which paths begin.
  let index: Int
  /// Its number in the order of filing.
  let place: Int
  /// Its number in the archive.
  let number: Int
  let model: any Model

  private var path: String { PathStep.index(index).joined(to: "") }

  /// Why the object can't be filed: it has no identity, or that of a former object.
  func issue(former: (any Model)?) -> ModelError.Issue {
    let name = "\(type(of: model))"
    guard let former else {
      return ModelError.Issue(kind: .unidentified, path: path, typeName: name)
    }
    let identity = SchemaCache.schema(of: type(of: model)).identity?.text(of: model)
    return ModelError.Issue(
      kind: .replaced,
      path: path,
      typeName: name,
      expected: "\(name.withArticle) with \(identity ?? "its identity")",
      found: "an earlier \(type(of: former))"
    )
  }

  /// The error for the same.
  func error(former: (any Model)?) -> ModelError {
    let issue = issue(former: former)
    let code = former == nil ? ModelError.Code.missingIdentity : .unsupportedValue
    let words = former == nil ? "\(issue.typeName.withArticle) has no identity" : issue.explanation
    let remedy = ". To open the store without it, pass onSkip:."
    return ModelError(code, path: path, message: words + remedy)
  }
}
