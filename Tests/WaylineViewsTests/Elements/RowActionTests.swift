import Testing
import WaylineGraph

@testable import WaylineViews

private struct Shelf<Row: View>: View {
  @State private var books = ["Emma", "Ada"]
  let row: @MainActor (String) -> Row
  var body: some View {
    List { ForEach(books, id: \.self) { row($0) }.onDelete { books.remove(atOffsets: $0) } }
  }
}

@Suite("Actions of rows")
@MainActor
struct RowActionTests {
  @Test("Each of several actions has the name of its row, whoever added it")
  func combined() {
    let hosting = Hosting { Shelf { Text($0).swipeActions { Button("Pin") {} } } }
    #expect(
      hosting.screen == ["[1] Emma Pin [2] Emma Delete", "[3] Ada Pin [4] Ada Delete"])
    hosting.press("Emma Delete")
    #expect(hosting.screen == ["[1] Ada Pin [2] Ada Delete"])
  }

  @Test("Actions of both edges and a menu follow each other")
  func edges() {
    let hosting = Hosting {
      Text("Emma")
        .swipeActions(edge: .leading) { Button("Pin") {} }
        .swipeActions {
          Button("Lend") {}
          Button("Hide") {}
        }
        .contextMenu { Button("Open") {} }
    }
    #expect(
      hosting.screen == ["[1] Emma Pin [2] Emma Lend [3] Emma Hide [4] Emma More: closed"])
    hosting.press("Emma More")
    #expect(
      hosting.screen == [
        "[1] Emma Pin", "[2] Emma Lend", "[3] Emma Hide", "[4] Emma More: open", "[5] Open",
      ])
  }

  @Test("Actions follow a row that has elements, and one of several lines")
  func elements() {
    let hosting = Hosting {
      List {
        Button("Emma") {}.swipeActions { Button("Pin") {} }
        VStack {
          Text("Ada")
          Text("Lovelace")
        }
        .swipeActions {
          Button("Pin") {}
          Button("Hide") {}
        }
      }
    }
    #expect(
      hosting.screen == [
        "[1] Emma [2] Emma Pin", "Ada", "Lovelace", "[3] Ada Pin", "[4] Ada Hide",
      ])
  }

  @Test("The label of a row's element names its actions, so that they keep their names")
  func labelled() {
    let hosting = Hosting {
      List {
        Button("Emma: 3 copies") {}.accessibilityLabel("Emma").swipeActions { Button("Pin") {} }
      }
    }
    #expect(hosting.screen == ["[1] Emma [2] Emma Pin"])
  }

  @Test("A row without actions is the row")
  func none() {
    let hosting = Hosting { Text("Emma").swipeActions { if Int("x") == 1 { Button("Pin") {} } } }
    #expect(hosting.screen == ["Emma"])
  }

  @Test("Badges are a part of the row, before its actions")
  func badges() {
    let hosting = Hosting { List { Text("Emma").badge(3).swipeActions { Button("Pin") {} } } }
    #expect(hosting.screen == ["[1] Emma (3) Pin"])
  }
}

private struct Choosing<Content: View>: View {
  @State private var choice: Int?
  @ViewBuilder let content: @MainActor () -> Content
  var body: some View {
    Picker("P", selection: $choice) { content() }
    List(selection: $choice) { content() }
    Text(choice.map { "chosen \($0)" } ?? "nothing chosen")
  }
}

@Suite("Options with modifiers")
@MainActor
struct ModifiedOptionTests {
  @Test("A tag counts under a modifier that adds something to the view")
  func tags() {
    let hosting = Hosting {
      Choosing {
        Text("a").tag(1).badge(3)
        Text("b").tag(2).swipeActions { Button("Pin") {} }
        Text("c").tag(3).contextMenu { Button("Open") {} }
        Text("d").tag(4).swipeActions { Button("Pin") {} }.badge(5)
      }
    }
    #expect(hosting.screen[0] == "[1] P: none (a (3), b, c, d (5))")
    for (word, number) in [("a", 1), ("a (3)", 1), ("b", 2), ("c", 3), ("d", 4)] {
      #expect(hosting.type("1 \(word)") == .done)
      #expect(hosting.screen.last == "chosen \(number)")
    }
    #expect(hosting.screen[0] == "[1] P: d (a (3), b, c, d (5))")
  }

  @Test("An option has the name of its row, without the actions that stand below")
  func actions() {
    struct Names: View {
      @State private var chosen: String?
      @State private var names = ["Emma", "Ada"]
      var body: some View {
        List(names, id: \.self, selection: $chosen) { name in
          Text(name).swipeActions { Button("Pin") {} }
        }
        List(selection: $chosen) {
          ForEach(names, id: \.self) { Text($0) }.onDelete { names.remove(atOffsets: $0) }
        }
      }
    }
    let hosting = Hosting { Names() }
    #expect(
      hosting.screen == [
        "[1] Selection: none (Emma, Ada)", "[2] Emma Pin", "[3] Ada Pin",
        "[4] Selection: none (Emma, Ada)", "[5] Emma Delete", "[6] Ada Delete",
      ])
  }

  @Test("In sections, the options are shown below their headings, which are no options")
  func sections() {
    struct Shelves: View {
      @State private var chosen: String?
      var body: some View {
        List(selection: $chosen) {
          ForEach(["Fiction", "Maps"], id: \.self) { shelf in
            Section(shelf) {
              ForEach(1..<3, id: \.self) { Text("\(shelf) \($0)").tag("\(shelf) \($0)") }
            }
          }
        }
      }
    }
    let hosting = Hosting { Shelves() }
    #expect(
      hosting.screen == [
        "[1] Selection: none (Fiction 1, Fiction 2, Maps 1, Maps 2)", "", "Fiction", "Fiction 1",
        "Fiction 2", "", "Maps", "Maps 1", "Maps 2",
      ])
    hosting.type("1 maps 2")
    #expect(hosting.screen[0].hasPrefix("[1] Selection: Maps 2 ("))
  }
}

@Suite("Elements that a person could not know how to use")
@MainActor
struct UsableElementTests {
  @Test("A menu with a primary action shows the values that open and close it")
  func primaryAction() {
    let hosting = Hosting {
      Menu("Sort") {
        Button("By title") {}
      } primaryAction: {
      }
    }
    #expect(hosting.screen == ["[1] Sort: closed (open, closed)"])
    hosting.type("1 open")
    #expect(hosting.screen == ["[1] Sort: open (open, closed)", "[2] By title"])
  }

  @Test("An element without a label is reported once; one whose row is its label is not")
  func unlabelled() {
    struct Desk: View {
      @State private var count = 0
      var body: some View {
        Text("\(count)")
        Button(action: { count += 1 }, label: { EmptyView() })
        Button(action: {}, label: { EmptyView() }).accessibilityLabel("Named")
        List {
          HStack {
            Text("Emma")
            Button(action: {}, label: { EmptyView() })
          }
        }
      }
    }
    let mistakes = misuses {
      let hosting = Hosting { Desk() }
      #expect(hosting.screen.count == 4)
      hosting.type("1")
      #expect(hosting.screen.first == "1")
    }
    #expect(
      mistakes == [
        "A button in Desk has no label, so nothing but its number is printed. Give it a Text as its "
          + "label, or an accessibilityLabel."
      ])
  }
}
