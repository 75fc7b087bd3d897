import Foundation

/// What was recorded before the move: a response of the server, and what the old classes made of it on
/// a phone in Shanghai.
enum Recorded {
  static let response = #"""
    {"order_id": "7", "created_at": "2024-04-07 10:00:00", "status": "returned",
     "address": {"city": "Shanghai"}, "price": 1250, "coupon": null, "is_vip": 1,
     "selected": true, "buyer": {"full_name": "Lisa", "phones": [555], "payment": 5},
     "ratings": [5, "4", null]}
    """#

  /// The properties of the old object, as text.
  static let values = [
    "id": "7", "createdAt": "2024-04-07T02:00:00Z", "status": "unknown", "city": "Shanghai",
    "price": "12.5", "coupon": "none", "isVip": "false", "selected": "false",
    "buyer": "Lisa, 555, 5", "ratings": "[]",
  ]

  /// What the old object wrote with `toDictionary(useMappedKeys: true)`.
  static var export: [String: Any] {
    [
      "order_id": 7, "created_at": 734_148_000, "status": "unknown",
      "address.city": "Shanghai", "price": 1250, "coupon": "none", "isVip": false,
      "buyer": ["full_name": "Lisa", "phones": ["555"], "payment": 5] as [String: Any],
      "ratings": [Any](),
    ]
  }
}
