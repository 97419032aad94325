import Testing
import WaylineGraph

@testable import WaylineViews

private struct Copies: View {
  @State private var copies = 1
  let title: String
  var body: some View {
    Button("\(title): \(copies)") { copies += 1 }
  }
}

@Suite("Rows")
@MainActor
struct RowTests {
  @Test("A change in one row of a list shows")
  func changedRow() {
    let hosting = Hosting { List(0..<3) { Copies(title: "Book \($0)") } }
    #expect(hosting.screen == ["[1] Book 0: 1", "[2] Book 1: 1", "[3] Book 2: 1"])
    hosting.type("2")
    #expect(hosting.screen == ["[1] Book 0: 1", "[2] Book 1: 2", "[3] Book 2: 1"])
  }

  @Test("A change beside others on one line shows")
  func changedPart() {
    let hosting = Hosting { HStack { ForEach(0..<2) { Copies(title: "Book \($0)") } } }
    #expect(hosting.screen == ["[1] Book 0: 1 [2] Book 1: 1"])
    hosting.type("2")
    #expect(hosting.screen == ["[1] Book 0: 1 [2] Book 1: 2"])
  }

  @Test("A row with exactly one action is that action, whatever else it shows")
  func oneAction() {
    let hosting = Hosting {
      List {
        HStack {
          Text("Emma")
          Button("Lend") {}
        }
        VStack {
          Text("Middlemarch")
          Button("Lend") {}
        }
        HStack {
          Button("Lend") {}
          Button("Reserve") {}
        }
        HStack {
          Text("Large print")
          Toggle("On", isOn: .constant(false))
        }
      }
    }
    #expect(
      hosting.screen == [
        "[1] Emma Lend", "[2] Middlemarch Lend", "[3] Lend [4] Reserve", "Large print [5] On: off",
      ])
  }

  @Test("A section is separated by a blank line, with or without a heading, also inside another")
  func sections() {
    let hosting = Hosting {
      List {
        Section("First") { Text("a") }
        Section {
          HStack {
            Text("Due")
            Button("Renew") {}
          }
        }
        Section("Outer") {
          Section("Inner") { Text("b") }
        }
        Section { EmptyView() }
      }
    }
    #expect(
      hosting.screen == [
        "First", "a", "", "[1] Due Renew", "", "Outer", "", "Inner", "b",
      ])
  }

  @Test("A footer follows the rows of its section")
  func footer() {
    let hosting = Hosting {
      Form {
        Text("a")
        Section {
          Text("b")
        } header: {
          Text("Head")
        } footer: {
          Text("Foot")
        }
      }
    }
    #expect(hosting.screen == ["a", "", "Head", "b", "Foot"])
  }

  @Test("A section can have a footer alone, and the older spellings mean the same")
  func sectionForms() {
    let hosting = Hosting {
      Section {
        Text("a")
      } footer: {
        Text("below")
      }
      Section(header: Text("Head"), footer: Text("Foot")) { Text("b") }
    }
    #expect(hosting.screen == ["a", "below", "", "Head", "b", "Foot"])
  }

  @Test("A section that can be closed is opened and closed by its heading")
  func closable() {
    struct Shelf: View {
      @State private var isOpen = false
      var body: some View { Section("Books", isExpanded: $isOpen) { Text("Emma") } }
    }
    let hosting = Hosting { Shelf() }
    #expect(hosting.screen == ["[1] Books: closed"])
    hosting.type("1")
    #expect(hosting.screen == ["[1] Books: open", "Emma"])
  }

  @Test("An overlay follows its view, and an inset is printed at its edge")
  func overlays() {
    let hosting = Hosting {
      Text("shelf").overlay { Text("loading") }.overlay(Color.red)
      Text("list").safeAreaInset(edge: .top) { Text("search") }
      Text("form").safeAreaInset(edge: .bottom) { Text("total") }
    }
    #expect(hosting.screen == ["shelf", "loading", "search", "list", "form", "total"])
  }

  @Test("Each view that a ForEach makes of an element is a row")
  func severalViews() {
    let hosting = Hosting {
      List(["Emma", "Silas"], id: \.self) { title in
        Text(title)
        HStack {
          Text("1 copy")
          Button("Lend \(title)") {}
        }
      }
    }
    #expect(
      hosting.screen == ["Emma", "[1] 1 copy Lend Emma", "Silas", "[2] 1 copy Lend Silas"])
  }

  @Test("A list of bindings deletes the row that was named, if its edit actions say so")
  func editActions() {
    struct Book: Identifiable {
      let id: Int
      var title: String
    }
    struct Shelf: View {
      @State private var books = [Book(id: 1, title: "Emma"), Book(id: 2, title: "Persuasion")]
      var body: some View {
        List($books, editActions: .delete) { $book in Text(book.title) }
        List($books, id: \.title, editActions: []) { $book in Text(book.title) }
      }
    }
    let hosting = Hosting { Shelf() }
    #expect(
      hosting.lines == ["[1] Emma Delete", "[2] Persuasion Delete", "Emma", "Persuasion"])
    hosting.press("Emma Delete")
    #expect(hosting.lines == ["[1] Persuasion Delete", "Persuasion"])
  }

  @Test("A row of data that looks like an element gets a blank, an action's label does not")
  func posing() {
    let hosting = Hosting {
      List {
        Text("[1] Delete")
        HStack {
          Text("[1]")
          Text("Delete")
        }
        Button("[1] Delete") {}
      }
    }
    #expect(hosting.screen == [" [1] Delete", " [1] Delete", "[1] [1] Delete"])
  }
}
