import Foundation
import PackagePlugin

/// `modelobject check` before each build of a target whose sources have changed, with errors at their
/// lines.
///
/// List it in the target's `plugins`. It reads the target's sources, and those of the targets that it
/// depends on, for their superclasses; only mistakes in the target's own are reported.
@main
struct ModelObjectCheckPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let own = target.sourceFiles(withSuffix: "swift").map(\.url)
    let others = target.recursiveTargetDependencies
      .compactMap { $0 as? any SourceModuleTarget }
      // The library itself isn't checked.
      .filter { !$0.moduleName.hasPrefix("ModelObject") }
      .flatMap { $0.sourceFiles(withSuffix: "swift").map(\.url) }
    return [
      try command(
        context.tool(named: "modelobject").url,
        own,
        reading: others,
        context.pluginWorkDirectoryURL
      )
    ]
    .compactMap(\.self)
  }

  /// The command, which writes a file without code: a build waits for it, and it runs again when a
  /// source has changed.
  private func command(_ tool: URL, _ own: [URL], reading others: [URL], _ folder: URL) throws
    -> Command?
  {
    guard !own.isEmpty else { return nil }
    let stamp = folder.appendingPathComponent("ModelObjectCheck.swift")
    return .buildCommand(
      displayName: "Checking models",
      executable: tool,
      arguments: ["check", "--quiet", "--stamp", stamp.path]
        + others.flatMap { ["--with", $0.path] } + ["--"] + own.map(\.path),
      inputFiles: own + others,
      outputFiles: [stamp]
    )
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension ModelObjectCheckPlugin: XcodeBuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
    let own = target.inputFiles.map(\.url).filter { $0.pathExtension == "swift" }
    return [
      try command(
        context.tool(named: "modelobject").url,
        own,
        reading: [],
        context.pluginWorkDirectoryURL
      )
    ]
    .compactMap(\.self)
  }
}
#endif
