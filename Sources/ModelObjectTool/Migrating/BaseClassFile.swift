import ModelObjectKit

// The file with the base class of all models, and what else the code needs.
extension Migration {
  /// Where that file goes: into the folder that has all files which need it.
  func basePath(beside folder: String) -> String {
    let files = Set(plans.map(\.entry.file)).map { code.files[$0].path }
    return SourceFolder.path(of: "\(baseName).swift", for: files, else: folder)
  }

  /// Whether the code has the helpers that it needs.
  var hasHelpers: Bool {
    helpers.allSatisfy { helper in
      switch helper {
      case .transformType, .transformOf, .dateFormatterTransform, .mapper, .valueTransformable,
        .fastTransformer, .kj:
        code.types.contains { $0.name.lowercased() == helper.rawValue.lowercased() }
      case .swiftyJSON:
        code.files.contains { file in
          file.path.hasSuffix("\(baseName).swift")
            && file.source.declarations.contains { $0.name == "SwiftyJSON" }
        }
      case .elementTransform:
        code.files.contains { file in
          file.path.hasSuffix("\(baseName).swift")
            && file.source.tokens.contains { $0.text == "elements" }
        }
      case .deserialize, .deserializeList, .deserializePlainList: declaresFunction("deserialize")
      case .toJSON, .toJSONList, .toJSONAlways, .toJSONListAlways: declaresFunction("toJSON")
      case .toJSONString, .toJSONStringList: declaresFunction("toJSONString")
      case .toDictionary: declaresFunction("toDictionary")
      }
    }
  }

  /// The file with the base class of all models; nil if it isn't needed.
  func baseFile() -> String? {
    guard needsBase || !helpers.isEmpty else { return nil }
    let access =
      ["public ", "package "].first { access in plans.contains { $0.access == access } } ?? ""
    let libraries = Set(plans.map { $0.library.name })
    let names = libraries.count == 1 ? libraries.first ?? "" : "the former libraries"
    var all = helpers
    for helper in helpers { all.formUnion(helper.needs) }
    var parts: [String] = []
    if needsBase {
      parts.append(baseClass(names, access == "public " ? "open " : access))
    }
    let hasStructs = plans.contains(where: \.staysStruct)
    let hasClasses = !plans.allSatisfy(\.staysStruct) || !hasStructs
    parts += Helper.allCases.filter(all.contains).map {
      $0.code(access, forClasses: hasClasses, forStructs: hasStructs)
    }
    let imports =
      "import Foundation\nimport ModelObjectKit\n"
      + (all.contains(.swiftyJSON) ? "import SwiftyJSON\n" : "")
    return imports + "\n" + parts.joined(separator: "\n\n") + "\n"
  }

  private func baseClass(_ names: String, _ open: String) -> String {
    // A formatter that a decoder had is that of the device unless it says otherwise.
    let hasFormats = plans.contains { plan in
      plan.dateFormats.contains { $0.code.hasPrefix(".custom") }
    }
    let isLocal =
      hasFormats && !coders.usesGreenwich || plans.contains { $0.library.name != "Codable" }
    var text = """
      /// The base class of the app's models, with options that keep what \(names) did.
      \(open)class \(baseName): ModelObject {

      """
    if isLocal {
      text += """
          /// Dates without a time zone are in that of the device.
          \(open)override class var mappingOptions: MappingOptions {
            var options = MappingOptions()
            options.dates.timeZone = .current
            return options
          }


        """
    }
    let lines =
      (isLocal ? ["options.timeZone = .current"] : [])
      + (exportStyle == .property ? [] : ["options.keyStyle = .\(exportStyle.name)"])
    if !lines.isEmpty {
      text +=
        "  \(open)override class var exportOptions: ExportOptions {\n"
        + (["var options = ExportOptions()"] + lines + ["return options"]).map { "    \($0)\n" }
        .joined() + "  }\n"
    }
    return text + "}"
  }
}
