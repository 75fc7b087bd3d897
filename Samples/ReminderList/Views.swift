#if canImport(SwiftUI)
import SwiftUI

// SwiftUI calls each body again if something that it has read changes.

@available(macOS 14, iOS 17, tvOS 17, *)
struct ReminderListView: View {
  let list: ReminderList
  /// Asks the server.
  let load: @Sendable () async throws -> String
  @State private var edit: Edit?

  var body: some View {
    List(list.shown) { reminder in
      Button {
        edit = Edit(reminder)
      } label: {
        ReminderRow(reminder: reminder)
      }
    }
    // The closure may run anywhere, so it only calls a method of the main actor.
    .refreshable { await refresh() }
    .sheet(item: $edit) { edit in
      ReminderSheet(draft: edit.draft) { _ = try? edit.save() }
    }
  }

  private func refresh() async {
    guard let json = try? await load() else { return }
    try? list.apply(json)
  }
}

@available(macOS 14, iOS 17, tvOS 17, *)
struct ReminderRow: View {
  let reminder: Reminder

  var body: some View {
    Label(reminder.title, systemImage: reminder.isDone ? "checkmark.circle" : "circle")
  }
}

@available(macOS 14, iOS 17, tvOS 17, *)
struct ReminderSheet: View {
  @Bindable var draft: Reminder
  let save: () -> Void
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Form {
      TextField("Title", text: $draft.title)
      Toggle("Done", isOn: $draft.isDone)
      Button("Save") {
        save()
        dismiss()
      }
      Button("Cancel", role: .cancel) { dismiss() }
    }
  }
}
#endif
