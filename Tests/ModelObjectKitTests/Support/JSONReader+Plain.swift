@testable import ModelObjectKit

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
