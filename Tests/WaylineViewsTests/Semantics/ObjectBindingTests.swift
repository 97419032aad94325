import Testing
import WaylineGraph

@testable import WaylineViews

private struct Book: Identifiable, Hashable {
  var id: Int
  var title: String
}

private struct Place {
  var shelf = "A"
}

private final class Desk: ObservableObject {
  @Published var name = ""
  @Published var note: String?
  @Published var isOpen = false
  @Published var copies = 1
  @Published var fee = 0.0
  @Published var choice = 1
  @Published var chosen: Int?
  @Published var place = Place()
  @Published var books = [Book(id: 1, title: "Emma"), Book(id: 2, title: "Persuasion")]
}

/// Announces its changes itself, with a publisher of its own type.
private final class Bell: ObservableObject {
  let objectWillChange = PassthroughSubject<Void, Never>()
  var name = "" {
    willSet { objectWillChange.send() }
  }
}

private struct Child: View {
  @Binding var text: String
  var body: some View { Text("child \(text)") }
}

private struct Elements: View {
  @StateObject var desk = Desk()
  var body: some View {
    TextField("Name", text: $desk.name)
    SecureField("Key", text: $desk.name)
    TextEditor(text: $desk.name).accessibilityLabel("Note")
    Toggle("Open", isOn: $desk.isOpen)
    Stepper("Copies", value: $desk.copies)
    Slider(value: $desk.fee, in: 0...9) { Text("Fee") }
    Picker("Choice", selection: $desk.choice) {
      Text("one").tag(1)
      Text("two").tag(2)
    }
    List(selection: $desk.chosen) { Text("three").tag(3) }
    DisclosureGroup("More", isExpanded: $desk.isOpen) { Text("opened") }
    Child(text: $desk.name)
    Button("Change") {
      desk.name = "Ada"
      desk.isOpen = true
      desk.copies = 7
      desk.fee = 2
      desk.choice = 2
      desk.chosen = 3
    }
  }
}

private struct Parts: View {
  @StateObject var desk = Desk()
  var body: some View {
    TextField("Shelf", text: $desk.place.shelf)
    TextField("First", text: $desk.books[0].title)
    ForEach($desk.books) { $book in Child(text: $book.title) }
    if let note = Binding($desk.note) { TextField("Note", text: note) }
    Button("Change") {
      desk.place.shelf = "B"
      desk.books[0].title = "Middlemarch"
      desk.note = "new"
    }
  }
}

@Suite("Bindings to the properties of an observable object")
@MainActor
struct ObjectBindingTests {
  @Test("Every element shows the value after the object has changed")
  func elements() {
    let hosting = Hosting { Elements() }
    hosting.press("Change")
    #expect(
      hosting.screen == [
        "[1] Name: Ada", "[2] Key: (hidden, 3 characters)", "[3] Note: 1 line", "[4] Open: on",
        "[5] Copies: 7", "[6] Fee: 2.0 (0.0 to 9.0)", "[7] Choice: two (one, two)",
        "[8] Selection: three (three)", "[9] More: open", "opened", "child Ada", "[10] Change",
      ])
  }

  @Test("Every element shows the value that was typed into it")
  func typed() {
    let hosting = Hosting { Elements() }
    for line in ["1 Bea", "4 on", "5 +", "7 two"] { #expect(hosting.type(line) == .done) }
    #expect(hosting.screen[0] == "[1] Name: Bea")
    #expect(hosting.screen[3...4] == ["[4] Open: on", "[5] Copies: 2"])
    #expect(hosting.screen[6] == "[7] Choice: two (one, two)")
    #expect(hosting.screen.contains("child Bea"))
  }

  @Test("A part of a property, an element of it and an unwrapped one show their changes")
  func parts() {
    let hosting = Hosting { Parts() }
    #expect(
      hosting.screen == [
        "[1] Shelf: A", "[2] First: Emma", "child Emma", "child Persuasion", "[3] Change",
      ])
    hosting.press("Change")
    #expect(
      hosting.screen == [
        "[1] Shelf: B", "[2] First: Middlemarch", "child Middlemarch", "child Persuasion",
        "[3] Note: new", "[4] Change",
      ])
    hosting.type("1 C")
    hosting.type("2 Emma")
    #expect(hosting.screen[0...2] == ["[1] Shelf: C", "[2] First: Emma", "child Emma"])
  }

  @Test("A binding leads to the object that took the place of another one")
  func replaced() {
    struct Owner: View {
      @State private var desk = Desk()
      var body: some View {
        Inner(desk: desk)
        Button("Replace") {
          desk = Desk()
          desk.name = "second"
        }
        Button("Change") { desk.name = "third" }
      }
    }
    struct Inner: View {
      @ObservedObject var desk: Desk
      var body: some View { Child(text: $desk.name) }
    }
    let hosting = Hosting { Owner() }
    hosting.press("Replace")
    #expect(hosting.screen.first == "child second")
    hosting.press("Change")
    #expect(hosting.screen.first == "child third")
  }

  @Test("An object of the environment and one with a publisher of its own have such bindings, too")
  func wrappers() {
    struct Owner: View {
      @StateObject private var desk = Desk()
      @StateObject private var bell = Bell()
      var body: some View {
        Inner().environmentObject(desk)
        TextField("Bell", text: $bell.name)
      }
    }
    struct Inner: View {
      @EnvironmentObject var desk: Desk
      var body: some View { TextField("Name", text: $desk.name) }
    }
    let hosting = Hosting { Owner() }
    hosting.type("1 Ada")
    hosting.type("2 rings")
    #expect(hosting.screen == ["[1] Name: Ada", "[2] Bell: rings"])
  }

  @Test("A view that only passes such a binding on does not run when the value changes")
  func passedOn() {
    struct Owner: View {
      let desk: Desk
      var body: some View { Courier(text: ObservedObject(wrappedValue: desk).projectedValue.name) }
    }
    struct Courier: View {
      @Binding var text: String
      var body: some View { Child(text: $text) }
    }
    let desk = Desk()
    let hosting = Hosting { Owner(desk: desk) }
    let bodies = hosting.bodies { hosting.perform { desk.name = "Ada" } }
    #expect(bodies == ["Child"])
    #expect(hosting.screen == ["child Ada"])
  }

  @Test("A pair of functions that captures one object is read again when its parent runs")
  func functions() {
    struct Owner: View {
      @ObservedObject var desk: Desk
      var body: some View {
        let desk = desk
        Child(text: Binding(get: { desk.name }, set: { desk.name = $0 }))
      }
    }
    let desk = Desk()
    let hosting = Hosting { Owner(desk: desk) }
    hosting.perform { desk.name = "Ada" }
    #expect(hosting.screen == ["child Ada"])
  }
}

