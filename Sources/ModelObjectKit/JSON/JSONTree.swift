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
        let builder = Builder(bytes, tell)
        let tree = try builder.value()
        try builder.reader.end()
        return tree
      } catch {
        guard case .syntax(let offset, let expected) = error else { throw ModelError(.tooDeep) }
        throw bytes.syntaxError(at: offset, expected)
      }
    }
  }
}

extension JSONTree {
  /// Makes the tree of a text.
  private final class Builder {
    var reader: JSONReader
    private var stack = StackLimit()
    private let tell: (Double) -> Void
    private var nextTold = Builder.step

    private static let step = 1 << 20

    init(_ bytes: ByteView, _ tell: @escaping (Double) -> Void) {
      reader = JSONReader(bytes, maximumDepth: FixedOptions.defaultDepth)
      self.tell = tell
    }

    func value() throws(Misfit) -> JSONTree {
      _ = reader.next()
      let start = reader.position
      if start >= nextTold {
        tell(Double(start) / Double(reader.bytes.count))
        nextTold = start + Self.step
      }
      switch try reader.value() {
      case .bool(let bool): return .bool(bool)
      case .number: return .number(String(reader.bytes[start, reader.position]))
      case .text(let text): return .text(text.string)
      case .object where stack.isNear(), .array where stack.isNear(): throw .tooDeep(offset: start)
      case .object: return .object(try pairs())
      case .array: return .array(try elements())
      case .null, .foreign: return .null
      }
    }

    private func pairs() throws(Misfit) -> [Pair] {
      var pairs: [Pair] = []
      guard try reader.open(closing: UInt8(ascii: "}")) else { return pairs }
      var indexes: [ExactKey: Int] = [:]
      repeat {
        let key = try reader.keyText()
        let value = try value()
        // If a key repeats, the last value is used, as in a mapping.
        if let index = indexes[ExactKey(key)] {
          pairs[index].value = value
        } else {
          indexes[ExactKey(key)] = pairs.count
          pairs.append(Pair(key: key, value: value))
        }
      } while try reader.hasMore(closing: UInt8(ascii: "}"))
      return pairs
    }

    private func elements() throws(Misfit) -> [JSONTree] {
      var elements: [JSONTree] = []
      guard try reader.open(closing: UInt8(ascii: "]")) else { return elements }
      repeat {
        elements.append(try value())
      } while try reader.hasMore(closing: UInt8(ascii: "]"))
      return elements
    }
  }
}
