import ModelObjectKit

/// The code of a list that a class or a struct has, such as `keyMapping`: in one line, or in one for each entry.
struct MemberList {
  /// The greatest number of characters in a line, without what the class is indented by.
  static let width = 84

  /// `public `, or nothing.
  var access = ""
  /// The indentation of one level.
  let unit: String
  /// Whether it is that of a struct.
  var isOfStruct = false

  func lines(_ name: String, of type: String, _ entries: [String]) -> [String] {
    guard !entries.isEmpty else { return [] }
    let modifier = isOfStruct ? "static" : "override class"
    let head = "\(access)\(modifier) var \(name): \(type) {"
    let line = "\(head) [\(entries.joined(separator: ", "))] }"
    if line.count <= Self.width, !line.contains("\n") { return [line] }
    let lines = entries.flatMap { entry in
      (entry + ",").split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : unit + unit + $0 }
    }
    return [head, "\(unit)["] + lines + ["\(unit)]", "}"]
  }

  func lines(_ name: String, ofNames names: [String], type: String = "Set<String>") -> [String] {
    lines(name, of: type, names.map(SwiftLiteral.text))
  }

  func lines(_ name: String, of type: String, pairs: [(String, String)]) -> [String] {
    lines(name, of: type, pairs.map { "\(SwiftLiteral.text($0.0)): \($0.1)" })
  }
}

extension KeyStyle {
  /// The style with which fewest keys have to be listed; the first of several.
  static func cheapest(_ cost: (KeyStyle) -> Int) -> KeyStyle {
    let costs = all.map { (style: $0, cost: cost($0)) }
    return costs.min { $0.cost < $1.cost }?.style ?? .property
  }
}
