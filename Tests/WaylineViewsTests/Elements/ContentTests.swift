import Testing
import WaylineGraph
import WaylineSwiftUINames
import WaylineSystem

@testable import WaylineViews

@Suite("Text")
@MainActor
struct TextTests {
  @Test("A text inside another retains its style, and values are shown by their description")
  func inside() {
    let text = Text("Lent \(2) copies to \(Text("Ann").bold().foregroundStyle(.red)) today")
    let spans = text.lines[0].spans
    #expect(
      spans.map(\.words) == ["Lent 2 copies to ", "Ann", " today"])
    #expect(spans.map(\.isBold) == [false, true, false])
  }

  @Test("A variable of type LocalizedStringKey is a title, a literal is one without it")
  func keys() {
    let key: LocalizedStringKey = "Lend \(2) copies"
    let hosting = Hosting {
      Button(key) {}
      Toggle(key, isOn: .constant(true))
      Button("Return") {}
    }
    #expect(
      hosting.lines == ["[1] Lend 2 copies", "[2] Lend 2 copies: on", "[3] Return"])
  }

  @Test("A modifier takes a key or a text as its title, as it takes a literal")
  func modifiers() {
    let (key, text): (LocalizedStringKey, _) = ("\(2) books", Text("3 ").bold() + Text("books"))
    let hosting = Hosting {
      Text("a").badge(key)
      Text("b").badge(text)
      Button("c") {}.accessibilityLabel(key)
      Button("d") {}.accessibilityLabel("d").accessibilityValue(text)
      Text("e").searchable(text: .constant(""), prompt: key)
    }
    #expect(
      hosting.lines == [
        "a (2 books)", "b (3 books)", "[1] 2 books", "[2] d: 3 books",
        "[3] 2 books: (empty)", "e",
      ])
    let titled = Hosting { Button("a") {}.help(key).navigationTitle(text) }
    #expect(titled.host.page().titles == ["3 books"])
    #expect(titled.host.page().elements[0].help == "2 books")
  }

  @Test("A literal, a part of a text and a key are shown as they are")
  func spellings() {
    let key: LocalizedStringKey = "key \(1)"
    let hosting = Hosting {
      Text("literal", comment: "for translators")
      Text("a part".dropFirst(2))
      Text(key)
      Text(LocalizedStringKey("**as it is**"))
      Text("")
    }
    #expect(hosting.screen == ["literal", "part", "key 1", "**as it is**", ""])
  }
}

extension Line.Span {
  fileprivate var words: String { if case .text(let text, _) = self { text } else { "" } }
  fileprivate var isBold: Bool {
    if case .text(_, let style) = self { style.isBold } else { false }
  }
}

@Suite("Labels and progress")
@MainActor
struct LabelTests {
  @Test("A label shows its title and no icon")
  func label() {
    let hosting = Hosting {
      Label("Catalog", systemImage: "book")
      Label {
        Text("Members")
      } icon: {
        Text("icon")
      }
    }
    #expect(hosting.screen == ["Catalog", "Members"])
  }

