#if !PublicSymbols
import ModelObjectWords

/// The stored properties that a class or a structure declares itself, as the compiler describes them in
/// the program.
///
/// The runtime reports them since iOS 14.5 and macOS 11.3. On older systems, `StoredProperty` reads
/// them here.
///
/// - Assumes: the layout of descriptors and of the records of fields, which is part of the stable ABI
///   of Apple's systems; and `_getTypeByMangledNameInContext`, which is public in the standard library
///   and hidden from its documentation, for the type of a name in a record.
/// - Canary: `RuntimeFields`, which compares each with what the runtime reports.
/// - If it fails: on these older systems alone, a class whose properties are not found stops the
///   program at its first use.
/// - A user would see: a message that names the class.
@safe struct FieldRecords {
  private let metadata: UnsafeRawPointer
  private let descriptor: UnsafeRawPointer
  /// The first of the records; each has three words of 32 bits: flags, a type's name, a name.
  private let records: UnsafeRawPointer
  private let recordSize: Int
  let count: Int
  private let isClass: Bool

  /// Nil if it is neither a class nor a structure, or isn't described: its module was built without
  /// reflection metadata.
  init?(_ type: Any.Type) {
    guard type is AnyClass || isStructure(type) else { return nil }
    // A metatype is the address of metadata that lives forever, as what it refers to does.
    unsafe metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    isClass = type is AnyClass
    let place = isClass ? ClassMetadata.descriptorOffset : 8
    let word = unsafe metadata.load(fromByteOffset: place, as: UInt.self)
    // Flags are first in a descriptor: 16 is a class, 17 a structure. Its fifth word leads to the
    // fields, whose header of 16 bytes has the size of a record and their number at its end.
    guard let descriptor = unsafe UnsafeRawPointer(bitPattern: modelObjectData(word)),
      unsafe descriptor.load(as: UInt32.self) & 31 == (isClass ? 16 : 17),
      let fields = unsafe Self.target(of: descriptor + 16)
    else { return nil }
    unsafe self.descriptor = descriptor
    unsafe records = fields + 16
    recordSize = Int(unsafe fields.load(fromByteOffset: 10, as: UInt16.self))
    count = Int(unsafe fields.load(fromByteOffset: 12, as: UInt32.self))
  }

  /// Where the members begin that a class adds to its superclass's metadata, in bytes.
  ///
  /// If the superclass may change with its own module, its size is known when the program runs: flag
  /// 29 says so, and the seventh word leads to it. Otherwise there are the numbers of all words and of
  /// those that the class adds.
  private var membersOffset: Int {
    guard unsafe descriptor.load(as: UInt32.self) & 1 << 29 != 0 else {
      let size = unsafe descriptor.load(fromByteOffset: 28, as: UInt32.self)
      return 8 * Int(size - (unsafe descriptor.load(fromByteOffset: 32, as: UInt32.self)))
    }
    return unsafe Self.target(of: descriptor + 24)?.load(as: Int.self) ?? 0
  }

  /// The offset of a property in an object of a class, or in a value of a structure.
  func offset(of index: Int) -> Int {
    guard isClass else {
      // The seventh word is where a structure has the offsets, in words; each has 32 bits.
      let place = 8 * Int(unsafe descriptor.load(fromByteOffset: 24, as: UInt32.self))
      return Int(unsafe metadata.load(fromByteOffset: place + 4 * index, as: UInt32.self))
    }
    // The eleventh word is where the offsets of properties are, in words: from the beginning, or from
    // the members if these may move.
    let place = 8 * Int(unsafe descriptor.load(fromByteOffset: 40, as: UInt32.self))
    let mayMove = unsafe descriptor.load(as: UInt32.self) & 1 << 29 != 0
    let start = place + (mayMove ? membersOffset : 0)
    return unsafe metadata.load(fromByteOffset: start + 8 * index, as: Int.self)
  }

  /// The type of a property: `()` if the runtime doesn't know it.
  func type(of index: Int) -> Any.Type {
    guard let name = unsafe Self.target(of: records + recordSize * index + 4) else {
      return Void.self
    }
    // The arguments of a generic type are among its members, or follow the descriptor in a structure.
    let arguments = unsafe metadata + (isClass ? membersOffset : 16)
    let bytes = unsafe name.assumingMemoryBound(to: UInt8.self)
    let count = UInt(unsafe Self.size(ofName: name))
    // The standard library passes these on to the runtime, which knows the names that are in a program.
    let found = unsafe _getTypeByMangledNameInContext(
      bytes,
      count,
      genericContext: descriptor,
      genericArguments: arguments
    )
    return found ?? Void.self
  }

  /// The name of a property in memory.
  func name(of index: Int) -> String {
    let name = unsafe Self.target(of: records + recordSize * index + 8)
    // A string of C, which lives forever.
    return unsafe name.map { unsafe String(cString: $0.assumingMemoryBound(to: UInt8.self)) } ?? ""
  }

  /// Flag 2 is there for `var`.
  func isVar(_ index: Int) -> Bool {
    unsafe (records + recordSize * index).load(as: UInt32.self) & 2 != 0
  }

  /// Whether a property is neither `weak` nor `unowned`: the names of such types end in `Xw`, `Xo`,
  /// `Xu`.
  func isStrong(_ index: Int) -> Bool {
    guard let name = unsafe Self.target(of: records + recordSize * index + 4) else { return true }
    let count = unsafe Self.size(ofName: name)
    guard count > 2,
      unsafe name.load(fromByteOffset: count - 2, as: UInt8.self) == UInt8(ascii: "X")
    else { return true }
    let last = unsafe name.load(fromByteOffset: count - 1, as: UInt8.self)
    return !"wou".utf8.contains(last)
  }

  /// What a word of 32 bits leads to, which is a distance from its own place; nil for nothing.
  @unsafe private static func target(of place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(unsafe place.load(as: Int32.self))
    return distance == 0 ? nil : unsafe place + distance
  }

  /// The length of a type's name, which ends with a zero.
  ///
  /// The bytes up to 0x17 are followed by a distance of four bytes, others below 0x20 by an address.
  @unsafe private static func size(ofName name: UnsafeRawPointer) -> Int {
    var count = 0
    while true {
      switch unsafe name.load(fromByteOffset: count, as: UInt8.self) {
      case 0: return count
      case 1...0x17: count += 5
      case 0x18...0x1F: count += 9
      default: count += 1
      }
    }
  }
}

extension StoredProperty {
  /// The stored properties of a class, as `all(of:)` returns them, by the records of its module and of
  /// those of its superclasses.
  static func recorded(of type: AnyClass) -> [StoredProperty] {
    let inherited = superclass(of: type).map { recorded(of: $0) } ?? []
    return inherited + (FieldRecords(type).map { properties($0) } ?? [])
  }

  /// The stored properties of a structure, by the records of its module.
  static func recorded(inStructure type: Any.Type) -> [StoredProperty] {
    FieldRecords(type).map { properties($0) } ?? []
  }

  private static func properties(_ records: FieldRecords) -> [StoredProperty] {
    (0..<records.count).map { index in
      let fieldType = records.type(of: index)
      return StoredProperty(
        name: records.name(of: index),
        type: isCopyable(fieldType) ? fieldType : Void.self,
        offset: records.offset(of: index),
        isVar: records.isVar(index),
        isStrong: records.isStrong(index)
      )
    }
  }

  /// The number of those.
  static func recordedCount(of type: AnyClass) -> Int {
    (FieldRecords(type)?.count ?? 0) + (superclass(of: type).map { recordedCount(of: $0) } ?? 0)
  }
}
#endif
