import Observation

/// Stands in for SwiftUI, which needs none of this: calls the body of each view, and again if
/// something that it has read changes.
@available(macOS 14, iOS 17, tvOS 17, *)
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
