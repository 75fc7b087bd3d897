/// Finds the name that was probably intended.
package enum NameDistance {
  /// The name with the fewest changes, of those that begin with the name or change at most half of
  /// its letters; a name of one letter has none.
  ///
  /// Of a typo, the name has at most two changes.
  package static func nearest(
    to name: String,
    among names: [String],
    isTypo: Bool = false
  ) -> String? {
    let folded = Array(FoldedKey(name).text.unicodeScalars.prefix(100))
    let near = names.compactMap { candidate -> (name: String, distance: Int)? in
      let other = Array(FoldedKey(candidate).text.unicodeScalars.prefix(100))
      let distance = distance(folded, other)
      let isBeginning = !isTypo && folded.count > 2 && other.starts(with: folded)
      let isNear = distance <= min(folded.count / 2, isTypo ? 2 : .max)
      return isBeginning || isNear ? (candidate, distance) : nil
    }
    return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// The message about a name in a list that isn't a property.
  package static func mistake(_ name: String, in list: String, among names: [String]) -> String {
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
