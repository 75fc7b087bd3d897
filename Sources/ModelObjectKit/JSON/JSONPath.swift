extension ByteView {
  /// The path of the value that begins at an offset of JSON text, which is good up to there.
  func jsonPath(to offset: Int) -> String {
    var reader = JSONReader(self, maximumDepth: .max)
    var steps: [PathStep] = []
    while reader.next() != 0, reader.position < offset {
      guard let step = reader.step(towards: offset) else { break }
      steps.append(step)
    }
    return steps.reversed().reduce("") { $1.joined(to: $0) }
  }
}

extension JSONReader {
  /// Moves to the value in the object or array at hand that holds an offset, and tells which it is.
  fileprivate mutating func step(towards offset: Int) -> PathStep? {
    do throws(Misfit) {
      if next() == UInt8(ascii: "{") {
        guard try open(closing: UInt8(ascii: "}")) else { return nil }
        repeat {
          let token = try key()
          _ = next()
          if try holds(offset) { return .key(text(of: token)) }
        } while try hasMore(closing: UInt8(ascii: "}"))
      } else if next() == UInt8(ascii: "[") {
        guard try open(closing: UInt8(ascii: "]")) else { return nil }
        var index = 0
        repeat {
          _ = next()
          if try holds(offset) { return .index(index) }
          index += 1
        } while try hasMore(closing: UInt8(ascii: "]"))
      }
    } catch {
      return nil
    }
    return nil
  }

  /// Whether the value at hand goes beyond an offset; if not, the reader moves past it.
  private mutating func holds(_ offset: Int) throws(Misfit) -> Bool {
    let start = position
    do throws(Misfit) {
      try skipValue()
    } catch {
      // The text breaks off behind the offset, inside of this value.
      position = start
      return true
    }
    guard position > offset else { return false }
    position = start
    return true
  }
}
