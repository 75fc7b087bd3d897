import ModelObjectEssentials

/// A value of an archive before it is written, with its marks.
///
/// Objects are numbered in the order of finding; their numbers in the archive are known when all
/// have been found.
enum WrittenNode {
  /// A number, a date or a Boolean: the byte before it in a property list, and its bits.
  case scalar(UInt8, UInt64)
  case text(String)
  case data(Data)
  case object(Int)
  case array([WrittenNode])
  case dictionary([String: WrittenNode])
  /// A column, which packs itself when it is written.
  case packed(ColumnPacker)
  /// A dictionary of data that occur nowhere else, and are written only once, and perhaps the columns of
  /// structs.
  case parts([(tag: ArchiveFormat.Tag, data: ByteBuffer)], [String: WrittenNode]? = nil)
  /// A value that continues in a property list of its own.
  indirect case nested(WrittenNode)
}

extension WrittenNode {
  static var null: WrittenNode { .text(ArchiveFormat.null) }
  static var absent: WrittenNode { .text(ArchiveFormat.absent) }

  static func integer(_ value: some FixedWidthInteger) -> WrittenNode {
    let bits = UInt64(truncatingIfNeeded: value)
    // Fewer than eight bytes are unsigned, and eight are signed.
    let marker: UInt8 =
      switch value {
      case ..<0: 0x13
      case ...0xFF: 0x10
      default: bits <= 0xFFFF ? 0x11 : bits <= 0xFFFF_FFFF ? 0x12 : bits <= .max / 2 ? 0x13 : 0x14
      }
    return .scalar(marker, bits)
  }

  static func double(_ value: Double) -> WrittenNode { .scalar(0x23, value.bitPattern) }

  /// The numbers of objects in an archive, or -1 for nil.
  static func numbers(_ numbers: [Int]) -> WrittenNode {
    guard numbers.count >= ArchiveFormat.minimumPackedCount else {
      return .array(numbers.map { .integer($0) })
    }
    return .parts(.objects, numbers)
  }

  /// The places of objects in a store.
  static func places(_ places: [Int]) -> WrittenNode {
    guard places.count >= ArchiveFormat.minimumPackedCount else {
      return .array(places.map { .integer($0) })
    }
    return .parts(.integers, places)
  }

  private static func parts(_ tag: ArchiveFormat.Tag, _ integers: [Int]) -> WrittenNode {
    let packer = IntegerPacker()
    for integer in integers { packer.append(integer) }
    return .parts([(tag, packer.data)])
  }

  /// An ordinary string.
  static func string(_ text: String) -> WrittenNode { .text(ArchiveFormat.marked(text)) }

  @inline(never)
  static func tagged(_ tag: ArchiveFormat.Tag, _ node: WrittenNode) -> WrittenNode {
    .dictionary([tag.rawValue: node])
  }

  /// A date; before the year 1 and after the year 9999 a number, because some readers of property
  /// lists reject such dates.
  init(_ value: Date) {
    let seconds = value.timeIntervalSinceReferenceDate
    let isCommon = seconds >= -63_113_904_000 && seconds < 252_423_993_600
    self = isCommon ? .scalar(0x33, seconds.bitPattern) : .tagged(.date, .double(seconds))
  }

  /// Whether two values are certainly the same; containers aren't compared, unless they are empty.
  func isSame(as other: WrittenNode) -> Bool {
    switch (self, other) {
    case (.scalar(let marker, let bits), .scalar(let other, let others)):
      marker == other && bits == others
    case (.text(let value), .text(let other)): ExactKey(value) == ExactKey(other)
    case (.array(let elements), .array(let others)): elements.isEmpty && others.isEmpty
    case (.dictionary(let pairs), .dictionary(let others)): pairs.isEmpty && others.isEmpty
    default: false
    }
  }
}
