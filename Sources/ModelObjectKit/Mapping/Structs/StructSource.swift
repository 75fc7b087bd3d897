import ModelObjectEssentials

/// Where a part of a value of a user's type is.
enum StructSource {
  /// A node of the tape, and the offset of its first byte: if the tape has been used for something
  /// else meanwhile, the node is found by that.
  case node(Int, at: Int)
  case input(Input)
}

extension StructReading {
  /// The number of the node at an offset; negative if the text can't be recorded again.
  @inline(__always)
  func node(_ node: Int, at offset: Int) -> Int {
    isThere(node, at: offset) ? node : recordedNode(at: offset)
  }

  /// Whether the node at an offset still has a number.
  @inline(__always)
  func isThere(_ node: Int, at offset: Int) -> Bool {
    UInt(bitPattern: node) < UInt(bitPattern: mapping.state.tape.count)
      && mapping.state.tape[node].begin == offset
  }

  @inline(never)
  private func recordedNode(at offset: Int) -> Int {
    do throws(Misfit) {
      return try mapping.node(at: offset)
    } catch {
      _ = stop(error)
      return -1
    }
  }

  /// The kind of what is there; `end` for nothing of JSON.
  @inline(__always)
  private func kind(_ source: StructSource) -> TapeNode.Kind {
    switch source {
    case .node(let index, let offset):
      let node = node(index, at: offset)
      return node < 0 ? .end : mapping.state.tape[node].kind
    case .input(let input): return input.kind
    }
  }

  func isContainer(_ source: StructSource) -> Bool {
    let kind = kind(source)
    return kind == .object || kind == .array
  }

  func isNull(_ source: StructSource) -> Bool { kind(source) == .null }
  func isNumber(_ source: StructSource) -> Bool { kind(source) == .number }

  func isText(_ source: StructSource) -> Bool {
    let kind = kind(source)
    return kind == .plainText || kind == .escapedText
  }

  /// The input for the conversions.
  func input(_ source: StructSource) throws(Misfit) -> Input {
    switch source {
    case .node(_, let offset): try mapping.input(from: .text(offset))
    case .input(let input): input
    }
  }

  /// The input, if it is one of the kind of a node.
  private func input(_ source: StructSource, ifAny kinds: TapeNode.Kind...) -> Input? {
    kinds.contains(kind(source)) ? try? input(source) : nil
  }

  // MARK: - As JSON has it

  @inline(__always)
  func plainText(_ node: Int) -> String? {
    let node = mapping.state.tape[node]
    switch node.kind {
    case .plainText: return String(mapping.reader.bytes.view(of: node.token))
    case .escapedText: return mapping.reader.bytes.text(of: node.token)
    default: return nil
    }
  }

  @inline(__always)
  func plainInteger(_ node: Int) -> Int? {
    let node = mapping.state.tape[node]
    guard node.kind == .number else { return nil }
    mapping.state.reader.position = node.begin
    return mapping.state.reader.smallInteger()
  }

  @inline(__always)
  func plainDouble(_ node: Int) -> Double? {
    let node = mapping.state.tape[node]
    guard node.kind == .number else { return nil }
    mapping.state.reader.position = node.begin
    return mapping.state.reader.double()
  }

  @inline(__always)
  func plainBool(_ node: Int) -> Bool? {
    switch mapping.state.tape[node].kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  func text(_ source: StructSource) -> String? {
    if case .node(let index, let offset) = source, !mapping.state.mapsByRules {
      let node = node(index, at: offset)
      return node < 0 ? nil : plainText(node)
    }
    return textByRules(source)
  }

  @inline(never)
  private func textByRules(_ source: StructSource) -> String? {
    let input = input(source, ifAny: .plainText, .escapedText)
    return if case .text(let text) = input { text.string } else { nil }
  }

  func number(_ source: StructSource) -> Number? {
    let input = input(source, ifAny: .number)
    return if case .number(let number) = input { number } else { nil }
  }

  func integer(_ source: StructSource) -> Int? {
    if case .node(let index, let offset) = source, !mapping.state.mapsByRules {
      let node = node(index, at: offset)
      if node >= 0, let integer = plainInteger(node) { return integer }
    }
    return number(source)?.integer(as: Int.self)
  }

  func bool(_ source: StructSource) -> Bool? {
    let input = input(source, ifAny: .yes, .no)
    return if case .bool(let bool) = input { bool } else { nil }
  }

  func double(_ source: StructSource) -> Double? {
    guard let number = number(source) else {
      guard rules.isArchived else { return nil }
      return text(source).flatMap { StructTree.number(named: $0) }
    }
    switch number {
    case .double(let value) where !value.isFinite: return mapping.isDecoding ? value : nil
    case .float(let value) where !value.isFinite: return mapping.isDecoding ? Double(value) : nil
    default: return number.double
    }
  }
}

extension Input {
  fileprivate var kind: TapeNode.Kind {
    switch self {
    case .null: .null
    case .bool(let value): value ? .yes : .no
    case .number: .number
    case .text: .plainText
    case .array: .array
    case .object: .object
    case .foreign: .end
    }
  }
}
