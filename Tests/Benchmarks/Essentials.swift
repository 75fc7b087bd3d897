import Foundation

// The few fields of a subject's result that are compared with its peer's before the timing.

extension User: Checkable {
  var essentials: [String] {
    [
      login, "\(id)", avatarURL, htmlURL, receivedEventsURL, "\(siteAdmin)", name ?? "nil",
      company ?? "nil", bio ?? "nil", String(describing: hireable), "\(publicRepos)",
      "\(followers)", twitterUsername ?? "nil", String(describing: privateRepos),
    ]
  }
}

extension Peer.User: Checkable {
  var essentials: [String] {
    [
      login, "\(id)", avatarURL, htmlURL, receivedEventsURL, "\(siteAdmin)", name ?? "nil",
      company ?? "nil", bio ?? "nil", String(describing: hireable), "\(publicRepos)",
      "\(followers)", twitterUsername ?? "nil", String(describing: privateRepos),
    ]
  }
}

extension Status: Checkable {
  var essentials: [String] {
    let sizes = picInfos.values.flatMap {
      [$0.thumbnail, $0.bmiddle, $0.middleplus, $0.large, $0.largest, $0.original, $0.square]
    }
    return [
      "\(id)", text, idstr, "\(favorited)", "\(bizFeature)", "\(recomState)", originalPic,
      createdAt.map(inWords) ?? "nil", picIDs.joined(separator: " "),
      "\(annotations.count) \(annotations.last?.mapiRequest ?? false)",
      "\(urlStruct.count) \(urlStruct.last?.urlTitle ?? "nil")",
      user?.description ?? "nil", "\(user?.followersCount ?? 0)", "\(user?.class ?? 0)",
      user?.createdAt.map(inWords) ?? "nil", user?.icons.first?.url ?? "nil",
      "\(user?.badge?.travel2013 ?? -1) \(user?.extend?.privacy?.mobile ?? -1)",
      picInfos.values.map(\.objectID).sorted().joined(separator: " "),
      "\(sizes.compactMap(\.self).count) pictures",
      "\(sizes.reduce(0) { $0 + ($1?.width ?? 0) + 2 * ($1?.height ?? 0) })",
    ]
  }
}

extension Peer.Status: Checkable {
  var essentials: [String] {
    let sizes = picInfos.values.flatMap {
      [$0.thumbnail, $0.bmiddle, $0.middleplus, $0.large, $0.largest, $0.original, $0.square]
    }
    return [
      "\(id)", text, idstr, "\(favorited)", "\(bizFeature)", "\(recomState)", originalPic,
      createdAt, picIDs.joined(separator: " "),
      "\(annotations.count) \(annotations.last?.mapiRequest ?? false)",
      "\(urlStruct?.count ?? 0) \(urlStruct?.last?.urlTitle ?? "nil")",
      user?.description ?? "nil", "\(user?.followersCount ?? 0)", "\(user?.class ?? 0)",
      user?.createdAt ?? "nil", user?.icons.first?.url ?? "nil",
      "\(user?.badge?.travel2013 ?? -1) \(user?.extend?.privacy?.mobile ?? -1)",
      picInfos.values.map(\.objectID).sorted().joined(separator: " "),
      "\(sizes.compactMap(\.self).count) pictures",
      "\(sizes.reduce(0) { $0 + ($1?.width ?? 0) + 2 * ($1?.height ?? 0) })",
    ]
  }
}

/// A date as in the documents, in their time zone, to compare it with a peer's string.
private func inWords(_ date: Date) -> String {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(secondsFromGMT: 8 * 3_600)
  formatter.dateFormat = "EEE MMM dd HH:mm:ss Z yyyy"
  return formatter.string(from: date)
}
