/// The structure of a JSON value: a node for each value and key in it, in the order of the text.
///
/// To know all of an object before using a part of it, record the object once, and then go from node
/// to node: nothing is searched for or checked again. `PartialText` finds in it what is open where a
/// text is cut, `jsonPath` the way to a value.
///
///     {"id": 7, "tags": ["a", "b"]}
///
///     0  object  next: 9, 2 parts
///     1  text      "id"
///     2  number    7
///     3  text      "tags"
///     4  array     next: 8, 2 parts
///     5  text        "a"
///     6  text        "b"
///     7  end         ]
///     8  end     }
///
/// Recording checks the grammar, UTF-8 and depth of the whole value, without recursion. It makes no
/// strings and reads no numbers. The memory is used again by the next value, so a tape that is kept
/// allocates nothing. Nodes hold offsets: they mean nothing without the text.
struct Tape: ~Copyable {
  private var nodes = ReusedBuffer<TapeNode>()

  /// The number of nodes.
  var count: Int { nodes.count }

  subscript(index: Int) -> TapeNode { @inline(__always) get { nodes[index] } }

  /// The index of the next value or key in the same object or array, or of the end of that.
  @inline(__always)
  func index(after index: Int) -> Int {
    let node = nodes[index]
    return node.isContainer ? node.next : index &+ 1
  }

  /// Whether an offset of the text is in the value that was recorded.
  @inline(__always)
  func contains(_ offset: Int) -> Bool {
    count > 0 && nodes[0].begin <= offset && offset < nodes[count &- 1].end
  }

  /// The index of the node that begins at an offset, or else of the last one before it.
  func node(at offset: Int) -> Int {
    var (first, end) = (0, count)
    while end &- first > 1 {
      let middle = (first &+ end) &>> 1
      if nodes[middle].begin <= offset { first = middle } else { end = middle }
    }
    return first
  }

  /// The offset after the last byte of a value or key; of an object or array that is cut, that of
  /// the cut.
  func end(of index: Int) -> Int {
    let node = nodes[index]
    return node.isContainer ? nodes[node.next &- 1].end : node.end
  }

  /// Records the value at the reader's position in place of what was recorded before, and moves the
  /// reader past it.
  ///
  /// If the text isn't complete, only the beginning of the value may have arrived. Then the result is
  /// false, and what is certain is recorded:
  ///
  /// 1. A cut string is kept, up to its last whole character or escape, and marked.
  /// 2. A cut number, literal or key is left out, because more of it would make another one, and so
  ///    is a key without a value.
  /// 3. Open objects and arrays are marked, and end at the cut.
  ///
  /// After an error nothing is recorded, and the reader's position and depth are undefined. If no
  /// parts are kept, the reader only moves, in memory for the levels of the value.
  @discardableResult
  mutating func record(
    _ reader: inout JSONReader,
    isComplete: Bool = true,
    keepsParts: Bool = true
  ) throws(Misfit) -> Bool {
    nodes.removeAll()
    var recorder = TapeRecorder(reader.position, keepsParts: keepsParts)
    do throws(Misfit) {
      do throws(Misfit) {
        try recorder.record(&reader, &nodes, isComplete: isComplete)
        return true
      } catch {
        guard !isComplete, case .syntax(let offset, _) = error, offset >= reader.bytes.count else {
          throw error
        }
      }
      try recorder.close(&reader, &nodes)
      return false
    } catch {
      nodes.removeAll()
      throw error
    }
  }
}
