import Foundation
import ModelObjectKit

extension Rows {
  /// Documents of other shapes: arrays, dictionaries, numbers, strings with escapes.
  static var shapes: [Row] {
    [
      Row("text in: timeline", against: "JSONDecoder") { documents in
        let text = documents.timeline
        let decoder = JSONDecoder()
        return try .comparing {
          try Timeline(json: text)
        } peer: {
          try decoder.decode(Peer.Timeline.self, from: text)
        }
      },
      Row("text in: catalogue", against: "JSONDecoder") { documents in
        let text = documents.catalog
        let decoder = JSONDecoder()
        return try .comparing {
          try Catalog(json: text)
        } peer: {
          try decoder.decode(Peer.Catalog.self, from: text)
        }
      },
      Row("text in: outline", against: "JSONDecoder") { documents in
        let text = documents.outline
        let decoder = JSONDecoder()
        return try .comparing {
          try Outline(json: text)
        } peer: {
          try decoder.decode(Peer.Outline.self, from: text)
        }
      },
      Row("text in: 1,000 activities of tagged classes", against: "one class") { _ in
        let text = Data(Documents.activitiesText.utf8)
        return try .comparing(objects: 1_000) {
          try [Activity](json: text)
        } peer: {
          try [AnyActivity](json: text)
        }
      },
    ]
  }
}

extension Activity: Checkable {
  var essentials: [String] {
    let own =
      switch self {
      case let push as Push: "\(push.branch) \(push.commits)"
      case let comment as Comment: "\(comment.body) \(comment.issue)"
      case let release as Release: "\(release.tagName) \(release.downloads)"
      default: ""
      }
    return ["\(id) \(actor) \(repository) \(summary) \(isPublic)", own]
  }
}

extension AnyActivity: Checkable {
  var essentials: [String] {
    let own =
      if !branch.isEmpty {
        "\(branch) \(commits)"
      } else if !body.isEmpty {
        "\(body) \(issue)"
      } else {
        "\(tagName) \(downloads)"
      }
    return ["\(id) \(actor) \(repository) \(summary) \(isPublic)", own]
  }
}

extension Timeline: Checkable {
  var essentials: [String] {
    statuses.flatMap { post in
      [
        post.text, post.source, post.user?.profileImageUrl ?? "nil", "\(post.retweetCount)",
        "\(post.entities?.urls.first?.indices ?? [])", post.retweetedStatus?.idStr ?? "nil",
        "\(post.entities?.media?.first?.sizes["large"]?.w ?? -1)",
      ]
    } + ["\(searchMetadata?.completedIn ?? 0)"]
  }
}

extension Peer.Timeline: Checkable {
  var essentials: [String] {
    statuses.flatMap { post in
      [
        post.text, post.source, post.user?.profileImageUrl ?? "nil", "\(post.retweetCount)",
        "\(post.entities?.urls.first?.indices ?? [])", post.retweetedStatus?.idStr ?? "nil",
        "\(post.entities?.media?.first?.sizes["large"]?.w ?? -1)",
      ]
    } + ["\(searchMetadata?.completedIn ?? 0)"]
  }
}

extension Catalog: Checkable {
  var essentials: [String] {
    areaNames.map { "\($0) \($1)" }.sorted()
      + events.values.map { "\($0.id) \($0.subTopicIds) \($0.topicIds) \($0.logo ?? "")" }.sorted()
      + performances.map { performance in
        let areas = performance.seatCategories.flatMap(\.areas)
        return "\(performance.id) \(areas.map(\.areaId)) \(performance.prices.map(\.amount))"
      } + topicSubTopics.map { "\($0) \($1)" }.sorted()
  }
}

extension Peer.Catalog: Checkable {
  var essentials: [String] {
    areaNames.map { "\($0) \($1)" }.sorted()
      + events.values.map { "\($0.id) \($0.subTopicIds) \($0.topicIds) \($0.logo ?? "")" }.sorted()
      + performances.map { performance in
        let areas = performance.seatCategories.flatMap(\.areas)
        return "\(performance.id) \(areas.map(\.areaId)) \(performance.prices.map(\.amount))"
      } + topicSubTopics.map { "\($0) \($1)" }.sorted()
  }
}

extension Outline: Checkable {
  var essentials: [String] {
    features.map { "\($0.properties) \($0.geometry?.type ?? "") \($0.geometry?.coordinates ?? [])" }
  }
}

extension Peer.Outline: Checkable {
  var essentials: [String] {
    features.map { "\($0.properties) \($0.geometry?.type ?? "") \($0.geometry?.coordinates ?? [])" }
  }
}
