#if !PublicSymbols
/// An address without the signature that the processor puts in its upper bits on arm64e.
///
/// On other processors no pointer is signed.
///
/// - Assumes: addresses of a program have 47 bits on macOS and 39 on Apple's other systems, with
///   the signature above them.
/// - Canary: none here; on arm64e `HookDetectors` and `CopyableTypes` depend on it.
/// - If it fails: hooks aren't recognized; reading the value witnesses of a type stops the
///   program.
/// - A user would see: a program for arm64e that stops at the first use of a class.
func withoutSignature(_ word: UInt) -> UInt {
  #if _ptrauth(_arm64e)
  #if os(macOS)
  return word & 0x7FFF_FFFF_FFFF
  #else
  return word & 0x7F_FFFF_FFFF
  #endif
  #else
  return word
  #endif
}
#endif
