// A list that follows its server, with an edit sheet. Views.swift has the views for SwiftUI; here a
// few lines print instead, and draw again what SwiftUI would.
import Foundation
import ModelObjectKit
import Observation

/// Calls the body of each view, and again if something that it has read changes, as SwiftUI does.
@MainActor final class Screen {
  private var views: [(name: String, body: () -> String)] = []
  private var outdated: Set<String> = []

  func show(_ name: String, _ body: @escaping () -> String) {
    close(name)
    views.append((name, body))
    outdated.insert(name)
  }

  func close(_ name: String) {
    views.removeAll { $0.name == name }
  }

  func draw() {
    if outdated.isEmpty { print("nothing is drawn") }
    while let (name, body) = views.first(where: { outdated.contains($0.name) }) {
      outdated.remove(name)
      let text = withObservationTracking(body) {
        // Everything here happens on the main actor.
        MainActor.assumeIsolated { _ = self.outdated.insert(name) }
      }
      print("\(name): \(text)")
    }
    // Views that are gone.
    outdated = []
  }
}

let screen = Screen()
let list = ReminderList()

@MainActor func mark(_ reminder: Reminder) -> String { reminder.isDone ? "done" : "open" }

screen.show("list") {
  for reminder in list.shown {
    screen.show("  row \(reminder.id)") { "\(reminder.title), \(mark(reminder))" }
  }
  return list.shown.map { "\($0.id)" }.joined(separator: ", ")
}

print("1. The first response: the list is drawn, then its rows.\n")
screen.draw()
try list.take(
  #"[{"id": 2, "title": "Buy milk"}, {"id": 1, "title": "Call Kim"}, {"id": 3, "title": "Run"}]"#
)
screen.draw()

print("\n2. A title has changed: one row is drawn again.\n")
let response =
  #"[{"id": 2, "title": "Buy oat milk"}, {"id": 1, "title": "Call Kim"}, {"id": 3, "title": "Run"}]"#
try list.take(response)
screen.draw()

print("\n3. The same response again: nothing has changed.\n")
try list.take(response)
screen.draw()

print("\n4. An edit sheet: while the user types, only the sheet is drawn.\n")
let edit = Edit(list.shown[1])
screen.show("sheet") { "\(edit.draft.title), \(mark(edit.draft))" }
screen.draw()
edit.draft.title = "Call Kim tonight"
screen.draw()

print("\n5. Another user marks it as done, and the sheet follows.\n")
let news = #"{"id": 1, "title": "Call Kim", "isDone": true}"#
try list.takeOne(news)
try edit.takeOver(news)
screen.draw()

print("\n6. Save: the row is drawn, and a patch goes to the server.\n")
screen.close("sheet")
print("PATCH /reminders/1", try edit.save())
screen.draw()

print("\n7. One reminder is removed and another added: the list is drawn.\n")
try list.take(
  #"[{"id": 4, "title": "Sleep"}, {"id": 2, "title": "Buy oat milk"}, {"id": 1}]"#
)
screen.draw()

print("\n8. A widget is drawn off the main actor, from snapshots, while the list goes on.\n")

/// What isn't the main actor's gets snapshots: models stay with their owner.
@concurrent func widget(_ reminders: [Snapshot<Reminder>]) async -> String {
  reminders.filter { !$0.isDone }.map(\.title).joined(separator: ", ")
}

let open = list.shown.snapshots()
try list.takeOne(#"{"id": 2, "isDone": true}"#)
print("widget: \(await widget(open))")
screen.draw()
