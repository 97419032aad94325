import Observation
import Wayline

/// A board of columns with cards that move from one to the next, and a screen for each card in work.
///
/// It has 1,168 states: each card is in one of three columns, of which the second takes two at most.
struct KanbanView: View {
  static let states = 1_168

  @State private var board = Board()

  var body: some View {
    NavigationStack {
      BoardView()
        .navigationTitle("Board")
        .navigationDestination(for: Card.Place.self) { CardView(id: $0.id) }
    }
    .environment(board)
  }
}

/// The model: columns, each with its cards in the order of their numbers.
@Observable @MainActor
private final class Board {
  private(set) var columns = [
    Column(title: "To do", limit: 6, cards: Card.all),
    Column(title: "In work", limit: 2, cards: []),
    Column(title: "Done", limit: 6, cards: []),
  ]

  nonisolated init() {}

  func card(_ id: Int) -> (card: Card, column: Int)? {
    for (number, column) in columns.enumerated() {
      if let card = column.cards.first(where: { $0.id == id }) { return (card, number) }
    }
    return nil
  }

  /// Moves a card to a neighbouring column; a full one takes none.
  func move(_ card: Card, from column: Int, by distance: Int) {
    let target = column + distance
    guard columns.indices.contains(target), !columns[target].isFull else { return }
    columns[column].cards.removeAll { $0.id == card.id }
    let place = columns[target].cards.firstIndex { $0.id > card.id }
    columns[target].cards.insert(card, at: place ?? columns[target].cards.endIndex)
  }
}

private struct Column {
  let title: String
  let limit: Int
  var cards: [Card]

  var isFull: Bool { cards.count >= limit }
  var points: Int { cards.reduce(0) { $0 + $1.points } }
}

private struct Card: Identifiable {
  enum Priority { case low, high }

  struct Place: NavigationValue { let id: Int }

  let id: Int
  var title: String
  var points: Int
  var labels: [String]
  var priority: Priority
  var assignee: String?

  static let all = [
    Card(id: 1, title: "Shelf plan", points: 3, labels: ["desk"], priority: .low, assignee: "Ann"),
    Card(id: 2, title: "Due dates", points: 5, labels: ["desk", "dates"], priority: .high),
    Card(id: 3, title: "Reminders", points: 2, labels: [], priority: .low, assignee: "Bob"),
    Card(id: 4, title: "Catalog import", points: 8, labels: ["data"], priority: .high),
    Card(id: 5, title: "Opening hours", points: 1, labels: ["desk"], priority: .low),
    Card(id: 6, title: "Reader cards", points: 3, labels: ["data"], priority: .low),
  ]
}

private struct BoardView: View {
  @Environment(Board.self) private var board

  var body: some View {
    ForEach(Array(board.columns.enumerated()), id: \.offset) { number, column in
      Section("\(column.title): \(column.cards.count) cards, \(column.points) points") {
        ForEach(column.cards) { card in
          CardRow(card: card, column: number)
        }
      }
    }
  }
}

private struct CardRow: View {
  let card: Card
  let column: Int
  @Environment(Board.self) private var board

  var body: some View {
    switch column {
    case 0: Button("Start \(card.title)") { board.move(card, from: 0, by: 1) }
    case 1: NavigationLink("Open \(card.title)", value: Card.Place(id: card.id))
    default: Button("Reopen \(card.title)") { board.move(card, from: 2, by: -1) }
    }
  }
}

private struct CardView: View {
  let id: Int
  @Environment(Board.self) private var board
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    if let (card, column) = board.card(id) {
      Text("\(card.title), \(card.points) points")
      Text("For \(card.assignee ?? "nobody"): \(card.labels.joined(separator: ", "))")
      Button("Finish") {
        board.move(card, from: column, by: 1)
        dismiss()
      }
      Button("Put back") {
        board.move(card, from: column, by: -1)
        dismiss()
      }
    }
  }
}