@Suite("Bindings to the elements of a collection")
@MainActor
struct ElementBindingTests {
  private struct Row: View {
    @Binding var book: Book
    let notes: Ledger<[Book]>
    var body: some View {
      Text(book.title).onDisappear { notes.note("bye \(book.title)") }
    }
  }

  private struct Shelf: View {
    @State private var books = [
      Book(id: 1, title: "a"), Book(id: 2, title: "b"), Book(id: 3, title: "c"),
    ]
    let notes: Ledger<[Book]>
    var body: some View {
      notes.binding = $books
      return ForEach($books) { Row(book: $0, notes: notes) }
    }
  }

  @Test("A row that leaves reads the last value of its element, also when all rows leave")
  func leaving() {
    let notes = Ledger<[Book]>()
    let hosting = Hosting { Shelf(notes: notes) }
    hosting.perform { notes.binding?.wrappedValue.removeFirst() }
    #expect(notes.take() == ["bye a"])
    hosting.perform { notes.binding?.wrappedValue[0].title = "bb" }
    hosting.perform { notes.binding?.wrappedValue = [] }
    #expect(notes.take() == ["bye bb", "bye c"])
    #expect(hosting.screen == [])
  }

  @Test("The binding of a row follows its element to another position")
  func moved() {
    struct Movable: View {
      @State private var books = [Book(id: 1, title: "a"), Book(id: 2, title: "b")]
      var body: some View {
        ForEach($books) { $book in
          Button("Take \(book.title)") {
            books.reverse()
            book.title += "!"
          }
        }
      }
    }
    let hosting = Hosting { Movable() }
    hosting.press("Take a")
    #expect(hosting.screen == ["[1] Take b", "[2] Take a!"])
  }

  @Test("A write to an element that has left has no effect")
  func written() {
    let notes = Ledger<[Book]>()
    let hosting = Hosting { Shelf(notes: notes) }
    guard let books = notes.binding else { return }
    let last = books[2]
    #expect(last.wrappedValue.title == "c")
    hosting.perform { books.wrappedValue.removeLast() }
    #expect(last.wrappedValue.title == "c")
    hosting.perform { last.wrappedValue.title = "lost" }
    #expect(hosting.screen == ["a", "b"])
  }

  @Test("A row whose element is its own identity takes several changes in one action")
  func ownIdentity() {
    struct Names: View {
      @State private var names = ["a", "b"]
      var body: some View {
        ForEach($names, id: \.self) { $name in
          Button("Add to \(name)") {
            name += "1"
            name += "2"
          }
        }
      }
    }
    let hosting = Hosting { Names() }
    hosting.press("Add to b")
    #expect(hosting.screen == ["[1] Add to a", "[2] Add to b12"])
  }
}
