import Observation
import Testing
import WaylineGraph

@testable import WaylineViews

@Observable
private final class Book: Identifiable {
  let id: Int
  var title: String

  init(_ id: Int, _ title: String) {
    (self.id, self.title) = (id, title)
  }
}

@Observable
private final class Shelf {
  var books = [Book(1, "Emma"), Book(2, "Persuasion")]
  var name = "Austen"
  var visits = 0
}

private struct ShelfView: View {
  let shelf: Shelf
  let notes: Ledger<Int>

  var body: some View {
    notes.note("shelf")
    return Group {
      Text(shelf.name)
      ForEach(shelf.books) { book in
        let _ = notes.note("row \(book.id)")
        Text(book.title)
      }
    }
  }
}

@Suite("Observation")
@MainActor
struct ObservationTests {
  @Test("Only bodies that read the changed property run (40)")
  func perProperty() {
    let (notes, shelf) = (Ledger<Int>(), Shelf())
    let hosting = Hosting { ShelfView(shelf: shelf, notes: notes) }
    _ = notes.take()
    hosting.perform { shelf.visits = 1 }
    #expect(notes.take() == [])
    hosting.perform { shelf.name = "Jane Austen" }
    #expect(notes.take().first == "shelf")
  }

  @Test("Each run determines its reads again (40)")
  func renewed() {
    struct Either: View {
      let shelf: Shelf
      let notes: Ledger<Int>
      var body: some View {
        notes.note("run")
        return Text(shelf.visits == 0 ? shelf.name : "closed")
      }
    }
    let (notes, shelf) = (Ledger<Int>(), Shelf())
    let hosting = Hosting { Either(shelf: shelf, notes: notes) }
    hosting.perform { shelf.visits = 1 }
    hosting.perform { shelf.name = "Brontë" }
    #expect(notes.entries == ["run", "run"])
  }

  @Test("A change that a row read runs that row alone, not the body with the ForEach (40)")
  func rows() {
    let (notes, shelf) = (Ledger<Int>(), Shelf())
    let hosting = Hosting { ShelfView(shelf: shelf, notes: notes) }
    _ = notes.take()
    hosting.perform { shelf.books[1].title = "Sanditon" }
    #expect(notes.take() == ["row 2"])
    #expect(hosting.lines == ["Austen", "Emma", "Sanditon"])
    hosting.perform { shelf.books[1].title = "Lady Susan" }
    #expect(notes.take() == ["row 2"])
  }

  @Test("A row is found again after the rows were rearranged")
  func rearrangedRows() {
    let (notes, shelf) = (Ledger<Int>(), Shelf())
    let hosting = Hosting { ShelfView(shelf: shelf, notes: notes) }
    hosting.perform { shelf.books.reverse() }
    _ = notes.take()
    hosting.perform { shelf.books[1].title = "Sanditon" }
    #expect(notes.entries == ["row 1"])
    #expect(hosting.lines == ["Austen", "Persuasion", "Sanditon"])
  }

  @Test("A row that changed and left in one update is not run")
  func leavingRow() {
    let (notes, shelf) = (Ledger<Int>(), Shelf())
    let hosting = Hosting { ShelfView(shelf: shelf, notes: notes) }
    _ = notes.take()
    hosting.perform {
      shelf.books[1].title = "Sanditon"
      shelf.books.removeLast()
    }
    #expect(notes.entries == ["shelf", "row 1"])
    #expect(hosting.lines == ["Austen", "Emma"])
  }

  @Test("A child's reads do not run its parent (40)")
  func nested() {
    struct Parent: View {
      let shelf: Shelf
      let notes: Ledger<Int>
      var body: some View {
        notes.note("parent")
        return Child(shelf: shelf)
      }
    }
    struct Child: View {
      let shelf: Shelf
      var body: some View { Text(shelf.name) }
    }
    let (notes, shelf) = (Ledger<Int>(), Shelf())
    let hosting = Hosting { Parent(shelf: shelf, notes: notes) }
    hosting.perform { shelf.name = "Brontë" }
    #expect(notes.entries == ["parent"])
    #expect(hosting.lines == ["Brontë"])
  }

  @Test("A change that update() of a property read runs the body of its view")
  func inUpdate() {
    struct Name: DynamicProperty {
      let shelf: Shelf
      var text = ""
      mutating func update() { text = shelf.name }
    }
    struct Sign: View {
      var name: Name
      var body: some View { Text(name.text) }
    }
    let shelf = Shelf()
    let hosting = Hosting { Sign(name: Name(shelf: shelf)) }
    hosting.perform { shelf.name = "Brontë" }
    #expect(hosting.lines == ["Brontë"])
  }

  @Test("A change from a task is shown by an update of its own", .timeLimit(.minutes(15)))
  func fromTask() async {
    let (notes, shelf) = (Ledger<Int>(), Shelf())
    let hosting = Hosting { ShelfView(shelf: shelf, notes: notes) }
    let updates = hosting.host.graph.updates
    shelf.books[0].title = "Sanditon"
    await hosting.update(after: updates)
    #expect(hosting.lines == ["Austen", "Sanditon", "Persuasion"])
  }

  @Test("An object in the environment is read by its type and observed by property")
  func environment() {
    struct Sign: View {
      @Environment(Shelf.self) private var shelf: Shelf
      @Environment(Book.self) private var book: Book?
      var body: some View { Text("\(shelf.name) \(book == nil)") }
    }
    let shelf = Shelf()
    let hosting = Hosting { Sign().environment(shelf) }
    hosting.perform { shelf.name = "Brontë" }
    #expect(hosting.lines == ["Brontë true"])
  }

  @Test("Bindings to an object's properties write it")
  func bindable() {
    struct Form: View {
      @Bindable var shelf: Shelf
      let notes: Ledger<String>
      var body: some View {
        notes.binding = $shelf.name
        return Text(shelf.name)
      }
    }
    let notes = Ledger<String>()
    let hosting = Hosting { Form(shelf: Shelf(), notes: notes) }
    hosting.perform { notes.binding?.wrappedValue = "Brontë" }
    #expect(hosting.lines == ["Brontë"])
  }
}
