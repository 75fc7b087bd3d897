// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "ModelObject",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ModelObjectKit", targets: ["ModelObjectKit"])
  ],
  targets: [
    .target(
      name: "ModelObjectKit",
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .testTarget(
      name: "ModelObjectKitTests",
      dependencies: ["ModelObjectKit"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MainActorTests",
      dependencies: ["ModelObjectKit"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]
    ),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["ModelObjectKit"],
      path: "Tests/Benchmarks",
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
