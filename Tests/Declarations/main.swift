// Prints the public declarations in the symbol graphs of a folder, one on a line: the name with its
// context, then the declaration, and `[required]` if it is one that conforming types have to have.
// `.ci/api` compares them with those of the last release.
import Foundation

struct Graph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]
}

struct Symbol: Decodable {
  var kind: Kind
  var identifier: Identifier
  var pathComponents: [String]
  var declarationFragments: [Fragment]?
  var availability: [Availability]?
  var swiftExtension: Extension?

  struct Kind: Decodable { var identifier: String }
  struct Identifier: Decodable { var precise: String }
  struct Fragment: Decodable { var spelling: String }
  struct Availability: Decodable { var isUnconditionallyUnavailable: Bool? }
  struct Extension: Decodable { var constraints: [Constraint]? }
  struct Constraint: Decodable {
    var kind: String
    var lhs: String
    var rhs: String
  }

  /// The former names, which only tell what to write instead.
  var isUnavailable: Bool {
    availability?.contains { $0.isUnconditionallyUnavailable == true } ?? false
  }

  var line: String {
    let constraints = (swiftExtension?.constraints ?? []).map { "\($0.lhs) \($0.kind) \($0.rhs)" }
    let place = constraints.isEmpty ? "" : " [\(constraints.sorted().joined(separator: ", "))]"
    let declaration = (declarationFragments ?? []).map(\.spelling).joined()
    let words = declaration.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(pathComponents.joined(separator: "."))\(place): \(words)"
  }
}

struct Relationship: Decodable {
  var kind: String
  var source: String
  var target: String
  var targetFallback: String?
}

guard CommandLine.arguments.count == 2 else {
  print("usage: declarations FOLDER")
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
let graphs = try files.filter { $0.pathExtension == "json" }.map { file in
  try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
}
let symbols = graphs.flatMap(\.symbols).filter { !$0.isUnavailable }
let names = Dictionary(
  symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) },
  uniquingKeysWith: { first, _ in first }
)
let relationships = graphs.flatMap(\.relationships)
let given = Set(relationships.filter { $0.kind == "defaultImplementationOf" }.map(\.target))
let required = Set(relationships.filter { $0.kind == "requirementOf" }.map(\.source))
  .subtracting(given)
var lines = Set(
  symbols.map { $0.line + (required.contains($0.identifier.precise) ? " [required]" : "") }
)
for relationship in relationships where relationship.kind == "conformsTo" {
  guard let source = names[relationship.source] else { continue }
  let target = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
  lines.insert("\(source): conforms to \(target)")
}
for line in lines.sorted() { print(line) }
