import Foundation

/// Calls a closure with a new folder, which is removed afterwards.
func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = try madeFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// The names of the files in a folder, sorted.
func names(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}

/// A new folder, which the caller removes.
func madeFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "ModelObject-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}
