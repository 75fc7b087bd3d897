import Foundation
import Testing

/// The manifest says what Apple asks of a package: which of its APIs that tell devices apart are
/// called, and why.
struct PrivacyManifest {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/ModelObjectKit").standardizedFileURL

  /// The APIs of each category, as Apple lists them.
  private static let categories = [
    "FileTimestamp": [
      "stat", "fstat", "lstat", "fstatat", "getattrlist", "fgetattrlist", "getattrlistat",
      "getattrlistbulk", "creationDate", "modificationDate", "fileModificationDate",
      "creationDateKey", "contentModificationDateKey",
    ],
    "SystemBootTime": ["systemUptime", "mach_absolute_time"],
    "DiskSpace": [
      "statfs", "statvfs", "fstatfs", "fstatvfs", "systemFreeSize", "systemSize",
      "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
      "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacityKey",
    ],
    "ActiveKeyboards": ["activeInputModes"],
    "UserDefaults": ["UserDefaults", "NSUserDefaults"],
  ]

  private func manifest() throws -> NSDictionary {
    let data = try Data(contentsOf: Self.sources.appending(path: "PrivacyInfo.xcprivacy"))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return try #require(list as? NSDictionary)
  }

  @Test func isWhatAppleAsksFor() throws {
    let expected: NSDictionary = [
      "NSPrivacyTracking": false,
      "NSPrivacyTrackingDomains": [String](),
      "NSPrivacyCollectedDataTypes": [String](),
      "NSPrivacyAccessedAPITypes": [
        [
          "NSPrivacyAccessedAPIType": "NSPrivacyAccessedAPICategoryFileTimestamp",
          // Files in the app's container, and those that the user has chosen.
          "NSPrivacyAccessedAPITypeReasons": ["C617.1", "3B52.1"],
        ]
      ],
    ]
    #expect(try manifest() == expected)
  }

  @Test func listsWhatIsCalled() throws {
    var words: Set<Substring> = []
    let files = FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        words.formUnion(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
      }
    }
    #expect(words.contains("ModelObject"))
    let called = Self.categories.filter { $0.value.contains { words.contains($0[...]) } }.keys
    let listed = try #require(manifest()["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    #expect(
      Set(listed.compactMap { $0["NSPrivacyAccessedAPIType"] as? String })
        == Set(called.map { "NSPrivacyAccessedAPICategory\($0)" })
    )
  }
}
