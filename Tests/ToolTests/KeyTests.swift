import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Keys come back as they were spelled, or the comment says which do not.
struct KeyTests {
  private final class Names: ModelObject {
    var id = 1
    var userID = 1
    var avatarUrl = 1
    var URLString = 1
    var plannedToIDs = 1
    var integer16 = 1
    var _2nd = 1
    var _1_0_3 = 1
    var address2Line = 1
    var htmlBodyX = 1
    var aBC = 1
    var Été = 1
  }

  @Test(arguments: KeyStyle.all)
  func stylesSpellNamesAsExportsDo(_ style: KeyStyle) throws {
    var options = ExportOptions()
    options.keyStyle = style
    let keys = try Names().dictionaryRepresentation(options: options).keys
    let names = Mirror(reflecting: Names()).children.compactMap(\.label)
    #expect(names.count == 12)
    #expect(Set(names.map(style.key)) == Set(keys))
  }

  @Test(arguments: [
    (#"{"userId": 1, "name": 2}"#, nil),
    (#"{"user_id": 1, "name": 2}"#, "the `keyStyle` `.snakeCase` restores the original keys."),
    (#"{"UserID": 1, "Name": 2}"#, "the `keyStyle` `.pascalCase` restores the original keys."),
    (#"{"user-id": 1, "name": 2}"#, "the `keyStyle` `.kebabCase` restores the original keys."),
    (
      #"{"user_id": 1, "a_b": 2, "c_d": 3, "_e": 4}"#,
      "restores the original keys except `_e`; to restore"
    ),
    (#"{"userId": 1, "_e": 4}"#, "An export restores the original keys except `_e`; to restore"),
    (
      #"{"userId": 1, "b_c": 1, "d_e": 1, "fG": 1, "hI": 1, "j_k": 1, "_l": 1, "m_n": 1, "oP": 1}"#,
      "No key style restores all original keys; to restore them, generate with `--keys`."
    ),
  ])
  func theCommentNamesTheStyle(_ json: String, _ remark: String?) throws {
    let comment = try source(json).split(separator: "\n").filter { $0.hasPrefix("///") }
      .map { $0.dropFirst(4) }.filter { !$0.isEmpty }.joined(separator: " ")
    if let remark {
      #expect(comment.contains(remark))
    } else {
      #expect(comment == "Read it with `try Root(json: data)`.")
    }
  }

  /// They are two keys in JSON, and one string in Swift.
  @Test func keysThatAreCanonicallyEqualAreTwo() throws {
    let source = try source("{\"\u{E9}\": 1, \"e\u{301}\": \"x\"}")
    #expect(source.contains("  var \u{E9} = 0\n"))
    #expect(source.contains("  var e = \"\"\n"))
    #expect(source.contains("override class var keyMatching: KeyMatching { .exact }"))
    #expect(source.contains(#"["e": "e\u{301}"]"#))
  }

  @Test func onDemandTheClassesKeepTheKeys() throws {
    var generator = Generator()
    generator.keepsKeys = true
    let json = #"{"user_id": 1, "name": 2, "2nd": 3, "3rd_one": 4, "ID": 5}"#
    let source = try generator.source(for: Data(json.utf8))
    #expect(
      source.contains(
        """
            [
              "userId": "user_id",
              "_3rdOne": "3rd_one",
              "id": "ID",
            ]

        """
      )
    )
    #expect(!source.contains("keyStyle"))
  }

  @Test(arguments: [
    ("a.b", ##"#"a\.b"#"##), ("[0]", ##"#"\[0]"#"##), ("a\\b", #""a\\b""#),
    ("a\\.b", #""a\\\\\\.b""#),
    ("a]", #""a]""#), ("\\\\", #""\\\\\\""#), ("a.\n", #""a\\.\u{a}""#), ("", "\"\""),
  ])
  func keysAreWholeKeys(_ key: String, _ literal: String) {
    #expect(SwiftLiteral.path(key) == literal)
  }

  @Test(arguments: [
    (["straße", "STRASSE"], true), (["größe", "GRÖ\u{1E9E}E"], true), (["_", "-"], false),
    (["ıd", "id"], false), (["a_b", "AB"], true), (["a", "b"], false),
  ])
  func keysThatTheLibraryTakesForOneAreExact(_ keys: [String], _ areExact: Bool) {
    #expect(PropertyNames.areExact(keys) == areExact)
  }

  /// Counted from 2 for each of them, these would take minutes.
  @Test func manyKeysMayFoldAlike() {
    let keys = (0..<8_192).map { number in
      (0..<13).map { number >> $0 & 1 == 0 ? "a" : "a_" }.joined() + "b"
    }
    let names = PropertyNames(keys, isExact: true).pairs.map { SwiftName.folded($0.name) }
    #expect(Set(names).count == keys.count)
  }

  private func source(_ json: String) throws -> String {
    try Generator().source(for: Data(json.utf8))
  }
}