  @Test("The name of an icon is not shown on a control")
  func icons() {
    let hosting = Hosting {
      Button("Add", systemImage: "plus") {}
      Button("Delete", systemImage: "trash", role: .destructive) {}
      Toggle("Notify me", systemImage: "bell", isOn: .constant(true))
      Picker("Look", systemImage: "eye", selection: .constant(1)) { Text("dark").tag(1) }
    }
    #expect(
      hosting.screen == [
        "[1] Add", "[2] Delete", "[3] Notify me: on", "[4] Look: dark (dark)",
      ])
  }

  @Test("Labelled content follows its label, on the same line if it has one line")
  func labeled() {
    let hosting = Hosting {
      LabeledContent("Author", value: "L. P. Hartley")
      LabeledContent("Copies:") { Button("Count") {} }
      LabeledContent("Notes") { Text("a\nb") }
    }
    #expect(
      hosting.screen == ["Author: L. P. Hartley", "Copies: [1] Count", "Notes:", "a", "b"])
  }

  @Test(
    "In a list, labels of adjacent rows are filled to one width; a blank line starts a new group")
  func aligned() {
    let hosting = Hosting {
      Form {
        LabeledContent("作者", value: "L. P. Hartley")
        LabeledContent("Published", value: "1953").foregroundStyle(.gray)
        Text("Two copies.")
        LabeledContent("Lent", value: "1")
        Section { LabeledContent("Reserved", value: "0") }
      }
    }
    #expect(
      hosting.screen == [
        "作者:      L. P. Hartley", "Published: 1953", "Two copies.", "Lent: 1", "",
        "Reserved: 0",
      ])
  }

  @Test("Progress is shown in words, in per cent where the total is known")
  func progress() {
    let hosting = Hosting {
      ProgressView("Loading", value: 0.4)
      ProgressView("Loading")
      ProgressView()
      ProgressView(value: 3.0, total: 4)
      ProgressView("Odd", value: Double.nan)
      ProgressView("Over", value: 9, total: 4.0)
    }
    #expect(
      hosting.screen == [
        "Loading: 40 %", "Loading …", "Loading …", "75 %", "Odd …", "Over: 100 %",
      ])
  }
}

private struct Book: Identifiable {
  let id: Int
  let title: String
  let copies: Int
}

private struct Catalog: View {
  @State private var showsCopies = true
  var isLent = false
  var extra = 0
  private var books: [Book] {
    [Book(id: 1, title: "The Go-Between", copies: 1), Book(id: 2, title: "雪国", copies: 12)]
      + (0..<extra).map { Book(id: 10 + $0, title: "\($0)", copies: 0) }
  }
  var body: some View {
    Table(books) {
      TableColumn("Title", value: \.title)
      if isLent { TableColumn("Lend") { book in Button("Lend \(book.title)") {} } }
      if showsCopies { TableColumn("Copies", value: \.copies) }
    }
    Button("Copies") { showsCopies.toggle() }
  }
}

@Suite("Table")
@MainActor
struct TableTests {
  @Test(
    "Columns are aligned by what a terminal shows, numbers at the right, without blanks at the end")
  func aligned() {
    let hosting = Hosting { Catalog() }
    #expect(
      hosting.screen == [
        "Title           Copies", "The Go-Between       1", "雪国                12", "[1] Copies",
      ])
  }

  @Test(
    "A column is one of numbers if each of its cells is one, or empty; its heading is above their ends",
    arguments: [
      (["1", "12", ""], true), (["1,234.50 €", "-3 €", "$5"], true),
      (["7 %", "100 %", "+3 %"], true),
      (["1", "x", "2"], false), (["", "", ""], false), (["1-2 weeks", "3", "4"], false),
      (["2026-11-28", "3", "4"], true),
    ])
  func numbers(cells: [String], isAtRight: Bool) {
    struct Row: Identifiable {
      let id: Int
      let text: String
    }
    let rows = cells.enumerated().map { Row(id: $0.offset, text: $0.element) }
    let hosting = Hosting {
      Table(rows) {
        TableColumn("The number", value: \.text)
        TableColumn("Name") { Text("n\($0.id)") }
      }
    }
    let lines = hosting.screen
    let width = max(10, cells.map { DisplayWidth.of($0) }.max() ?? 0)
    let expected = (["The number"] + cells).enumerated().map { index, text in
      let blanks = String(repeating: " ", count: width - DisplayWidth.of(text))
      let name = index == 0 ? "Name" : "n\(index - 1)"
      return (isAtRight ? blanks + text : text + blanks) + "  " + name
    }
    #expect(lines == expected)
  }

  @Test("Columns can be added and removed")
  func columns() {
    let hosting = Hosting { Catalog() }
    hosting.type("1")
    #expect(hosting.screen == ["Title", "The Go-Between", "雪国", "[1] Copies"])
  }

  @Test("Elements in cells have numbers, whose width is counted too")
  func elements() {
    let hosting = Hosting { Catalog(isLent: true, extra: 8) }
    let rows = hosting.screen
    #expect(rows[1] == "The Go-Between  [1] Lend The Go-Between       1")
    #expect(rows[2] == "雪国            [2] Lend 雪国                12")
    #expect(rows[10] == "7               [10] Lend 7                   0")
    #expect(Set(rows[1...10].map { DisplayWidth.of($0) }) == [47])
  }

  @Test("A cell of several lines is shown on one")
  func lines() {
    let hosting = Hosting {
      Table([Book(id: 1, title: "a\nb", copies: 1)]) { TableColumn("T", value: \.title) }
    }
    #expect(hosting.screen == ["T", "a b"])
  }
}

