//
//  Bookshop.swift
//  Models that YYModel maps.
//

import Foundation
import ModelObjectKit

/// How a book is bound.
enum BookBinding: UInt {
  case paper = 0  // the usual one
  case cloth
  case urlOnly = 7
}

struct BookMarks: OptionSet {
  let rawValue: Int

  static let none: BookMarks = []
  static let new = BookMarks(rawValue: 1)
  static let sale = BookMarks(rawValue: 2)
}

/**
 A book of the shop.

   It has chapters.
 */
class Book: AppModel {
  var name: String? = "unknown"  // its title
  var rating: NSNumber?
  var pages = 1
  var isNew = false
  var sold = false
  var width: CGFloat = 0
  var price = 9.5
  var discount: Float = 0
  var stock: UInt64 = 0
  var readingTime: TimeInterval = 0.0
  var binding = BookBinding.paper
  var marks = BookMarks([])

  // MARK: - Parts

  var chapters: [Chapter]? = []
  // By the name of the reader
  var readers: [String: Reader]? = [:]
  var related: [Book]?  // of the same author
  var tags: Set<String>?
  var cover: URL?
  var published: Date?
  var preview: Data?
  var extra: Any?
  var attributes: [String: Any]?
  var isHidden = false
  weak var sequel: Book?
  // TODO(migrate): Bookshop.h:56: @property (nonatomic, copy) void (^onOpen)(NSString *name);
  // TODO(migrate): Bookshop.h:57: @property (nonatomic, readonly) NSString *title;
  var size = CGSize.zero
  var `default`: String?  // a word of Swift
  var cacheKey: String?

  // The server has short names.
  override class var keyMapping: [String: JSONKey] {
    [
      "name": "n",
      "pages": "info.pages",
      "cover": ["cover_url", "coverURL"],
      "readingTime": "reading_time",
      "isHidden": "hidden",
    ]
  }

  override class var ignoredProperties: Set<String> { ["cacheKey", "sequel", "size"] }

  override func didMap(_ dictionary: [String: Any]) throws {
    // TODO(migrate): Bookshop.m:52
    // if (_price < 0) {
    //     // never
    //     return NO;
    // }
    // return YES;
  }

  // TODO(migrate): Bookshop.m:44: -title
  // TODO(migrate): Bookshop.m:48: -setRating:
  // TODO(migrate): Bookshop.m:65: -open
}

class Chapter: AppModel {
  var title = ""
  var subtitle: String?
  var lines: [[NSNumber]] = []
}

/// A reader, who is a person.
class Reader: Chapter {
  var nick: String?
}
