/// A stored property, as the runtime reports it, or `Mirror` if the package is built with the trait
/// `PublicSymbols`.
struct StoredProperty {
  /// The name in memory: `_foo` for a property with a wrapper, `$__lazy_storage_$_foo` for `lazy`.
  let name: String
  /// The stored type.
  ///
  /// `()` for a field whose values can't be copied; from `Mirror` that of the value.
  let type: Any.Type
  /// The offset in bytes from the start of the object; from `Mirror` its number in the class.
  let offset: Int
  /// False for `let`.
  let isVar: Bool
  /// False for `weak` and `unowned`, whose memory is not a plain reference.
  let isStrong: Bool
}

#if !PublicSymbols
import ModelObjectWords

/// The runtime's report.
///
/// - Assumes: three entry points of the runtime, which it exports for the standard library's own
///   use (`_forEachField`, and the descriptions of key paths), and the layout of the structure that
///   the second one fills in. They are promised to no other code. Before iOS 14.5 and macOS 11.3, they
///   are missing or take other arguments, and `FieldRecords` does their work.
/// - Canary: `RuntimeFields` and `RuntimeOffsets`.
/// - If it fails: the program does not link or start. They are linked and not looked up by name
///   because a program that links the runtime statically (`-static-stdlib`) hides them from
///   `dlsym`. A class whose properties are not reported stops the program at its first use.
/// - A user would see: "undefined symbol: swift_reflectionMirror_recursive…", or a message that
///   names the class.
extension StoredProperty {
  /// The stored properties of a class in memory order, those of its superclasses first.
  ///
  /// They come from entry points of the runtime, so no metadata is parsed by hand.
  static func all(of type: AnyClass) -> [StoredProperty] {
    guard #available(macOS 11.3, iOS 14.5, tvOS 14.5, *) else { return recorded(of: type) }
    return reported(of: type)
  }

  private static func reported(of type: Any.Type) -> [StoredProperty] {
    let metadata = unsafe metadata(of: type)
    return unsafe (0..<modelObjectFieldCount(metadata)).map { index in
      var field = unsafe ModelObjectField()
      let fieldType = unsafe self.type(at: index, of: metadata, &field)
      // The runtime owns the name: it is copied here and given back the way the runtime says.
      defer { unsafe field.free?(field.name) }
      return unsafe StoredProperty(
        name: field.name.map { unsafe String(cString: $0) } ?? "",
        type: isCopyable(fieldType) ? fieldType : Void.self,
        offset: modelObjectFieldOffset(metadata, index),
        isVar: field.isVar,
        isStrong: field.isStrong
      )
    }
  }

  /// The stored properties of a structure, with their offsets from the beginning of a value.
  static func all(inStructure type: Any.Type) -> [StoredProperty] {
    // Of other types the runtime would look for a value.
    guard isStructure(type) else { return [] }
    guard #available(macOS 11.3, iOS 14.5, tvOS 14.5, *) else { return recorded(inStructure: type) }
    return reported(of: type)
  }

  /// The types of the stored properties of a structure; nil for any other type.
  static func types(inStructure type: Any.Type) -> [Any.Type]? {
    // Of other types the runtime would look for a value.
    guard isStructure(type) else { return nil }
    guard #available(macOS 11.3, iOS 14.5, tvOS 14.5, *) else {
      return FieldRecords(type).map { records in (0..<records.count).map { records.type(of: $0) } }
    }
    let metadata = unsafe metadata(of: type)
    return unsafe (0..<modelObjectFieldCount(metadata)).map { index in
      var field = unsafe ModelObjectField()
      defer { unsafe field.free?(field.name) }
      return unsafe self.type(at: index, of: metadata, &field)
    }
  }

  /// The number of stored properties of a class, those of its superclasses included.
  static func count(of type: AnyClass) -> Int {
    guard #available(macOS 11.3, iOS 14.5, tvOS 14.5, *) else { return recordedCount(of: type) }
    // The argument is a class, and nothing is kept.
    return unsafe modelObjectFieldCount(metadata(of: type))
  }

  @unsafe private static func metadata(of type: Any.Type) -> UnsafeRawPointer {
    // A metatype is the address of metadata that lives forever.
    unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  @unsafe private static func type(
    at index: Int,
    of metadata: UnsafeRawPointer,
    _ field: inout ModelObjectField
  ) -> Any.Type {
    // What the runtime returns is metadata, and that is what a metatype is.
    unsafe unsafeBitCast(modelObjectFieldType(metadata, index, &field), to: Any.Type.self)
  }
}

/// The place and the type of a stored property.
///
/// Plain bits, which are copied without counting references. Only the runtime's report makes one.
struct FieldPlace {
  let type: Any.Type
  let offset: Int

  fileprivate init(type: Any.Type, offset: Int) {
    self.type = type
    self.offset = offset
  }

  /// Writes a value into the property; false if it is neither of its type nor an optional of it.
  func write<Value>(_ value: Value, in memory: ObjectMemory) -> Bool {
    if let slot = Slot<Value>(self) {
      slot.write(value, in: memory)
    } else if let slot = Slot<Value?>(self) {
      slot.write(value, in: memory)
    } else {
      return false
    }
    return true
  }
}

extension StoredProperty {
  /// Whether properties are read and written in their places, and not by accessors alone.
  static var hasPlace: Bool { true }

  /// The property, which is one of a structure, in an object that holds the structure.
  func moved(into holder: StoredProperty) -> StoredProperty {
    StoredProperty(
      name: name,
      type: type,
      offset: holder.offset + offset,
      isVar: isVar,
      isStrong: isStrong
    )
  }

  var place: FieldPlace { FieldPlace(type: type, offset: offset) }
}
#endif
