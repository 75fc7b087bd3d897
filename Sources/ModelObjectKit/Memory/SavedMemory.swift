#if !PublicSymbols
import Foundation

/// The places of the stored properties whose values are saved before an update.
///
/// Any number of threads may read it: nothing in it changes once it is made.
final class SavedFields: Sendable {
  fileprivate struct Field {
    let place: FieldPlace
    let size: Int
    /// Whether a copy of a value is a copy of its bytes.
    let isPlain: Bool
  }

  fileprivate let all: [Field]
  /// The fields whose values refer to memory that is counted.
  fileprivate let counted: [Field]
  /// The part of an object in which the fields lie; it begins at a multiple of the alignment.
  fileprivate let start: Int
  fileprivate let end: Int
  fileprivate let alignment: Int

  init(_ stored: [StoredProperty]) {
    func field<Value>(_ place: FieldPlace, _ type: Value.Type) -> (Field, alignment: Int) {
      let field = Field(place: place, size: MemoryLayout<Value>.size, isPlain: _isPOD(type))
      return (field, MemoryLayout<Value>.alignment)
    }
    let fields = stored.map { field($0.place, $0.type) }
    let alignment = max(16, fields.map(\.alignment).max() ?? 0)
    all = fields.map { $0.0 }
    counted = all.filter { !$0.isPlain }
    start = (all.map(\.place.offset).min() ?? 0) / alignment * alignment
    end = max(start, all.map { $0.place.offset + $0.size }.max() ?? 0)
    self.alignment = alignment
  }
}

/// The values of an object's stored properties as they were at one time.
@safe final class SavedMemory {
  private let object: AnyObject
  private let fields: SavedFields
  private let bytes: UnsafeMutableRawPointer

  init(_ object: AnyObject, _ fields: SavedFields) {
    self.object = object
    self.fields = fields
    let size = fields.end - fields.start
    // The memory belongs to this object alone, from here to `deinit`.
    unsafe bytes = .allocate(byteCount: size, alignment: fields.alignment)
    let source = ObjectMemory(object)
    // The fields lie in this part of the object. What is not one of them is never read.
    unsafe bytes.copyMemory(from: source.place(fields.start), byteCount: size)
    let target = values
    for field in fields.counted { field.place.copy(from: source, to: target) }
  }

  deinit {
    let values = values
    for field in fields.counted { field.place.destroy(in: values) }
    // It came from `init`, and the values in it are gone.
    unsafe bytes.deallocate()
  }

  /// The saved values, at the offsets that they have in the object.
  var values: ObjectMemory {
    // Only places of fields are asked for, which lie in the memory.
    unsafe ObjectMemory(base: bytes - fields.start)
  }

  /// Whether a field that isn't the saved one any more meets a condition, which gets its number.
  func hasChange(where meets: (Int) -> Bool) -> Bool {
    fields.all.indices.contains { isChanged(fields.all[$0]) && meets($0) }
  }

  /// Whether the object's memory at a place isn't the saved one any more.
  func isChanged(at place: FieldPlace) -> Bool {
    fields.all.contains { $0.place.offset == place.offset && isChanged($0) }
  }

  private func isChanged(_ field: SavedFields.Field) -> Bool {
    let offset = field.place.offset
    // Both places hold a value of this size; only its bits are compared.
    return unsafe memcmp(ObjectMemory(object).place(offset), values.place(offset), field.size) != 0
  }

  /// Puts all values back into the object.
  ///
  /// The values that they replace are released with this object: a `deinit` may read the
  /// properties, or set them.
  func putBack() {
    let (target, values) = (ObjectMemory(object), values)
    for field in fields.all where isChanged(field) {
      let offset = field.place.offset
      checkExclusiveAccess(to: target, at: offset)
      if field.isPlain {
        // Bytes are all that there is to a plain value.
        unsafe target.place(offset).copyMemory(from: values.place(offset), byteCount: field.size)
      } else {
        field.place.exchange(target, values)
      }
    }
  }
}

// The type of a place is the one that the runtime reports, so both memories hold values of it there.
extension FieldPlace {
  fileprivate func copy(from source: ObjectMemory, to target: ObjectMemory) {
    func open<Value>(_ type: Value.Type) {
      let old = unsafe source.place(offset).assumingMemoryBound(to: type)
      // The bytes that are there own nothing.
      unsafe target.place(offset).assumingMemoryBound(to: type).initialize(to: old.pointee)
    }
    // Strings are the most common, and the compiler knows how to copy them.
    if type == String.self { return open(String.self) }
    if type == String?.self { return open(String?.self) }
    _openExistential(type, do: open)
  }

  fileprivate func exchange(_ first: ObjectMemory, _ second: ObjectMemory) {
    func open<Value>(_ type: Value.Type) {
      let first = unsafe first.place(offset).assumingMemoryBound(to: type)
      let second = unsafe second.place(offset).assumingMemoryBound(to: type)
      let value = unsafe first.move()
      unsafe first.initialize(to: second.move())
      unsafe second.initialize(to: value)
    }
    _openExistential(type, do: open)
  }

  fileprivate func destroy(in memory: ObjectMemory) {
    func open<Value>(_ type: Value.Type) {
      // The value was made by `copy` or came by `exchange`.
      unsafe memory.place(offset).assumingMemoryBound(to: type).deinitialize(count: 1)
    }
    if type == String.self { return open(String.self) }
    if type == String?.self { return open(String?.self) }
    _openExistential(type, do: open)
  }
}
#endif
