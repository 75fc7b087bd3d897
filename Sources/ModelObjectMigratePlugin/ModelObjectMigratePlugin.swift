import Foundation
import PackagePlugin

/// `swift package modelobject-migrate [PATH…]`: `modelobject migrate --write`, with permission to
/// write; without a path, in the folders of the package's targets, or of all of Xcode's project.
@main
struct ModelObjectMigratePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let targets =
      names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    try run(
      try context.tool(named: "modelobject").url,
      extractor.remainingArguments,
      in: context.package.directoryURL,
      else: targets.compactMap { ($0 as? any SourceModuleTarget)?.directoryURL.path }
    )
  }

  private func run(_ tool: URL, _ arguments: [String], in folder: URL, else paths: [String]) throws
  {
    let process = Process()
    process.executableURL = tool
    var extractor = ArgumentExtractor(arguments)
    let report = extractor.extractOption(named: "report").flatMap { ["--report", $0] }
    let given = extractor.remainingArguments
    process.arguments = ["migrate", "--write"] + report + (given.isEmpty ? paths : given)
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    switch process.terminationStatus {
    case 0: break
    case 2: Diagnostics.warning("something has to be looked at: the report lists it")
    case let status: Diagnostics.error("modelobject ended with \(status)")
    }
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension ModelObjectMigratePlugin: XcodeCommandPlugin {
  func performCommand(context: XcodePluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = Set(extractor.extractOption(named: "target"))
    let project = context.xcodeProject
    let files = project.targets.filter { names.contains($0.displayName) }.flatMap { target in
      target.inputFiles.map(\.url.path).filter { path in
        [".swift", ".h", ".m", ".mm"].contains { path.hasSuffix($0) }
      }
    }
    try run(
      try context.tool(named: "modelobject").url,
      extractor.remainingArguments,
      in: project.directoryURL,
      else: files.isEmpty ? [project.directoryURL.path] : files
    )
  }
}
#endif
