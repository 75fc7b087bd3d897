import ModelObjectEssentials

/// New or larger memory for a buffer; stops the program if there is none.
func allocated(_ capacity: Int, _ old: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
  // The old memory came from here, so it may be moved.
  guard let memory = unsafe realloc(old, capacity) else {
    fatalError("out of memory for \(capacity) bytes")
  }
  return unsafe memory
}
