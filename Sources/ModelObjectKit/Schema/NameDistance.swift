/// Finds the name that was probably intended.
enum NameDistance {
  /// The name with the fewest changes; nil if more than half of the letters change, so that a name
  /// of one letter has none.
  static func nearest(to name: String, among names: [String]) -> String? {
    let folded = Array(FoldedKey(name).text.unicodeScalars.prefix(100))
    let distances = names.map { candidate in
      (candidate, distance(folded, Array(FoldedKey(candidate).text.unicodeScalars.prefix(100))))
    }
    guard let best = distances.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }),
      best.1 <= folded.count / 2
    else { return nil }
    return best.0
  }

  /// The message about a name in a list that isn't a property.
  static func mistake(_ name: String, in list: String, among names: [String]) -> String {
    let hint = nearest(to: name, among: names).map { " Did you mean \"\($0)\"?" } ?? ""
    return "\(list) lists \"\(name)\", which is not a property of the class.\(hint)"
  }

  /// The number of letters to add, remove or change.
  private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var row = Array(0...second.count)
    for (line, scalar) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in second.enumerated() {
        let change = diagonal + (scalar == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
