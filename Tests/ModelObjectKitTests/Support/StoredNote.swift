import Foundation
import ModelObjectKit

/// An object of a store, with others of it and with parts.
final class StoredNote: ModelObject {
  var id = 0
  var text = ""
  var next: StoredNote?
  var others: [StoredNote] = []
  var place: StoredPlace?
  var places: [StoredPlace] = []
  var labels: Set<String> = []
  var counts: [String: Int] = [:]
  override class var identity: Set<String> { ["id"] }
}

/// A part of objects: it has no identity.
final class StoredPlace: ModelObject {
  var name = ""
  var note: StoredNote?
  var inner: StoredPlace?
}

/// What a store of notes contains, in a form that can be compared.
///
/// Places are numbered in the order in which they are found, so that shared ones show.
func storedNotes(_ store: ModelStore) -> [String] {
  var found: [ObjectIdentifier: Int] = [:]
  func text(_ note: StoredNote) -> String {
    store.contains(note) ? "\(note.id)" : "lost \(note.id) \(note.text)"
  }
  func text(_ place: StoredPlace?) -> String {
    guard let place else { return "nil" }
    if let number = found[ObjectIdentifier(place)] { return "@\(number)" }
    found[ObjectIdentifier(place)] = found.count
    return "@\(found.count - 1) \(place.name) \(place.note.map(text) ?? "") (\(text(place.inner)))"
  }
  return store.all(StoredNote.self).map { note in
    let counts = note.counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return "\(note.id) \(note.text) next \(note.next.map(text) ?? "nil")"
      + " others \(note.others.map(text)) place \(text(note.place)) places \(note.places.map(text))"
      + " labels \(note.labels.sorted()) counts \(counts)"
  }
}

/// Opens the store file of notes in a folder.
func openNotes(in folder: URL, _ onSkip: ((ModelError.Issue) -> Void)? = nil) throws -> StoreFile {
  try StoreFile(
    at: folder.appending(path: "notes.store"),
    classes: [StoredNote.self],
    onSkip: onSkip
  )
}

/// A store file with notes, each with a text.
func filledNotes(in folder: URL, count: Int) throws -> StoreFile {
  let file = try openNotes(in: folder)
  let json = (1...count).map { #"{"id": \#($0), "text": "note \#($0)"}"# }
  try file.store.upsert([StoredNote].self, json: "[\(json.joined(separator: ", "))]")
  try file.save()
  return file
}

/// The store of the file in a folder, which may be open.
func readNotes(in folder: URL) throws -> ModelStore {
  try ModelStore(archiveAt: folder.appending(path: "notes.store"), classes: [StoredNote.self])
}

/// The code of the library's error that a closure throws; nil for any other error, and for none.
func errorCode(_ body: () throws -> Void) -> ModelError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? ModelError)?.code
  }
}
