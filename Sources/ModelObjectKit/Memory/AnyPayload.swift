#if !PublicSymbols
// How an `Any` holds a value.
//
// - Assumes: a container of four words; the last one is the address of the type's metadata, zero in
//   an optional `Any` that holds nothing; values of up to three words lie in the first ones.
// - Canary: `AnyPayloads`.
// - If it fails: values of other types are read, as the words are.
// - A user would see: wrong values, or the program stopped, in anything that is mapped from a
//   dictionary.

// `as Any` and pointers to `Any` keep the compiler from opening the existential: the bytes wanted
// are its own, not those of the value in it.

/// The value in an `Any` whose dynamic type is known to be exactly `Value`, without a cast.
///
/// Nil if the type differs. Casts from `Any` try bridges and optionals and take ten times as
/// long; this reads the value in place in the existential container. Only for types that lie
/// inline in the container: three words at most, aligned as words are. (A weak reference does not
/// lie there either: a type that holds one must not be asked for.)
@inline(__always)
func payload<Value>(of any: borrowing Any, as type: Value.Type) -> Value? {
  unsafe withUnsafeBytes(of: any as Any) { unsafe payload(in: $0, as: type) }
}

/// The value in an optional `Any` whose dynamic type is exactly `Value`; nil if it holds
/// nothing.
@inline(__always)
func payload<Value>(of any: borrowing Any?, as type: Value.Type) -> Value? {
  // An optional `Any` is a container too; if it is empty, it has no type.
  unsafe withUnsafeBytes(of: any) { unsafe payload(in: $0, as: type) }
}

@inline(__always)
@unsafe private func payload<Value>(
  in bytes: UnsafeRawBufferPointer,
  as type: Value.Type
) -> Value? {
  // The type in the container is compared with the type that is read, and a value of
  // three words or less comes first.
  guard isInline(type), unsafe typeWord(bytes) == word(of: type)
  else { return nil }
  return unsafe bytes.load(as: Value.self)
}

/// The bits of a text, a number, a boolean, an array or a dictionary in an `Any`, or of nothing.
///
/// Two values whose bits are equal are the same value, as long as the first one is alive: code that
/// keeps the bits must keep the value alive.
@safe struct ValueBits: Equatable {
  private let type: UInt
  private let first: UInt
  private let second: UInt

  /// Nil for values of other types, whose bits do not identify them.
  @inline(__always)
  init?(_ any: borrowing Any?) {
    let bits: (UInt, UInt, UInt)? = unsafe withUnsafeBytes(of: any) { bytes in
      // An optional `Any` is a container too; if it is empty, it has no type.
      let type = unsafe typeWord(bytes)
      if type == 0 { return (0, 0, 0) }
      if type == word(of: Bool.self) { return unsafe (type, UInt(bytes.load(as: UInt8.self)), 0) }
      // Values of these types fill the words that are read.
      let hasTwoWords = type == word(of: String.self)
      guard
        hasTwoWords || type == word(of: Int.self) || type == word(of: Double.self)
          || type == word(of: [Any].self) || type == word(of: [String: Any].self)
      else { return nil }
      let first = unsafe bytes.load(as: UInt.self)
      let second =
        hasTwoWords ? unsafe bytes.load(fromByteOffset: wordSize, as: UInt.self) : 0
      return (type, first, second)
    }
    guard let bits else { return nil }
    (type, first, second) = bits
  }
}

/// Whether an `Any` was made from an instance of exactly this type.
@inline(__always)
func holds<Value>(_ type: Value.Type, _ any: borrowing Any) -> Bool {
  unsafe withUnsafeBytes(of: any as Any) { unsafe typeWord($0) == word(of: type) }
}

/// Moves the value out of an `Any` whose dynamic type is exactly `Value`, and puts another one in
/// its place, without retaining or releasing either.
///
/// Nil if the type differs.
@inline(__always)
func movePayload<Value>(outOf any: inout Any, leaving value: Value) -> Value? {
  guard isInline(Value.self) else { return nil }
  return unsafe withUnsafeMutablePointer(to: &any) {
    (container: UnsafeMutablePointer<Any>) -> Value? in
    let bytes = UnsafeMutableRawPointer(container)
    // The type in the container is compared first; the new value has the same type, so the
    // container stays valid.
    guard
      unsafe typeWord(UnsafeRawBufferPointer(start: bytes, count: 4 * wordSize))
        == word(of: Value.self)
    else { return nil }
    let pointer = unsafe bytes.assumingMemoryBound(to: Value.self)
    let old = unsafe pointer.move()
    unsafe pointer.initialize(to: value)
    return old
  }
}

/// Puts a value into an `Any`; one of the same type takes the place of the former one without what
/// the compiler does for values of all types.
@inline(__always)
func replacePayload<Value>(of any: inout Any?, with value: Value) {
  unsafe withUnsafeMutablePointer(to: &any) { container in
    let bytes = UnsafeMutableRawPointer(container)
    // The type in the container is compared first, and stays.
    guard isInline(Value.self),
      unsafe typeWord(UnsafeRawBufferPointer(start: bytes, count: 4 * wordSize))
        == word(of: Value.self)
    else { return unsafe container.pointee = value }
    unsafe bytes.assumingMemoryBound(to: Value.self).pointee = value
  }
}

/// The type in an existential container: the word after the three of the value.
@inline(__always)
@unsafe private func typeWord(_ bytes: UnsafeRawBufferPointer) -> UInt {
  // A type is identified by the address of its metadata, which is what the word holds.
  unsafe bytes.load(fromByteOffset: inlineSize, as: UInt.self)
}

@inline(__always)
private func word(of type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

/// The object in an `Any` that holds a class instance; nil if it holds something else.
func reference(in any: borrowing Any) -> AnyObject? {
  let object: AnyObject? = unsafe withUnsafeBytes(of: any as Any) { bytes in
    // A class instance is one word at the start.
    guard unsafe bytes.load(fromByteOffset: inlineSize, as: Any.Type.self) is AnyClass else {
      return nil
    }
    return unsafe bytes.load(as: AnyObject.self)
  }
  if let object { return object }
  // An `Any` that was made of an element of `[AnyObject]` or `[any P]`, or by generic code, holds
  // the protocol; the class is found after it.
  let any = copy any
  return type(of: any) is AnyClass ? any as AnyObject : nil
}

/// Whether values of a type lie in an existential container itself and not in a box.
@inline(__always)
private func isInline<Value>(_ type: Value.Type) -> Bool {
  MemoryLayout<Value>.size <= inlineSize && MemoryLayout<Value>.alignment <= wordSize
}

private var wordSize: Int { MemoryLayout<UInt>.size }

private var inlineSize: Int { 3 * wordSize }
#endif
