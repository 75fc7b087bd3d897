import Foundation

@testable import ModelObjectKit

/// Checks that a tape agrees with the reader on a text, whole and cut anywhere.
struct TapeCheck {
  let json: Data

  func run() {
    let text = Array(json)
    var tape = Tape()
    for end in text.count > 40 ? [text.count, text.count / 2] : Array(0...text.count) {
      text[..<end].withUnsafeBytes { check(ByteView($0), &tape) }
    }
  }

  private func check(_ bytes: ByteView, _ tape: inout Tape) {
    for depth in [3, 512] {
      let expected = outcome(bytes, depth) { (reader) throws(Misfit) in try reader.passPlainly() }
      let skipped = outcome(bytes, depth) { (reader) throws(Misfit) in try reader.skipValue() }
      let recorded = outcome(bytes, depth) { (reader) throws(Misfit) in try tape.record(&reader) }
      guard expected == recorded, expected == skipped else {
        found("a tape differs from the reader", String(bytes), expected, recorded, skipped)
      }
      checkNodes(tape, bytes)
    }
    let whole = outcome(bytes, 512) { (reader) throws(Misfit) in
      try reader.passPlainly(isComplete: false)
    }
    var isWhole = false
    let beginning = outcome(bytes, 512) { (reader) throws(Misfit) in
      isWhole = try tape.record(&reader, isComplete: false)
    }
    guard isWhole == whole.hasPrefix("read"), !isWhole || whole == beginning else {
      found("the tape of a beginning differs from the reader", String(bytes), whole, beginning)
    }
    checkNodes(tape, bytes)
  }

  private func outcome(
    _ bytes: ByteView,
    _ depth: Int,
    _ read: (inout JSONReader) throws(Misfit) -> Void
  ) -> String {
    var reader = JSONReader(bytes, maximumDepth: depth)
    do throws(Misfit) {
      try read(&reader)
      return "read up to \(reader.position), \(reader.remainingDepth)"
    } catch {
      return "\(error)"
    }
  }

  /// Checks that the nodes are in the order of the text, and lead to one another.
  private func checkNodes(_ tape: borrowing Tape, _ bytes: ByteView) {
    var open: [(end: Int, parts: Int)] = []
    var last = -1
    for index in 0..<tape.count {
      let node = tape[index]
      // Where the text is cut, several objects and arrays may end.
      let isInOrder = node.begin > last || node.kind == .end && node.begin >= last
      var isRight = isInOrder && tape.end(of: index) <= bytes.count + 1
      last = node.isContainer || node.kind == .end ? node.begin : node.end - 1
      if node.kind == .end {
        let level = open.popLast()
        isRight = isRight && level?.end == index && level?.parts == 0
      } else {
        if let level = open.indices.last { open[level].parts -= 1 }
        if node.isContainer {
          open.append((node.next - 1, node.partCount * (node.kind == .object ? 2 : 1)))
        }
      }
      guard isRight else { found("node \(index) of a tape is wrong", String(bytes), "\(node)") }
    }
    guard open.isEmpty else { found("a tape doesn't end", String(bytes)) }
  }
}

extension JSONReader {
  /// Moves past the value at the position token by token, as plainly as can be, to compare with.
  ///
  /// If the text isn't complete, more of it may follow a number or a bracket.
  mutating func passPlainly(isComplete: Bool = true) throws(Misfit) {
    var open: [Bool] = []
    values: while true {
      let isObject = next() == UInt8(ascii: "{")
      switch try value() {
      case .object, .array:
        if try self.open(closing: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          if isObject { _ = try key() } else if !isComplete { try checkMore() }
          open.append(isObject)
          continue values
        }
      case .number where !isComplete: try checkMore()
      default: break
      }
      while let isObject = open.last {
        if try hasMore(closing: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          if isObject { _ = try key() }
          continue values
        }
        open.removeLast()
      }
      return
    }
  }
}
