import Foundation

/// The public symbols, by the names under which articles mention them.
struct Symbols {
  /// The links that have a name, of which there are several if it is overloaded.
  private var links: [String: Set<String>] = [:]
  /// The types of the library itself.
  private var types: Set<String> = []

  /// DocC tells overloads apart; of these, one is meant.
  private let meant = [
    "MappingOptions.strict": "MappingOptions/strict-type.property",
    "ModelStore.explain(_:json:at:options:)":
      "ModelStore/explain(_:json:at:options:)-(Model.Type,_,_,_)",
    "ModelStore.remove(_:identity:)": "ModelStore/remove(_:identity:)-(_,Hashable)",
    "NSCoder": "Foundation/NSCoder",
  ]
  /// They are mostly those of `Codable`, or of the standard library.
  private let others: Set = ["init(from:)", "encode(to:)", "hashValue", "write(to:)", "init(_:)"]

  init(_ folder: String) throws {
    struct Graph: Decodable {
      struct Symbol: Decodable {
        struct Identifier: Decodable { var precise: String }
        var identifier: Identifier
        var pathComponents: [String]
      }
      var symbols: [Symbol]
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    for file in files where file.hasSuffix(".symbols.json") {
      let url = URL(fileURLWithPath: folder).appendingPathComponent(file)
      let parts = file.dropLast(".symbols.json".count).split(separator: "@")
      let module = parts.count > 1 ? "\(parts[1])/" : ""
      var counts: [String: Int] = [:]
      for symbol in try JSONDecoder().decode(Graph.self, from: Data(contentsOf: url)).symbols {
        let path = symbol.pathComponents
        if module.isEmpty, path.count == 1 { types.insert(path[0]) }
        // `String` in an article is that of Swift, not what the library adds to it.
        if !module.isEmpty, path.count == 1 { continue }
        let name = path.joined(separator: ".")
        counts[name, default: 0] += 1
        // A further one of the same name makes the link ambiguous.
        let further = counts[name] == 1 ? "" : "-\(counts[name] ?? 0)"
        links[name, default: []].insert(module + path.joined(separator: "/") + further)
      }
    }
  }

  /// The link of a name, as DocC wants it, or nil if it is no symbol, or one of several.
  ///
  /// A member that a type of the library doesn't have is a mistake.
  func link(_ name: String, subject: String?, in page: String) -> String? {
    guard name.wholeMatch(of: /[A-Za-z_]\w*(\([\w:]*\))?(\.\w+(\([\w:]*\))?)*/) != nil else {
      return nil
    }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    var names: [String]
    if parts.count > 1 {
      names = parts[0] == "ModelObject" ? [name, "ModelObjectProtocol.\(parts[1])"] : [name]
    } else {
      names = subject.map { ["\($0).\(name)"] } ?? []
      names.append(name)
      if !others.contains(name) { names += ["ModelObject.\(name)", "ModelObjectProtocol.\(name)"] }
    }
    for name in names {
      if let link = meant[name] { return link }
      if let found = links[name] { return found.count == 1 ? found.first : nil }
    }
    if parts.count > 1, types.contains(parts[0]), parts[1] != "Type" {
      stop("\(page): there is no \(name)")
    }
    return nil
  }
}
