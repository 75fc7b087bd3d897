// A list that follows its server, with an edit sheet. Models.swift has the list and the edit, and
// Views.swift the views for SwiftUI. Here Screen.swift prints instead what SwiftUI would draw again.
import ModelObjectKit

@available(macOS 14, iOS 17, tvOS 17, *)
@MainActor func mark(_ reminder: Reminder) -> String { reminder.isDone ? "done" : "open" }

/// What isn't the main actor's gets snapshots: models stay with their owner.
@available(macOS 14, iOS 17, tvOS 17, *)
@concurrent func widget(_ reminders: [Snapshot<Reminder>]) async -> String {
  reminders.filter { !$0.isDone }.map(\.title).joined(separator: ", ")
}

// Views are told of changes since iOS 17 and macOS 14.
@available(macOS 14, iOS 17, tvOS 17, *)
@MainActor func follow() async throws {
  let screen = Screen()
  let list = ReminderList()

  screen.show("list") {
    for reminder in list.shown {
      screen.show("  row \(reminder.id)") { "\(reminder.title), \(mark(reminder))" }
    }
    return list.shown.map { "\($0.id)" }.joined(separator: ", ")
  }

  print("1. The first response: the list is drawn, then its rows.\n")
  screen.draw()
  try list.apply(
    #"[{"id": 2, "title": "Buy milk"}, {"id": 1, "title": "Call Kim"}, {"id": 3, "title": "Run"}]"#
  )
  screen.draw()

  print("\n2. A title has changed: one row is drawn again.\n")
  let response =
    #"[{"id": 2, "title": "Buy oat milk"}, {"id": 1, "title": "Call Kim"}, {"id": 3, "title": "Run"}]"#
  try list.apply(response)
  screen.draw()

  print("\n3. The same response again: nothing has changed.\n")
  try list.apply(response)
  screen.draw()

  print("\n4. An edit sheet: while the user types, only the sheet is drawn.\n")
  let edit = Edit(list.shown[1])
  screen.show("sheet") { "\(edit.draft.title), \(mark(edit.draft))" }
  screen.draw()
  edit.draft.title = "Call Kim tonight"
  screen.draw()

  print("\n5. Another user marks it as done, and the sheet follows.\n")
  let news = #"{"id": 1, "title": "Call Kim", "isDone": true}"#
  try list.applyOne(news)
  try edit.merge(news)
  screen.draw()

  print("\n6. Save: the row is drawn, and a patch goes to the server.\n")
  screen.close("sheet")
  print("PATCH /reminders/1", try edit.save())
  screen.draw()

  print("\n7. One reminder is removed and another added: the list is drawn.\n")
  try list.apply(
    #"[{"id": 4, "title": "Sleep"}, {"id": 2, "title": "Buy oat milk"}, {"id": 1}]"#
  )
  screen.draw()

  print("\n8. A widget is drawn off the main actor, from snapshots, while the list goes on.\n")

  let open = list.shown.snapshots()
  try list.applyOne(#"{"id": 2, "isDone": true}"#)
  print("widget: \(await widget(open))")
  screen.draw()
}

if #available(macOS 14, iOS 17, tvOS 17, *) { try await follow() }