/// The parts of a section, each of which may be missing, or come and go.
private struct ChangingSection: View {
  let hasHeader: Bool
  let hasFooter: Bool
  @State private var copies = 1

  var body: some View {
    Button("Lend") { copies += 1 }
    switch (hasHeader, hasFooter) {
    case (false, false): Section { rows }
    case (true, false): Section("Copies: \(copies)") { rows }
    case (false, true):
      Section {
        rows
      } footer: {
        footer
      }
    case (true, true):
      Section {
        rows
      } header: {
        AnyView(
          copies > 2 ? AnyView(Text("Many")) : AnyView(Label("Copies: \(copies)", systemImage: "")))
      } footer: {
        footer
      }
    }
  }

  @ViewBuilder private var rows: some View {
    if copies > 1 { Text("Lent: \(copies)") }
    ForEach(0..<copies, id: \.self) { Text("Copy \($0)") }
  }

  @ViewBuilder private var footer: some View {
    if copies != 2 { Text("Shelf of \(copies)") }
  }
}

/// A section that becomes one that its heading opens.
private struct FormChangingSection: View {
  @State private var opens = false
  @State private var isExpanded = true

  var body: some View {
    Button("Change") { opens.toggle() }
    opens
      ? Section("Books", isExpanded: $isExpanded) { CopiesRow() } : Section("Books") { CopiesRow() }
  }
}

private struct CopiesRow: View {
  @State private var copies = 1

  var body: some View { Button("Copies: \(copies)") { copies += 1 } }
}

@Suite("The parts of a section")
@MainActor
struct SectionTests {
  @Test(
    "A change of any part is shown, whichever parts there are",
    arguments: [false, true], [false, true])
  func changes(hasHeader: Bool, hasFooter: Bool) {
    let hosting = Hosting { ChangingSection(hasHeader: hasHeader, hasFooter: hasFooter) }
    for copies in 1...4 {
      var lines = ["[1] Lend", ""]
      if hasHeader { lines.append(hasFooter && copies > 2 ? "Many" : "Copies: \(copies)") }
      if copies > 1 { lines.append("Lent: \(copies)") }
      lines += (0..<copies).map { "Copy \($0)" }
      if hasFooter, copies != 2 { lines.append("Shelf of \(copies)") }
      #expect(hosting.lines == lines)
      hosting.press("Lend")
    }
  }

  @Test("A section runs no body of its own", arguments: [false, true], [false, true])
  func bodies(hasHeader: Bool, hasFooter: Bool) {
    let hosting = Hosting { ChangingSection(hasHeader: hasHeader, hasFooter: hasFooter) }
    let bodies = hosting.bodies { hosting.press("Lend") }
    #expect(bodies.filter { $0.hasPrefix("Section") } == [])
    #expect(bodies.first == "ChangingSection")
  }

  @Test("A section that its heading opens, and one that is always open, have states of their own")
  func forms() {
    let hosting = Hosting { FormChangingSection() }
    hosting.press("Copies: 1")
    #expect(hosting.lines == ["[1] Change", "", "Books", "[2] Copies: 2"])
    hosting.press("Change")
    #expect(hosting.lines == ["[1] Change", "", "[2] Books: open", "[3] Copies: 1"])
    hosting.press("Books")
    #expect(hosting.lines == ["[1] Change", "", "[2] Books: closed"])
  }

  @Test("A section without any line shows none")
  func empty() {
    let hosting = Hosting {
      Section {
        EmptyView()
      } header: {
        EmptyView()
      } footer: {
        EmptyView()
      }
      Text("Ulysses")
    }
    #expect(hosting.lines == ["Ulysses"])
  }
}
