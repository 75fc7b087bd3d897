import ModelObjectKit

/// Decides by a key's characters whether it is an id rather than a name.
enum KeyLook {
  private static let digits = Set("0123456789".utf8)
  private static let hexadecimal = (Set("0123456789abcdef-".utf8), Set("0123456789ABCDEF-".utf8))
  private static let alphanumeric = Set(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8
  )

  /// Whether the key is an id: an object with no other keys is a dictionary.
  ///
  /// 1. digits, maybe with a minus: `42`;
  /// 2. digits with `-`, `.`, `:` or `/` between them: `2014-05-06`, `10.0.0.1`;
  /// 3. hexadecimal digits, 8 or more, hyphens aside, with a digit and either a hyphen or a letter:
  ///    `9f86d081`, UUIDs;
  /// 4. 16 or more ASCII letters and digits, four digits among them: `5dtqz0yw3m1k8xv2`;
  /// 5. versions: `v1.2.3`, `1.0.0-beta.2`;
  /// 6. paths and addresses: keys that begin with `/` or contain `://`, and mail addresses.
  static func isID(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    if bytes.count > 1, bytes[0] == UInt8(ascii: "/") || key.firstPlace(of: "://") != nil {
      return true
    }
    if isMailAddress(bytes) { return true }
    let digitCount = bytes.count { digits.contains($0) }
    guard digitCount > 0, let first = bytes.first, let last = bytes.last else { return false }
    if digitCount == bytes.count { return true }
    if first == UInt8(ascii: "-"), digitCount == bytes.count - 1 { return true }
    if digits.contains(first), digits.contains(last),
      bytes.allSatisfy({ digits.contains($0) || "-.:/".utf8.contains($0) })
    {
      return true
    }
    if first != UInt8(ascii: "-"), bytes.count(where: { $0 != UInt8(ascii: "-") }) >= 8,
      bytes.allSatisfy(hexadecimal.0.contains) || bytes.allSatisfy(hexadecimal.1.contains)
    {
      return true
    }
    return bytes.count >= 16 && digitCount >= 4 && bytes.allSatisfy(alphanumeric.contains)
      || isVersion(key)
  }

  /// Whether the key can't be the name of a property: a part of a path, a domain, a file, a scope.
  static func isForeign(_ key: String) -> Bool {
    key.utf8.dropFirst().contains { "/.,(){}|?&=".utf8.contains($0) } || isID(key)
  }

  /// Whether the key is three capitals, like the codes of currencies.
  static func isCode(_ key: String) -> Bool {
    key.utf8.count == 3 && key.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= $0 }
  }

  private static func isMailAddress(_ bytes: [UInt8]) -> Bool {
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
    return bytes[at...].dropFirst().contains(UInt8(ascii: "."))
  }

  /// Whether the key is digits, a point and digits, maybe after a `v` and before a hyphen with any
  /// text.
  private static func isVersion(_ key: String) -> Bool {
    var rest = Substring(key).utf8
    if rest.first == UInt8(ascii: "v") { rest = rest.dropFirst() }
    var numbers = 0
    while let digit = rest.first, digits.contains(digit) {
      numbers += 1
      rest = rest.drop(while: digits.contains)
      guard rest.first == UInt8(ascii: ".") else { break }
      rest = rest.dropFirst()
    }
    return numbers >= 2 && (rest.isEmpty || rest.first == UInt8(ascii: "-"))
  }
}
