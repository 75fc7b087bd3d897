#if !PublicSymbols
import ModelObjectWords

/// The fixed part of a Swift class's metadata, which the ABI lays down for every class.
///
/// - Assumes: after the kind, the superclass and the flags come the sizes of an object and of the
///   metadata, and after a header of 56 bytes the methods. On Apple's systems three words of the
///   Objective-C class come in between; on arm64e addresses of methods are signed.
/// - Canary: `ClassMetadataHeader`.
/// - If it fails: hooks aren't recognized, so every class is taken to override all of them; a
///   class without reflection metadata may not be recognized, or another one taken for it.
/// - A user would see: slower mapping, or the program stopped at the first use of a class, with a
///   message that speaks of `-disable-reflection-metadata`.
@safe struct ClassMetadata {
  private let base: UnsafeRawPointer

  init(_ type: AnyClass) {
    // A class metatype is the address of its metadata, which lives forever.
    unsafe base = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  #if canImport(ObjectiveC)
  private static let objectiveCBytes = 24
  #else
  private static let objectiveCBytes = 0
  #endif

  /// Where the fixed header ends and the method table may begin.
  private static let headerSize = 56 + objectiveCBytes

  /// Where the address of the class's descriptor is.
  static let descriptorOffset = 40 + objectiveCBytes

  /// The size of an object in bytes.
  var instanceSize: Int { field(24) }

  /// How many words there are after the fixed header: the method table and the offsets of fields.
  var wordCount: Int { (field(32) - field(36) - Self.headerSize) / MemoryLayout<UInt>.size }

  /// One of these words.
  ///
  /// On arm64e the address of a method is signed with its place in memory, so only the bits below
  /// the signature show whether two classes have the same method.
  func word(at index: Int) -> UInt {
    // A subclass's metadata begins with the words of its superclass; they are read as plain bits and
    // only compared.
    let offset = Self.headerSize + index * MemoryLayout<UInt>.size
    return modelObjectCode(unsafe base.load(fromByteOffset: offset, as: UInt.self))
  }

  private func field(_ offset: Int) -> Int {
    // Each field that is asked for is 32 bits wide and is in the fixed header.
    Int(unsafe base.load(fromByteOffset: offset + Self.objectiveCBytes, as: UInt32.self))
  }
}
#endif
