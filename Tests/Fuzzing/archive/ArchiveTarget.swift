import Foundation
@testable import ModelObjectKit

/// One input of the fuzzer: an archive.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchive(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  checkContents(data)
  do {
    check([try Item(archive: data)])
  } catch {
    guard let error = error as? ModelError else { found("an error of another kind", "\(error)") }
    _ = error.description
    guard error.code == .unexpectedRoot else {
      checkCode(error)
      return 0
    }
    checkArray(data)
  }
  return 0
}

private func checkArray(_ data: Data) {
  do {
    let models = try [Item](archive: data)
    check(models)
    let again = try [Item](archive: models.archivedData())
    if again != models { found("an archived array comes back different") }
  } catch {
    guard let error = error as? ModelError else { found("an error of another kind", "\(error)") }
    checkCode(error)
  }
}

private func checkCode(_ error: ModelError) {
  let codes: Set<ModelError.Code> = [.invalidArchive, .unknownClass, .rejected]
  if !codes.contains(error.code) { found("a wrong code", error.description) }
}

private func check(_ models: [Item]) {
  for model in models.prefix(3) {
    checkIdentity(model)
    checkArchive(model)
    _ = "\(model)"
    _ = try? Item.explain(dictionary: ["a": model]).description
    guard isSmall(model) else { continue }
    _ = shown(model)
    do {
      _ = try model.dictionaryRepresentation()
    } catch {
      found("a model can't be exported", "\(error)")
    }
  }
}

/// The tool's way in: without classes.
private func checkContents(_ data: Data) {
  do {
    let contents = try ArchiveContents(data)
    for number in contents.roots { _ = try contents.values(of: number) }
  } catch {
    if !(error is ModelError) { found("an error of another kind", "\(error)") }
  }
}

/// Whether a model is met a few times only on all ways that lead from a model: an export goes each
/// of them, which are without number where much is shared.
private func isSmall(_ model: Item) -> Bool {
  var remaining = 2_000
  func visit(_ value: Any, depth: Int) {
    remaining -= 1
    guard remaining > 0 else { return }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let level = mirror {
      for child in level.children where child.label != "parent" {
        visit(child.value, depth: depth + 1)
      }
      mirror = level.superclassMirror
    }
  }
  visit(model, depth: 0)
  return remaining > 0
}

/// The inputs with which the fuzzing begins.
func seeds() -> [Data] { ArchiveSeeds.archives }
