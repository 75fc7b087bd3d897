import Foundation
import ModelObjectKit

/// Random edits of a store of notes: the same step changes equal stores alike.
struct StoredEdits {
  let seed: Int

  /// How the changes of a step are to be saved.
  enum Saving {
    case all, changed([StoredNote]), compacting
  }

  /// Makes the changes of a step.
  func make(_ step: Int, in store: ModelStore) throws -> Saving {
    var random = SeededGenerator(seed: UInt64(seed) << 32 | UInt64(step))
    var changed: [StoredNote] = []
    var hasRemoved = false
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let notes = store.all(StoredNote.self)
      guard let note = notes.randomElement(using: &random), random.next() % 4 > 0 else {
        let (id, next) = (
          Int.random(in: 1...30, using: &random), Int.random(in: 1...30, using: &random)
        )
        let json = #"{"id": \#(id), "text": "step \#(step)", "next": {"id": \#(next)}}"#
        changed.append(try store.upsert(StoredNote.self, json: json))
        changed += [store[StoredNote.self, next]].compactMap { $0 }
        continue
      }
      changed.append(note)
      switch Int.random(in: 0...8, using: &random) {
      case 0: note.text = "changed by \(step)"
      case 1: note.text = String(repeating: "long \(step) ", count: 200)
      case 2:
        store.remove(note)
        hasRemoved = true
      case 3: note.next = notes.randomElement(using: &random)
      case 4: note.next = nil
      case 5: note.others = notes.filter { _ in Bool.random(using: &random) }
      case 6:
        note.place = StoredPlace()
        note.place?.name = "place \(step)"
        note.place?.note = notes.randomElement(using: &random)
        note.place?.inner = Bool.random(using: &random) ? StoredPlace() : note.place
      case 7: note.place?.name = "renamed by \(step)"
      default:
        note.labels = Set((0..<5).map { "label \(($0 * step) % 7)" })
        note.counts["step \(step % 5)"] = step
      }
    }
    switch Int.random(in: 0...9, using: &random) {
    case 0: return .compacting
    case 1...4 where !hasRemoved: return .changed(changed)
    default: return .all
    }
  }

  /// Makes the changes of a step and saves them.
  func make(_ step: Int, in file: StoreFile) throws {
    switch try make(step, in: file.store) {
    case .all: try file.save()
    case .changed(let notes): try file.save(notes)
    case .compacting: try file.compact()
    }
  }
}
