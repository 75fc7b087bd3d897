import Foundation

/// Writes the inputs to begin with into the folder that `MODELOBJECT_SEEDS` names, and ends there;
/// without it the fuzzing begins.
@_cdecl("LLVMFuzzerInitialize")
public func setUp(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  guard let path = ProcessInfo.processInfo.environment["MODELOBJECT_SEEDS"] else { return 0 }
  let folder = URL(filePath: path, directoryHint: .isDirectory)
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, seed) in seeds().enumerated() {
      try seed.write(to: folder.appending(path: "seed-\(index)"))
    }
    exit(0)
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
}
