// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that nobody who tests or changes the library builds it: see `.ci/benchmarks`.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ModelObject", path: "../..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [.product(name: "ModelObjectKit", package: "ModelObject")],
      path: ".",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
