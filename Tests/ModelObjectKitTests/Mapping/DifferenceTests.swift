import Foundation
import Testing

struct Differences {
  @Test(arguments: Difference.allCases)
  func isARowOfTheTable(_ difference: Difference) throws {
    var package = URL(filePath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    let article = package.appending(
      path: "Sources/ModelObjectKit/Documentation.docc/HowItWorks.md"
    )
    let text = try String(contentsOf: article, encoding: .utf8)
    #expect(text.contains("\n| \(difference.rawValue) | "))
  }
}
