#if !PublicSymbols
/// The identity of a copy-on-write container's storage: two equal marks at one time mean that the
/// contents are the same.
///
/// - Assumes: an array and a dictionary are one word, the address of their storage. On Apple's systems
///   some bits say whether it is Foundation's.
/// - Canary: `StorageMarks`.
/// - If it fails: the cast of another size stops the program.
/// - A user would see: a message of the standard library on a cast between types of other sizes.
struct StorageMark: Hashable {
  private let word: UInt

  init<Element>(_ array: [Element]) {
    // An array is one word: the address of its storage.
    unsafe word = unsafeBitCast(array, to: UInt.self)
  }

  init(_ dictionary: [String: Any]) {
    // A dictionary is one word too, the address of its storage.
    unsafe word = unsafeBitCast(dictionary, to: UInt.self)
  }
}
#endif
