extension ByteView {
  /// The path of the object or array that begins at an offset of JSON text, which must be valid up
  /// to there.
  func jsonPath(to offset: Int) -> String {
    // The text ends inside that one, so it and those around it are recorded as cut.
    var reader = JSONReader(self[0, min(offset &+ 1, count)], maximumDepth: .max)
    var tape = Tape()
    _ = try? tape.record(&reader, isComplete: false)
    var steps: [PathStep] = []
    var outer = 0
    for index in 1..<max(tape.count, 1) where tape[index].isContainer && tape[index].isCut {
      steps.append(step(to: index, in: outer, tape))
      outer = index
    }
    return steps.path
  }

  /// The key or index of a value in an object or array.
  private func step(to value: Int, in outer: Int, _ tape: borrowing Tape) -> PathStep {
    guard tape[outer].kind == .array else { return .key(text(of: tape[value - 1].token)) }
    var (index, element) = (0, outer + 1)
    while element < value {
      index += 1
      element = tape.index(after: element)
    }
    return .index(index)
  }
}
