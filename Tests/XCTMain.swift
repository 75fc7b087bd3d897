import Testing

/// Runs the tests where the package manager makes a program of them, as on Linux.
///
/// Without this file, it finds tests by an index of their sources, which takes a third of the time of
/// a build.
@main
struct Main {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
