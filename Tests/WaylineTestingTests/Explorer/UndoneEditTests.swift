import Testing
import Wayline

@testable import WaylineTesting

private enum Undo: Sendable {
  /// Brings all back.
  case whole
  /// Forgets the number of books.
  case half
  /// Forgets a number that no line shows.
  case hidden
  /// Brings all back, and the message stays.
  case message
}

private struct Shelf: View {
  let undo: Undo
  @State private var books = ["Emma", "Ulysses"]
  @State private var count = 2
  @State private var hidden = 2
  @State private var message = ""
  @Environment(\.undoManager) private var undoManager

  var body: some View {
    Text("\(count) books: \(books.joined(separator: ", "))")
    Text(message)
    Button("Remove Emma") { remove() }.disabled(books.count < 2)
    Button("Start again") {
      (books, count, hidden, message) = (["Emma", "Ulysses"], 2, 2, "")
      undoManager?.removeAllActions()
    }
    .disabled(books.count == 2)
  }

  private func remove() {
    let before = (books, count, hidden)
    (books, count, hidden) = (["Ulysses"], 1, 1)
    if undo == .message { message = "Emma is removed." }
    undoManager?.registerUndo("Remove Emma") {
      books = before.0
      if undo != .half { count = before.1 }
      if undo != .hidden { hidden = before.2 }
      undoManager?.registerUndo { remove() }
    }
  }
}

@Suite("What an undo leaves different")
@MainActor
struct UndoneEditTests {
  private func notes(_ undo: Undo) async -> [String] {
    let report = await Explorer { Shelf(undo: undo) }.run()
    #expect(report.isSound, "\(report)")
    return report.notes.filter { !$0.contains("a new process shows") }
  }

  @Test("An undo that brings all back is not noted")
  func whole() async {
    #expect(await notes(.whole) == [])
  }

  @Test("Half an edit that is undone is noted, with what the screen shows")
  func half() async {
    #expect(
      await notes(.half) == [
        "'Remove Emma', undone, shows '1 books: Emma, Ulysses' where '2 books: Emma, Ulysses' was."
      ])
  }

  @Test("A message that stays is noted, and is no violation")
  func message() async {
    #expect(
      await notes(.message) == ["'Remove Emma', undone, shows 'Emma is removed.' where '' was."])
  }

  @Test("A value that is not brought back and that no line shows is noted")
  func hidden() async {
    #expect(
      await notes(.hidden) == [
        "'Remove Emma', undone, shows the same as before, but some state has another value."
      ])
  }
}
