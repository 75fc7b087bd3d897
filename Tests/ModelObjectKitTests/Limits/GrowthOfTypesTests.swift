import Foundation
import Testing

@testable import ModelObjectKit

/// What a type takes for four times as much text: four times as much, whatever the text is.
struct GrowthOfTypesTests {
  /// Texts of about some bytes, JSON or not.
  private static let documents: [(name: String, text: @Sendable (Int) -> String)] = [
    ("a string", { #"{"v": "\#(String(repeating: "1", count: $0))"}"# }),
    ("escapes", { #"{"v": "\#(String(repeating: #"\u0031"#, count: $0 / 6))"}"# }),
    ("a number", { #"{"v": \#(String(repeating: "1", count: $0))}"# }),
    ("a list of numbers", { #"{"v": \#(list("1", $0))}"# }),
    ("a list of strings", { #"{"v": \#(list(#""low""#, $0))}"# }),
    ("a list of objects", { #"{"v": \#(list(#"{"s": ["a"]}"#, $0))}"# }),
    ("lists of lists", { #"{"v": \#(list("[[[[1]]], {}]", $0))}"# }),
    ("nothing that fits", { #"{"v": \#(list(#"{"s": {"s": null}}, [true], "x", null"#, $0))}"# }),
    (
      "keys",
      { size in #"{"v": {\#((0..<size / 10).map { #""\#($0)": 1"# }.joined(separator: ","))}}"# }
    ),
    ("a broken list", { #"{"v": [\#(list("1", $0)), tru"# }),
    ("a cut object", { #"{"v": {"s": [\#(list(#""a""#, $0))"# }),
    ("many values", { "[" + list(#"{"v": 1}, {"v": ["a"]}, {"v": {"s": []}}"#, $0) }),
  ]

  private static func list(_ element: String, _ size: Int) -> String {
    let count = size / (element.utf8.count + 1)
    return "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
  }

  @Test(arguments: GrowingType.all, documents.indices)
  func timeIsInProportionToTheText(type: GrowingType, document: Int) {
    let (name, text) = Self.documents[document]
    let size = inLongTests(40_000, else: 4_000)
    func time(_ size: Int) -> Double {
      let text = Data(text(size).utf8)
      var report = MappingOptions.lenient
      (report.mismatches, report.unknownKeys) = (.report, .report)
      let start = threadSeconds()
      for options in [.lenient, report] {
        do { try type.map(text, options) } catch { #expect(error is ModelError) }
      }
      return threadSeconds() - start
    }
    var ratios: [Double] = []
    repeat {
      let small = time(size)
      ratios.append(time(4 * size) / small)
    } while ratios.count < 5 && ratios.min() ?? 0 > 9
    #expect(ratios.min() ?? 0 <= 9, "\(name) \(ratios)")
  }

  /// The table of types has each leaf and each shape of the library.
  @Test(.needsFoundation) func theTableIsComplete() throws {
    var (leaves, shapes): (Set<String>, Set<String>) = ([], [])
    func look(into shape: (any Shape)?) {
      guard let shape else { return }
      shapes.insert(String("\(type(of: shape))".prefix { $0 != "<" }))
      if let leaf = shape.leaf { leaves.insert("\(leaf)") }
      look(into: shape.element)
      look(into: shape.raw)
    }
    for type in GrowingType.all { look(into: type.shape) }
    let sources = try Self.sources()
    let protocols = Self.names(in: sources, after: "protocol ", of: ["Leaf"]).union(["Leaf"])
    let known = Self.names(in: sources, after: "extension ", of: protocols)
    #expect(known.count > 20)
    #expect(leaves == known, "a leaf without a row, or none of the library")
    let shapeProtocols = Self.names(in: sources, after: "protocol ", of: ["Shape"])
    // One is for a part of a value alone, one for what isn't mapped.
    let others: Set = ["DecodableShape", "OpaqueShape"]
    let all = Self.names(in: sources, after: "struct ", of: shapeProtocols.union(["Shape"]))
    #expect(all.count > 10)
    #expect(shapes.union(others) == all, "a shape without a row, or none of the library")
  }

  private static func sources() throws -> [Substring] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/ModelObjectKit").standardizedFileURL
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var lines: [Substring] = []
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      lines += try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }
    return lines
  }

  /// The names that lines declare after a word, and that adopt one of some protocols.
  private static func names(
    in lines: [Substring],
    after word: String,
    of protocols: Set<String>
  ) -> Set<String> {
    let declared = lines.compactMap { line -> String? in
      guard line.hasPrefix(word), let colon = line.firstIndex(of: ":") else { return nil }
      let adopted = line[colon...].split { !$0.isLetter && $0 != "." }
      guard adopted.contains(where: { protocols.contains(String($0)) }) else { return nil }
      return String(line.dropFirst(word.count).prefix { $0.isLetter || $0.isNumber })
    }
    return Set(declared)
  }
}
