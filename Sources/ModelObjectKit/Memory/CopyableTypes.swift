#if !PublicSymbols
import ModelObjectWords

/// Whether values of a type can be copied.
///
/// The runtime of Swift 6.3 reports fields of types that can't be copied as `()`. Programs built by
/// Swift 6.4 may report the type itself, and copying such a value ends the program. A generic
/// structure that can be copied if its parameters can be is taken for one that can.
///
/// - Assumes: two parts of the ABI. The word before a type's metadata is the address of its value
///   witnesses, whose flags are at byte 80. The second word of the metadata of a structure or an
///   enumeration is the address of its descriptor, which begins with flags, and in a generic type
///   has those of its parameters at byte 42.
///   On arm64e these addresses are signed, as data.
/// - Canary: `CopyableTypes`.
/// - If it fails: a type is taken for one whose values can be copied, or the other way round.
/// - A user would see: `copy()` or `==` stops the program for a class with a `var` of a type that
///   is `~Copyable`; or a property that is not mapped, and `explain` saying that the runtime does
///   not report its type.
func isCopyable(_ type: Any.Type) -> Bool {
  // A metatype is the address of metadata that lives forever, and so does what it points to.
  let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
  guard let witnesses = unsafe pointer(in: metadata, at: -8) else { return true }
  // Of most types the compiler knows it, and sets a flag in the witnesses.
  if unsafe witnesses.load(fromByteOffset: 80, as: UInt32.self) & 0x0080_0000 != 0 { return false }
  // The runtime makes the witnesses of generic types, without that flag. 0x201 is the kind of
  // enumerations.
  guard unsafe [0x200, 0x201].contains(metadata.load(as: Int.self)),
    let descriptor = unsafe pointer(in: metadata, at: 8)
  else { return true }
  // Flags 0x80: generic; 0x20: declared without a protocol that all types have, such as Copyable.
  guard unsafe descriptor.load(as: UInt32.self) & 0xA0 == 0xA0 else { return true }
  // Flag 2: it has the protocol if its parameters have it.
  return unsafe descriptor.load(fromByteOffset: 42, as: UInt16.self) & 2 != 0
}

/// Whether a type is a structure.
///
/// - Assumes: the first word of a type's metadata is its kind, 0x200 for structures.
/// - Canary: `CopyableTypes.areToldFromStructures`.
/// - If it fails: no type is taken for a structure, or another one is.
/// - A user would see: a `Codable` struct in a property that a coder with options in its `userInfo`
///   codes by these alone; or a crash in the first such coding.
func isStructure(_ type: Any.Type) -> Bool {
  // A metatype is the address of metadata that lives forever.
  unsafe unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) == 0x200
}

/// How a type is declared, as far as it is a structure, an enumeration or a class.
///
/// The kind of an enumeration is 0x201: see `isStructure(_:)`.
func declaredKind(of type: Any.Type) -> DeclaredKind? {
  if type is AnyClass { return .class }
  // A metatype is the address of metadata that lives forever.
  switch unsafe unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) {
  case 0x200: return .structure
  case 0x201: return .enumeration
  default: return nil
  }
}

/// The address at an offset of memory that the caller knows.
@unsafe private func pointer(in memory: UnsafeRawPointer, at offset: Int) -> UnsafeRawPointer? {
  // The caller knows that an address is there.
  let word = unsafe memory.load(fromByteOffset: offset, as: UInt.self)
  return unsafe UnsafeRawPointer(bitPattern: modelObjectData(word))
}
#endif

/// How a type is declared.
enum DeclaredKind {
  case structure, enumeration, `class`
}

#if PublicSymbols
/// How a type is declared, as far as that is known.
func declaredKind(of type: Any.Type) -> DeclaredKind? { type is AnyClass ? .class : nil }
#endif
