import Foundation
import PackagePlugin

/// `swift package modelobject …`: the tool, in a package or in a project of Xcode.
///
/// It asks for no permission, so the tool can read and print. What writes needs permission: on the
/// command line `--allow-writing-to-package-directory` before the name, in Xcode the other plugin.
@main
struct ModelObjectPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try run(try context.tool(named: "modelobject").url, arguments, in: context.package.directoryURL)
  }

  private func run(_ tool: URL, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = tool
    // Xcode passes the selected targets.
    var arguments = arguments
    while let place = arguments.firstIndex(of: "--target") {
      arguments.removeSubrange(place..<min(place + 2, arguments.count))
    }
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    let isWriting = arguments.contains("--write")
    switch process.terminationStatus {
    case 0: break
    case 2 where arguments.contains("migrate"):
      Diagnostics.warning("something has to be looked at: the report lists it")
    case let status where isWriting:
      Diagnostics.error(
        """
        modelobject ended with \(status); if it may not write, say \
        swift package --allow-writing-to-package-directory modelobject …
        """
      )
    case let status: Diagnostics.error("modelobject ended with \(status)")
    }
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension ModelObjectPlugin: XcodeCommandPlugin {
  func performCommand(context: XcodePluginContext, arguments: [String]) throws {
    let folder = context.xcodeProject.directoryURL
    try run(try context.tool(named: "modelobject").url, arguments, in: folder)
  }
}
#endif
