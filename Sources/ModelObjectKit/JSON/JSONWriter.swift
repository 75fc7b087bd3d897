import Foundation

/// Writes JSON text.
struct JSONWriter {
  private var bytes: [UInt8] = []

  var data: Data { Data(bytes) }

  /// Writes a tree of plain values; false where it holds what JSON can't.
  mutating func write(_ tree: Any) -> Bool {
    switch Input(tree) {
    case .null: write(word: "null")
    case .bool(let value): write(word: value ? "true" : "false")
    case .number(let number):
      guard let text = number.text, number.double != nil else { return false }
      bytes.append(contentsOf: text.utf8)
    case .text(let text): write(text: text.string)
    case .array(.tree(let elements)):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        guard write(element) else { return false }
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(.tree(let pairs)):
      bytes.append(UInt8(ascii: "{"))
      for (index, pair) in pairs.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(text: pair.key)
        bytes.append(UInt8(ascii: ":"))
        guard write(pair.value) else { return false }
      }
      bytes.append(UInt8(ascii: "}"))
    case .foreign(let value):
      switch value {
      case let date as Date:
        guard let text = DateText.write(date, format: .iso8601, timeZone: .gmt) else {
          return false
        }
        write(text: text)
      case let data as Data: write(text: data.base64EncodedString())
      case let url as URL: write(text: url.absoluteString)
      case let uuid as UUID: write(text: uuid.uuidString)
      default: return false
      }
    case .array(.unread), .object(.unread): return false
    }
    return true
  }

  private mutating func write(word: StaticString) {
    bytes.append(contentsOf: word.description.utf8)
  }

  private mutating func write(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: (digits.count == 1 ? "\\u000" : "\\u00").utf8)
        bytes.append(contentsOf: digits.utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
