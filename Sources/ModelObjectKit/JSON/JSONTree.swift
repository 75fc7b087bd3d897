/// A value of JSON text as it is written, for tools: with keys in their order, each once, and
/// numbers as they are spelled.
package enum JSONTree {
  case null
  case bool(Bool)
  case number(String)
  case text(String)
  case array([JSONTree])
  case object([Pair])

  /// A key of an object, and its value.
  package struct Pair {
    package let key: String
    package fileprivate(set) var value: JSONTree
  }

  /// Reads a whole text in UTF-8; calls `tell` about every MiB with the completed fraction.
  package init(_ text: [UInt8], tell: @escaping (Double) -> Void = { _ in }) throws {
    self = try ByteView.with(text) { bytes in
      do throws(Misfit) {
        var reader = JSONReader(bytes, maximumDepth: FixedOptions.defaultDepth)
        _ = reader.next()
        var tape = Tape()
        try tape.record(&reader)
        try reader.end()
        var (stack, told) = (StackLimit(), 0)
        return try Self.tree(of: 0, tape, bytes, &stack) { offset in
          guard offset - told >= 1 << 20 else { return }
          told = offset
          tell(Double(offset) / Double(bytes.count))
        }
      } catch {
        guard case .syntax(let offset, let expected) = error else { throw ModelError(.tooDeep) }
        throw bytes.syntaxError(at: offset, expected)
      }
    }
  }

  private static func tree(
    of index: Int,
    _ tape: borrowing Tape,
    _ bytes: ByteView,
    _ stack: inout StackLimit,
    _ tell: (Int) -> Void
  ) throws(Misfit) -> JSONTree {
    let node = tape[index]
    tell(node.begin)
    switch node.kind {
    case .null, .end: return .null
    case .yes, .no: return .bool(node.kind == .yes)
    case .number: return .number(String(bytes[node.begin, node.end]))
    case .plainText, .escapedText: return .text(bytes.text(of: node.token))
    case .object, .array: break
    }
    if stack.isNear() { throw .tooDeep(offset: node.begin) }
    var (elements, pairs) = ([JSONTree](), [Pair]())
    var indexes: [ExactKey: Int] = [:]
    var part = index + 1
    while tape[part].kind != .end {
      let value = node.kind == .object ? part + 1 : part
      let tree = try tree(of: value, tape, bytes, &stack, tell)
      if value == part {
        elements.append(tree)
      } else {
        let key = bytes.text(of: tape[part].token)
        // If a key repeats, the last value is used, as in a mapping.
        if let known = indexes[ExactKey(key)] {
          pairs[known].value = tree
        } else {
          indexes[ExactKey(key)] = pairs.count
          pairs.append(Pair(key: key, value: tree))
        }
      }
      part = tape.index(after: value)
    }
    return node.kind == .object ? .object(pairs) : .array(elements)
  }
}
