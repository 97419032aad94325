import Wayline

/// Rows of a list that an exploration uses.
public enum RowChoice: Hashable, Sendable, Codable {
  /// The first row.
  case first
  /// The last row.
  case last
  /// The rows that are new, or show something else than on the screen before.
  case changed
}

extension Explorer where Subject == Screens {
  /// Uses the elements of some rows of each list, instead of those of all.
  ///
  /// A list is a `ForEach`, also one in a `List`. In lists inside of rows both rows have to be chosen. The report lists that rows
  /// were left out, and is not complete then.
  public func rows(_ rows: RowChoice...) -> Self { self.rows(rows) }

  /// Uses the elements of some rows of each list, instead of those of all.
  func rows(_ rows: [RowChoice]) -> Self {
    with { $0.subject.alphabet.rows = ($0.subject.alphabet.rows ?? []).union(rows) }
  }
}

/// The rows on one screen.
struct ScreenRows: Hashable, Sendable {
  /// The rows of the elements that commands use, by command.
  private let rows: [String: ElementRow]
  /// The text of each row, by its list and identity.
  private let texts: [[String]: String]
  /// The rows that show something else than on the screen before; none where that is not known.
  private let changed: Set<[String]>
  var isEmpty: Bool { rows.isEmpty && texts.isEmpty && changed.isEmpty }

  /// No rows.
  static let none = ScreenRows([:], after: nil)

  /// The rows of commands, on a screen that follows another one.
  init(_ rows: [String: ElementRow], after before: ScreenRows?) {
    self.rows = rows
    var texts: [[String]: String] = [:]
    for row in rows.values {
      for (depth, place) in row.places.enumerated() {
        texts[Self.name(of: row, depth)] = place.text
      }
    }
    self.texts = texts
    changed =
      before.map { before in Set(texts.keys.filter { before.texts[$0] != texts[$0] }) } ?? []
  }

  private static func name(of row: ElementRow, _ depth: Int) -> [String] {
    ["\(row.slot)"] + row.places[...depth].map(\.identity)
  }

  /// The name that the rows of a list share for a command; nil outside of rows.
  func cause(of command: String) -> String? {
    rows[command].map { "row \(String($0.slot, radix: 16))" }
  }

  /// True if a command is outside of rows, or uses a chosen one.
  func isChosen(_ command: String, by choices: Set<RowChoice>) -> Bool {
    guard let row = rows[command] else { return true }
    return row.places.indices.allSatisfy { depth in
      let place = row.places[depth]
      return choices.contains(.first) && place.index == 0
        || choices.contains(.last) && place.index == place.count - 1
        || choices.contains(.changed) && changed.contains(Self.name(of: row, depth))
    }
  }
}
