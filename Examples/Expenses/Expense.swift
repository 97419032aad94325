import Wayline

/// One expense, in cents.
struct Expense: Codable, Hashable, Identifiable, Sendable {
  static let storageKey = "expenses"
  static let categories = ["books", "repairs", "travel"]
  let id: Int
  var title: String
  var cents: Int
  var category: String
  var isApproved = false

  /// The amount as people write it: `12.50`.
  var amount: String { Self.text(cents) }

  static func text(_ cents: Int) -> String {
    "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
  }

  /// The cents of an amount such as `12.5`; nil for anything else.
  static func cents(_ text: String) -> Int? {
    guard let amount = Double(text), amount > 0, amount < 1_000_000 else { return nil }
    return Int((amount * 100).rounded())
  }

  /// Version 1 stored amounts as floating-point numbers.
  static let amountsBecomeCents = Migration(StoreKey(storageKey, in: StoreKey.persisted), from: 1) {
    (old: [Old]) in
    old.map {
      Expense(
        id: $0.id, title: $0.title, cents: Int(($0.amount * 100).rounded()), category: $0.category)
    }
  }

  private struct Old: Codable {
    let id: Int
    let title: String
    let amount: Double
    let category: String
  }
}

extension [Expense] {
  /// The number for a new expense.
  var nextID: Int { (map(\.id).max() ?? 0) + 1 }

  /// The sum of each category, largest first.
  var totals: [Total] {
    Dictionary(grouping: self, by: \.category)
      .map { Total(id: $0, count: $1.count, cents: $1.map(\.cents).reduce(0, +)) }
      .sorted { ($0.cents, $1.id) > ($1.cents, $0.id) }
  }
}

/// The sum of a category, whose name is its identity.
struct Total: Identifiable {
  let id: String
  let count: Int
  let cents: Int
}

/// The source of card payments; tests inject their own.
struct Statement: Sendable {
  let rows: @Sendable () async -> [(title: String, cents: Int)]
  /// Fifty payments that come with the program.
  static let bundled = Statement { (1...50).map { ("Payment \($0)", $0 * 125) } }
}
