import ModelObjectEssentials

/// The Swift files of paths, and those of Objective-C.
struct SourceFolder {
  /// With `/` between names, as the paths were given.
  private(set) var files: [String] = []
  /// Folders that were passed over: they hold the sources of others.
  private(set) var skipped: [String] = []
  /// Where the file of the base class goes.
  private(set) var folder = "."

  private static let foreign: Set<String> = [
    "Pods", "Carthage", "DerivedData", "SourcePackages", "node_modules", "build",
  ]

  init(_ paths: [String]) throws {
    var folder: String?
    for path in paths {
      let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      var isFolder: Bool = false
      guard !path.isEmpty, try Self.exists(path, &isFolder) else {
        throw Failure(description: "no such file: '\(path)'")
      }
      if isFolder {
        folder = folder ?? path
        try collect(path)
      } else {
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        folder = folder ?? (parent.isEmpty ? "." : parent.joined(separator: "/"))
        files.append(path)
      }
    }
    self.folder = folder ?? "."
    var seen: Set<String> = []
    files = files.filter { seen.insert($0).inserted }.sorted()
  }

  private static func exists(_ path: String, _ isFolder: inout Bool) throws -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    isFolder = (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
    return true
  }

  private mutating func collect(_ root: String) throws {
    var folders = [root]
    while let folder = folders.popLast() {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      where !name.hasPrefix(".") {
        let path = folder == "." ? name : "\(folder)/\(name)"
        if name.hasSuffix(".swift") || Self.isObjectiveC(name) {
          files.append(path)
          continue
        }
        guard !Self.isBundle(name), !Self.isLink(path) else { continue }
        guard (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil else { continue }
        if Self.foreign.contains(name) {
          skipped.append(path)
        } else {
          folders.append(path)
        }
      }
    }
  }

  /// Where a file for others goes: into the folder that has all of them, else into another one.
  static func path(of name: String, for files: [String], else folder: String) -> String {
    let folders = files.map {
      $0.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    }
    guard let first = folders.first else { return folder == "." ? name : "\(folder)/\(name)" }
    let common = folders.reduce(first) { common, folder in
      common.prefix(zip(common, folder).prefix { $0 == $1 }.count)
    }
    return (common + [Substring(name)]).joined(separator: "/")
  }

  static func isObjectiveC(_ name: String) -> Bool {
    [".h", ".m", ".mm"].contains { name.hasSuffix($0) }
  }

  private static func isBundle(_ name: String) -> Bool {
    [
      ".xcodeproj", ".xcworkspace", ".xcassets", ".framework", ".xcframework", ".bundle", ".lproj",
      ".docc",
    ].contains { name.hasSuffix($0) }
  }

  private static func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }
}
