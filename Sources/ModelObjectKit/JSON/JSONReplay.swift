import Foundation

/// Passes JSON text to a sink, value by value.
enum JSONReplay {
  /// Omits the value if the text isn't JSON.
  static func give(_ json: Data, to sink: any ExportSink) {
    ByteView.with(json) { bytes in
      var reader = JSONReader(bytes, maximumDepth: .max)
      do throws(Misfit) {
        _ = reader.next()
        try reader.skipValue()
        try reader.end()
        reader.position = 0
        _ = reader.next()
        try give(&reader, to: sink)
      } catch {
        // The whole text is checked before the sink gets a value.
        sink.leaveOut()
      }
    }
  }

  private static func give(
    _ reader: inout JSONReader,
    to sink: any ExportSink
  ) throws(Misfit) {
    switch try reader.value() {
    case .array where !sink.mayNest(), .object where !sink.mayNest():
      sink.leaveOut()
      try reader.skipValue()
    case .null: sink.null()
    case .bool(let value): sink.bool(value)
    case .number(let number): sink.give(number)
    case .text(let text): sink.text(text.string)
    case .array:
      sink.beginArray(count: 0)
      if try reader.open(closing: UInt8(ascii: "]")) {
        repeat {
          _ = reader.next()
          try give(&reader, to: sink)
        } while try reader.hasMore(closing: UInt8(ascii: "]"))
      }
      sink.endArray()
    case .object:
      sink.beginObject(count: 0)
      if try reader.open(closing: UInt8(ascii: "}")) {
        repeat {
          sink.key(reader.text(of: try reader.key()))
          _ = reader.next()
          try give(&reader, to: sink)
        } while try reader.hasMore(closing: UInt8(ascii: "}"))
      }
      sink.endObject()
    case .foreign: sink.leaveOut()
    }
  }
}
