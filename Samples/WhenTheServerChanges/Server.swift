/// The same document, as a server sends it over the years.
enum Server {
  static let versions = [
    (
      "the format that the app was written for",
      """
      {"orderId": 7, "customerName": "Shan", "total": 12.5, "note": "ring twice",
       "items": [{"sku": "tea", "quantity": 2}, {"sku": "cup", "quantity": 1}]}
      """
    ),
    (
      "a number becomes a string",
      """
      {"orderId": "7", "customerName": "Shan", "total": "12.50", "note": "ring twice",
       "items": [{"sku": "tea", "quantity": "2"}, {"sku": "cup", "quantity": "one"}]}
      """
    ),
    (
      "a different key style, and a renamed key",
      """
      {"order_id": 7, "customer_name": "Shan", "total": 12.5, "delivery_note": "ring twice",
       "items": [{"sku": "tea", "quantity": 2}, {"sku": "cup", "quantity": 1}]}
      """
    ),
    (
      "an envelope, and null for empty values",
      """
      {"data": {"order_id": 7, "customer_name": null, "total": 12.5, "note": null,
                "items": [{"sku": "tea", "quantity": 2}, null]}}
      """
    ),
  ]
}
