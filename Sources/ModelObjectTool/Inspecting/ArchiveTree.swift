import ModelObjectEssentials
import ModelObjectKit

/// An archive as text for people: each object where the first value refers to it.
struct ArchiveTree {
  /// The depth from which on objects get a block of their own: the lines of a chain of objects
  /// would be indented further and further.
  private static let maximumDepth = 12

  private let archive: ArchiveContents
  private let tell: (Double) -> Void
  private var lines: [String] = []
  private var shown: Set<Int> = []
  /// The objects whose blocks are still to be written.
  private var waiting: [Int] = []

  /// The text of an archive; `tell` is called with the part of the objects that is done.
  static func text(
    of archive: ArchiveContents,
    tell: @escaping (Double) -> Void = { _ in }
  ) throws -> String {
    var tree = ArchiveTree(archive: archive, tell: tell)
    try tree.write()
    return tree.lines.joined(separator: "\n") + "\n"
  }

  private init(archive: ArchiveContents, tell: @escaping (Double) -> Void) {
    self.archive = archive
    self.tell = tell
  }

  private mutating func write() throws {
    lines.append("archive of \(what), \(Self.count(archive.objectCount, "object"))")
    for table in archive.tables {
      let version = table.version == 0 ? "" : ", version \(table.version)"
      let name = table.places.isEmpty ? "" : ", named"
      let count = Self.count(table.count, "object")
      lines.append("  \(table.name.oneLine): \(count)\(version)\(name)")
    }
    if !archive.removed.isEmpty {
      lines.append("removed: \(archive.removed.map { "#\($0)" }.joined(separator: ", "))")
    }
    try writeBlocks(of: archive.roots)
    // Nothing refers to these: another program wrote the archive.
    try writeBlocks(of: Array(0..<archive.objectCount))
  }

  private var what: String {
    let count = archive.roots.count
    if archive.isArray { return "an array of \(count)" }
    guard archive.isStore else { return "an object" }
    return archive.isSave ? "a save of \(count)" : "a store of \(count)"
  }

  private mutating func writeBlocks(of objects: [Int]) throws {
    for root in objects where !shown.contains(root) {
      waiting = [root]
      while let object = waiting.popLast() {
        guard !shown.contains(object) else { continue }
        lines += ["", title(of: object)]
        try writeValues(of: object, depth: 1)
      }
    }
  }

  private mutating func writeValues(of object: Int, depth: Int) throws {
    shown.insert(object)
    archive.tell(tell, of: shown.count)
    for (key, value) in try archive.values(of: object) {
      try write(value, label: key.oneLine + ":", depth: depth)
    }
  }

  private mutating func write(_ value: Any?, label: String, depth: Int) throws {
    let start = String(repeating: "  ", count: min(depth, 60)) + label
    switch value {
    case let object as ObjectNumber:
      let number = object.value
      guard !shown.contains(number) else {
        lines.append("\(start) \(title(of: number)) (see above)")
        return
      }
      guard depth < Self.maximumDepth else {
        lines.append("\(start) \(title(of: number)) (see below)")
        waiting.append(number)
        return
      }
      lines.append("\(start) \(title(of: number))")
      try writeValues(of: number, depth: depth + 1)
    case let encoded as EncodedValue:
      lines.append("\(start) json \(encoded.text.quoted)")
      for object in encoded.models?.objects ?? [] {
        try write(object, label: "-", depth: depth + 1)
      }
    case let elements as [Any] where !elements.isEmpty:
      lines.append("\(start) \(Self.count(elements.count, "element"))")
      for element in elements {
        try write(element, label: "-", depth: depth + 1)
      }
    case let pairs as [String: Any] where !pairs.isEmpty:
      lines.append("\(start) \(Self.count(pairs.count, "pair"))")
      for (key, value) in pairs.sorted(by: { $0.key < $1.key }) {
        let label = key.quoted + ":"
        try write(value, label: label, depth: depth + 1)
      }
    default: lines.append("\(start) \(value.map(Self.text) ?? "no value")")
    }
  }

  private func title(of object: Int) -> String {
    "#\(object) \(archive.className(of: object).oneLine)"
  }

  private static func text(of value: Any) -> String {
    switch value {
    case is JSONNull: "nil"
    case let text as String: text.quoted
    case let date as Date: ArchiveContents.text(of: date)
    case let data as Data: count(data.count, "byte")
    case let url as URL: "url \(url.absoluteString.quoted)"
    case let id as UUID: "uuid \(id.uuidString.quoted)"
    case let zone as TimeZone: "timeZone \(zone.identifier.quoted)"
    case let locale as Locale: "locale \(locale.identifier.quoted)"
    case is [Any]: "[]"
    case is [String: Any]: "[:]"
    default: "\(value)".oneLine
    }
  }

  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension String {
  /// The text in quotation marks, on one line.
  fileprivate var quoted: String { "\"\(oneLine)\"" }

  /// The text with escapes for characters that could end the line or steer a terminal.
  fileprivate var oneLine: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
