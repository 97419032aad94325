import Wayline
import WaylineTesting

/// Bugs that elements alone do not show: behind links, commands, several choices and `undo`.
extension Planted {
  static let lines: [Planted] = [
    Planted("a place whose link needs no member", "Only members see it", ["open /staff"]) {
      Explorer { HiddenPlace() }.links()
        .never("Only members see it") { $0.lines.contains("The staff room") }
    },
    Planted("a command that ignores the last copy", "No copy is owed", ["lend", "lend"]) {
      Explorer(commands: [LendingShelf.lend]) { LendingShelf() }.command("lend")
        .never("No copy is owed") { $0.lines.contains("Copies: -1") }
    },
    Planted(
      "two filters that empty the list", "Some book is found",
      ["Selection: +new", "Selection: +out of print"]
    ) {
      Explorer { FilteredBooks() }.never("Some book is found") { $0.lines.contains("No books") }
    },
    Planted(
      "a redo that removes another book", "undo-redo", ["Remove Emma", "undo", "redo"]
    ) {
      Explorer { UndoneShelf(redoRemoves: "Ulysses") }
    },
    Planted("an undo that restores nothing", "undo-redo", ["Remove Emma", "undo"]) {
      Explorer { UndoneShelf(redoRemoves: nil) }
    },
  ]
}

private enum HiddenRoute: NavigationValue, CaseIterable {
  case rules, staff
}

/// The link to the staff room is shown to members only, and nothing else guards it.
private struct HiddenPlace: View {
  @State private var isMember = false

  var body: some View {
    NavigationStack {
      Toggle("Member", isOn: $isMember)
      NavigationLink("Rules", value: HiddenRoute.rules)
      if isMember { NavigationLink("Staff", value: HiddenRoute.staff) }
      Text("The desk").navigationDestination(for: HiddenRoute.self) { route in
        switch route {
        case .rules: Text("Be quiet.")
        case .staff: Text(isMember ? "Welcome" : "The staff room")
        }
      }
    }
  }
}

private struct LendingShelf: View {
  static let lend = ShellCommand("lend", summary: "Lends a copy.") { _ in
    @AppStorage("copies") var copies = 1
    copies -= 1
    return .lines(["A copy is lent."])
  }

  @AppStorage("copies") private var copies = 1

  var body: some View {
    Text("Copies: \(copies)")
    Button("Return") { copies = 1 }
  }
}

private struct FilteredBooks: View {
  @State private var chosen: Set<String> = []

  var body: some View {
    Text(chosen.isSuperset(of: ["new", "out of print"]) ? "No books" : "Some books")
    List(["new", "out of print", "signed"], id: \.self, selection: $chosen) { Text($0) }
      .navigationTitle("Filters")
  }
}

/// A shelf whose `undo` brings a book back, and whose `redo` removes a book of this name.
private struct UndoneShelf: View {
  @State private var books = ["Emma", "Ulysses"]
  @Environment(\.undoManager) private var undoManager

  let redoRemoves: String?

  var body: some View {
    ForEach(books, id: \.self) { book in
      Button("Remove \(book)") { remove(book) }
    }
    if books.count < 2 { Button("Start again") { books = ["Emma", "Ulysses"] } }
  }

  private func remove(_ book: String) {
    guard book == "Emma" else { return }
    let before = books
    books.removeAll { $0 == book }
    undoManager?.registerUndo("Remove \(book)") {
      guard let redoRemoves else { return }
      books = before
      undoManager?.registerUndo { books.removeAll { $0 == redoRemoves } }
    }
  }
}
