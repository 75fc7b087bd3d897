import Foundation
import ModelObjectKit
import Observation

/// A reminder that views show: each property that they read has an accessor, so that an update
/// notifies them.
@available(macOS 14, iOS 17, tvOS 17, *)
@Observable final class Reminder: ModelObject, Identifiable {
  @ObservationIgnored var id = 0
  var title = ""
  var isDone = false
  override class var identity: Set<String> { ["id"] }
  override class var accessors: [String: PropertyAccessor] {
    ["title": .init(\Reminder.title), "isDone": .init(\Reminder.isDone)]
  }
}

/// What the screen shows.
///
/// It belongs to the main actor, like its views.
@available(macOS 14, iOS 17, tvOS 17, *)
@MainActor @Observable final class ReminderList {
  /// In the order of the server; the store's `all` has the order in which objects were filed.
  private(set) var shown: [Reminder] = []
  private let store = ModelStore()

  /// Applies a complete response, and removes rows that it lacks.
  func apply(_ json: String) throws {
    let answer = try store.upsert([Reminder].self, json: json, removingOthers: true)
    if answer.elementsEqual(shown, by: ===) { return }
    // New objects may equal the old ones: then the setter alone tells nobody.
    withMutation(keyPath: \.shown) { shown = Array(answer) }
  }

  /// Applies a change of one reminder.
  func applyOne(_ json: String) throws {
    try store.upsert(Reminder.self, json: json)
  }
}

/// An edit with Save and Cancel.
@available(macOS 14, iOS 17, tvOS 17, *)
@MainActor struct Edit: Identifiable {
  let live: Reminder
  /// The copy that the user edits; Cancel discards it.
  let draft: Reminder
  /// The server's last known state.
  let base: Reminder
  nonisolated let id: Int

  init(_ reminder: Reminder) {
    live = reminder
    draft = reminder.copy()
    base = reminder.copy()
    id = reminder.id
  }

  /// Merges the server's changes into the draft; the user's changes stay.
  func merge(_ json: String) throws {
    try draft.merge(json: json, since: base)
  }

  /// Updates the row from the draft, and returns what the server doesn't know yet.
  func save() throws -> String {
    try live.update(from: draft)
    return try live.jsonString(changesSince: base)
  }
}
