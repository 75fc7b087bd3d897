import Foundation
import ModelObjectKit

/// Random edits of a store of notes whose identities are swapped, given on, removed and taken again:
/// the same step changes equal stores alike.
struct IdentityEdits {
  let seed: UInt64

  /// Makes the changes of a step, and saves some or all of them; returns whether there was a conflict,
  /// which is settled with the next step.
  func make(_ step: Int, in file: StoreFile) throws -> Bool {
    var random = SeededGenerator(seed: seed << 32 | UInt64(step))
    let store = file.store
    removeDoubles(from: store)
    var changed: [StoredNote] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      changed += try edit(step, store, &random)
    }
    changed = changed.filter(store.contains)
    do {
      switch Int.random(in: 0...9, using: &random) {
      case 0: try file.compact()
      case 1...2: try file.save()
      case 3: try file.save(store.all(StoredNote.self).filter { _ in random.next() % 3 == 0 })
      default: try file.save(changed.suffix(Int.random(in: 1...3, using: &random)))
      }
      return false
    } catch let error as ModelError where error.code == .unsupportedValue {
      return true
    }
  }

  /// One change; returns the objects in which it is.
  private func edit(
    _ step: Int,
    _ store: ModelStore,
    _ random: inout SeededGenerator
  ) throws -> [StoredNote] {
    let notes = store.all(StoredNote.self)
    let id = Int.random(in: 1...12, using: &random)
    guard let note = notes.randomElement(using: &random),
      let other = notes.randomElement(using: &random), random.next() % 4 > 0
    else { return [try store.upsert(StoredNote.self, dictionary: ["id": id, "text": "\(step)"])] }
    switch Int.random(in: 0...7, using: &random) {
    case 0, 1: (note.id, other.id) = (other.id, note.id)
    case 2:
      store.remove(other)
      note.id = other.id
    case 3:
      (note.id, other.id) = (other.id, id + 12)
      return [note]
    case 4:
      store.remove(note)
      return [other]
    case 5:
      store.remove(note)
      if random.next() % 2 == 0 { note.id = id }
      // It isn't possible if the objects in it have one identity, too.
      return [(try? store.insert(note)) ?? other]
    case 6:
      note.next = other
      note.place = other.place ?? StoredPlace()
      note.place?.note = notes[id % notes.count]
    default:
      let new = StoredNote()
      (new.id, new.text) = (id + 12, "new in \(step)")
      note.next = try store.insert(new)
      (new.id, other.id) = (other.id, id + 24)
    }
    note.text = "\(step)"
    return [note]
  }

  /// Removes objects that have the identities of others.
  private func removeDoubles(from store: ModelStore) {
    var known: Set<Int> = []
    for note in store.all(StoredNote.self) where !known.insert(note.id).inserted {
      store.remove(note)
    }
  }
}
