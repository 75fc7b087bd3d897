/// The differences between two texts, in the form that `patch` reads.
enum UnifiedDiff {
  private static let context = 3
  /// Beyond this many edits, what differs is shown as a whole.
  private static let limit = 2000

  static func text(_ old: [UInt8], _ new: [UInt8], path: String, isNew: Bool = false) -> String {
    let (before, after) = (lines(old), lines(new))
    let changes = changes(before, after)
    guard !changes.isEmpty else { return "" }
    var text = isNew ? "--- /dev/null\n" : "--- a/\(path)\n"
    text += "+++ b/\(path)\n"
    var index = 0
    while index < changes.count {
      var last = index
      while last + 1 < changes.count,
        changes[last + 1].old.lowerBound - changes[last].old.upperBound <= 2 * context
      {
        last += 1
      }
      text += hunk(changes[index...last], before: before, after: after)
      index = last + 1
    }
    return text
  }

  private struct Change {
    let old: Range<Int>
    let new: Range<Int>
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func hunk(
    _ changes: ArraySlice<Change>,
    before: [ArraySlice<UInt8>],
    after: [ArraySlice<UInt8>]
  ) -> String {
    guard let first = changes.first, let last = changes.last else { return "" }
    let start = max(0, first.old.lowerBound - context)
    let end = min(before.count, last.old.upperBound + context)
    let newStart = first.new.lowerBound - (first.old.lowerBound - start)
    let newEnd = last.new.upperBound + (end - last.old.upperBound)
    var text =
      "@@ -\(place(start, end - start)) +\(place(newStart, newEnd - newStart)) @@\n"
    var position = start
    func add(_ sign: Character, _ line: ArraySlice<UInt8>) {
      text += "\(sign)\(String(decoding: line, as: UTF8.self))\n"
    }
    for change in changes {
      for line in before[position..<change.old.lowerBound] { add(" ", line) }
      for line in before[change.old] { add("-", line) }
      for line in after[change.new] { add("+", line) }
      position = change.old.upperBound
    }
    for line in before[position..<end] { add(" ", line) }
    return text
  }

  private static func place(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
  }

  /// By the shortest list of edits (Myers).
  private static func changes(
    _ before: [ArraySlice<UInt8>],
    _ after: [ArraySlice<UInt8>]
  ) -> [Change] {
    var head = 0
    while head < min(before.count, after.count), before[head] == after[head] { head += 1 }
    var tail = 0
    while tail < min(before.count, after.count) - head,
      before[before.count - 1 - tail] == after[after.count - 1 - tail]
    {
      tail += 1
    }
    let (old, new) = (before[head..<before.count - tail], after[head..<after.count - tail])
    if old.isEmpty && new.isEmpty { return [] }
    guard !old.isEmpty, !new.isEmpty, let steps = steps(Array(old), Array(new)) else {
      return [Change(old: old.startIndex..<old.endIndex, new: new.startIndex..<new.endIndex)]
    }
    var changes: [Change] = []
    for step in steps {
      let oldPlace = step.old + head
      let newPlace = step.new + head
      let (oldEnd, newEnd) = (oldPlace + (step.removes ? 1 : 0), newPlace + (step.removes ? 0 : 1))
      if let last = changes.last, last.old.upperBound == oldPlace, last.new.upperBound == newPlace {
        changes[changes.count - 1] = Change(
          old: last.old.lowerBound..<oldEnd,
          new: last.new.lowerBound..<newEnd
        )
      } else {
        changes.append(Change(old: oldPlace..<oldEnd, new: newPlace..<newEnd))
      }
    }
    return changes
  }

  private static func steps(
    _ old: [ArraySlice<UInt8>],
    _ new: [ArraySlice<UInt8>]
  ) -> [(old: Int, new: Int, removes: Bool)]? {
    let most = min(old.count + new.count, limit)
    var ends = [1: 0]
    var trace: [[Int: Int]] = []
    for edits in 0...most {
      trace.append(ends)
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let (up, left) = (ends[diagonal + 1] ?? -1, ends[diagonal - 1] ?? -1)
        let isDown = diagonal == -edits || diagonal != edits && left < up
        var x = isDown ? up : left + 1
        var y = x - diagonal
        while x < old.count, y < new.count, old[x] == new[y] { (x, y) = (x + 1, y + 1) }
        ends[diagonal] = x
        if x >= old.count, y >= new.count {
          return way(trace, oldCount: old.count, newCount: new.count)
        }
      }
    }
    return nil
  }

  private static func way(
    _ trace: [[Int: Int]],
    oldCount: Int,
    newCount: Int
  ) -> [(old: Int, new: Int, removes: Bool)] {
    var (x, y) = (oldCount, newCount)
    var steps: [(old: Int, new: Int, removes: Bool)] = []
    for (edits, ends) in trace.enumerated().reversed() where edits > 0 {
      let diagonal = x - y
      let (up, left) = (ends[diagonal + 1] ?? -1, ends[diagonal - 1] ?? -1)
      let isDown = diagonal == -edits || diagonal != edits && left < up
      let former = isDown ? diagonal + 1 : diagonal - 1
      let formerX = ends[former] ?? 0
      let formerY = formerX - former
      steps.append((formerX, formerY, !isDown))
      (x, y) = (formerX, formerY)
    }
    return steps.reversed()
  }
}
