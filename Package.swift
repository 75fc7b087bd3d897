// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let strict: [SwiftSetting] = settings + [.strictMemorySafety()]
let isolated: [SwiftSetting] = settings + [.defaultIsolation(MainActor.self)]

/// Whether all tests are built, as the gate does it: `MODELOBJECT_TESTS=all swift test`.
let testsAll = Context.environment["MODELOBJECT_TESTS"] != nil

/// The folders of tests that `swift test` leaves out otherwise.
///
/// A newcomer waits for minutes only: what remains tries all ways in and out, the second reading of the
/// rules, and what each article promises.
let leftOut =
  testsAll
  ? []
  : [
    "Archiving", "Codable", "Exporting", "Identity", "JSON", "Limits", "Mapping", "Memory",
    "Options",
    "Store", "StoreFiles", "Streams", "Undoing", "Values",
  ]
let part: [SwiftSetting] = testsAll ? [] : [.define("PART")]

/// The oldest systems of Apple that the package runs on.
///
/// Its tests use more.
let systems: [SupportedPlatform] =
  testsAll
  ? [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)]
  : [.macOS(.v10_15), .macCatalyst(.v13), .iOS(.v13), .tvOS(.v13), .visionOS(.v1)]

/// Apple's systems have all of Foundation, with the trait or without.
let apple: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .visionOS]
let foundation: [SwiftSetting] = [.define("Foundation", .when(platforms: apple))]

#if os(Linux)
/// Lets the linker remove each function that a program doesn't use: a sixth of the library.
///
/// It may remove public ones, too, since a program has all of its modules; a dynamic library keeps
/// what it exports. SwiftPM takes such flags of a dependency since tools version 6.2. Should it refuse
/// them one day, leave them out: nothing but the size depends on them. On other systems there are none.
let removable: [SwiftSetting] = [
  .unsafeFlags(
    ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"],
    .when(configuration: .release)
  )
]
/// For those who map so much in debug builds that they feel it.
let optimized: [SwiftSetting] = [
  .unsafeFlags(
    ["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode"],
    .when(configuration: .debug, traits: ["OptimizedInDebug"])
  )
]
/// For `Support/Backtraces.swift` of the tests.
let exported: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=backtrace"])]
#else
let removable: [SwiftSetting] = []
let optimized: [SwiftSetting] = []
let exported: [LinkerSetting] = []
#endif

let samples = [
  "QuickStart", "DotNetDates", "ArchiveToDisk", "Timeline", "OfflineCache", "WhenTheServerChanges",
  "StreamingAnswer", "ReminderList", "MovingOver",
]

/// What samples read, beside their sources.
let documents = [
  "ArchiveToDisk": ["Released"], "StreamingAnswer": ["Answer.md"], "Timeline": ["Answer.json"],
  "MovingOver": ["Before"],
]

/// What Apple's systems ask of the library. On others, a resource would add a folder and an accessor
/// of a bundle to each program.
#if os(macOS)
let privacyManifest: (resources: [Resource], excluded: [String]) =
  ([.copy("PrivacyInfo.xcprivacy")], [])
#else
let privacyManifest: (resources: [Resource], excluded: [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

/// The plugins.
///
/// SwiftPM builds the library and the tool a second time for them, so they aren't there when all tests are.
let plugins: (products: [Product], targets: [Target]) =
  testsAll
  ? ([], [])
  : (
    [
      .plugin(name: "ModelObjectPlugin", targets: ["ModelObjectPlugin"]),
      .plugin(name: "ModelObjectMigratePlugin", targets: ["ModelObjectMigratePlugin"]),
      .plugin(name: "ModelObjectCheckPlugin", targets: ["ModelObjectCheckPlugin"]),
    ],
    [
      .plugin(
        name: "ModelObjectPlugin",
        capability: .command(
          intent: .custom(
            verb: "modelobject",
            description: "Generates model classes, and shows what a migration would change"
          )
        ),
        dependencies: ["modelobject"],
        path: "Sources/ModelObjectPlugin"
      ),
      .plugin(
        name: "ModelObjectMigratePlugin",
        capability: .command(
          intent: .custom(
            verb: "modelobject-migrate",
            description: "Moves models of other libraries to ModelObject"
          ),
          permissions: [.writeToPackageDirectory(reason: "to change the files with models")]
        ),
        dependencies: ["modelobject"],
        path: "Sources/ModelObjectMigratePlugin"
      ),
      .plugin(
        name: "ModelObjectCheckPlugin",
        capability: .buildTool(),
        dependencies: ["modelobject"],
        path: "Sources/ModelObjectCheckPlugin"
      ),
    ]
  )

let package = Package(
  name: "ModelObject",
  platforms: systems,
  products: [
    .library(name: "ModelObjectKit", targets: ["ModelObjectKit"]),
    .executable(name: "modelobject", targets: ["modelobject"]),
  ] + plugins.products,
  traits: [
    .default(enabledTraits: ["Foundation"]),
    .trait(
      name: "Foundation",
      description: "Maps types of all of Foundation; without it, programs on Linux are smaller"
    ),
    .trait(
      name: "PublicSymbols",
      description: "Reads and writes models by their accessors alone, without the runtime's answers"
    ),
    .trait(
      name: "OptimizedInDebug",
      description: "Optimizes the package in debug builds, on Linux: their first build takes longer"
    ),
  ],
  targets: [
    .target(name: "ModelObjectWords"),
    .target(name: "ModelObjectEssentials", swiftSettings: strict),
    .target(
      name: "ModelObjectKit",
      dependencies: ["ModelObjectWords", "ModelObjectEssentials"],
      exclude: privacyManifest.excluded,
      resources: privacyManifest.resources,
      swiftSettings: strict + foundation + removable + optimized
    ),
    .target(
      name: "ModelObjectTool",
      dependencies: ["ModelObjectEssentials", "ModelObjectKit"],
      swiftSettings: strict + foundation
    ),
    .executableTarget(
      name: "modelobject",
      dependencies: ["ModelObjectEssentials", "ModelObjectTool"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ModelObjectKitTests",
      dependencies: ["ModelObjectKit"],
      exclude: leftOut,
      swiftSettings: settings + foundation + part,
      linkerSettings: exported
    ),
    .testTarget(
      name: "MainActorTests",
      dependencies: ["ModelObjectKit"],
      swiftSettings: isolated
    ),
    .testTarget(
      name: "ToolTests",
      dependencies: ["ModelObjectKit", "ModelObjectTool"],
      path: testsAll ? "Tests/ToolTests" : "Tests/ToolTests/Articles",
      exclude: testsAll ? ["Documents"] : [],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SampleTests",
      // Not for their code: so that they are there to be run.
      dependencies: samples.map { .target(name: $0) },
      exclude: ["Expected"],
      swiftSettings: settings
    ),
  ]
    + plugins.targets
    + samples.map {
      .executableTarget(
        name: $0,
        dependencies: ["ModelObjectKit"],
        path: "Samples/\($0)",
        exclude: documents[$0] ?? [],
        swiftSettings: settings
      )
    },
  swiftLanguageModes: [.v6]
)
