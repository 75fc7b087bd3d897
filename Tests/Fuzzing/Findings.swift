import Foundation
import ModelObjectKit

/// Stops the program: the fuzzer keeps the input that led here.
func found(_ what: String, _ details: String...) -> Never {
  let text = (["A promise is broken: \(what)"] + details).joined(separator: "\n") + "\n"
  FileHandle.standardError.write(Data(text.utf8))
  fatalError(what)
}

/// The first lines in which two texts differ.
func difference(_ first: String, _ second: String) -> String {
  let first = first.split(separator: "\n", omittingEmptySubsequences: false)
  let second = second.split(separator: "\n", omittingEmptySubsequences: false)
  let index = zip(first, second).prefix { $0 == $1 }.count
  return """
    first:  \(first.dropFirst(index).first ?? "")
    second: \(second.dropFirst(index).first ?? "")
    """
}

/// All that shows of a model, as text that does not depend on the order in which sets are kept.
func shown(_ model: Item, references: ReferenceHandling = .none) -> String {
  var options = ExportOptions()
  options.sortedKeys = true
  options.references = references
  do {
    return comparable(try model.jsonString(options: options))
  } catch {
    found("a model can't be exported", "\(error)")
  }
}

/// An export without the order in which sets are kept, and that of the keys in texts of JSON.
func comparable(_ text: String) -> String {
  guard text.contains("et\":[") || text.contains("\"raw"),
    let tree = ReferenceReader.read(text.utf8)?.tree
  else { return text }
  return tree.withSortedSets.withPlainTexts.json
}

/// Checks equality, hashing and copying of any model.
func checkIdentity<Model: Item>(_ model: Model) {
  guard model == model else { found("a model does not equal itself") }
  let copy = model.copy()
  guard type(of: copy) == type(of: model), copy == model, model == copy else {
    found("a copy differs", difference("\(model)", "\(copy)"))
  }
  guard copy.hashValue == model.hashValue else { found("a copy has another hash", "\(model)") }
}

/// Checks that an export of any model is JSON to another reader, and is read back.
func checkExport<Model: Item>(_ model: Model, isReadBack: Bool) {
  let exported = shown(model)
  guard ReferenceReader.read(exported.utf8) != nil else { found("no JSON", exported) }
  guard isReadBack else { return }
  var sorted = ExportOptions()
  sorted.sortedKeys = true
  do {
    for again in [
      try Model(json: model.jsonString(options: sorted)), try Model(json: model.jsonData()),
      try Model(dictionary: model.dictionaryRepresentation()),
    ] {
      guard type(of: again) == type(of: model), again == model, shown(again) == exported else {
        found("an export is read as something else", exported, difference("\(model)", "\(again)"))
      }
    }
  } catch {
    found("what is exported can't be read", exported, "\(error)")
  }
}

/// Checks the archive of any model.
func checkArchive<Model: Item>(_ model: Model) {
  do {
    let data = try model.archivedData()
    let again = try Model(archive: data)
    guard type(of: again) == type(of: model), again == model, model == again else {
      found("an archive comes back different", difference("\(model)", "\(again)"))
    }
    guard again.hashValue == model.hashValue else {
      found("an archive comes back with another hash", difference("\(model)", "\(again)"))
    }
    let twice = try again.archivedData()
    guard shape(of: data) == shape(of: twice) else {
      found("an archive of an archive has other objects", "\(model)")
    }
  } catch {
    found("what was archived can't be read", "\(error)", "\(model)")
  }
}

/// The classes of an archive and how many objects they have.
private func shape(of archive: Data) -> [String: Int] {
  let list = try? PropertyListSerialization.propertyList(from: archive, format: nil)
  let classes = (list as? [String: Any])?["classes"] as? [[String: Any]] ?? []
  return Dictionary(
    classes.map { ($0["class"] as? String ?? "", $0["count"] as? Int ?? -1) },
    uniquingKeysWith: +
  )
}
