import Testing
import Wayline
import WaylineTesting

@Suite("The reference pages")
@MainActor
struct ReferenceTests {
  nonisolated private static let articles = "Sources/Wayline/Wayline.docc/Articles"

  /// One element as it is written, and the view that it makes.
  struct Sample {
    let code: String
    let view: @MainActor () -> AnyView

    init<Content: View>(
      _ code: String, @ViewBuilder _ view: @escaping @MainActor () -> Content
    ) {
      self.code = code
      self.view = { AnyView(view()) }
    }

    /// The row of the table: the code, and each line that is printed.
    @MainActor var row: String {
      let lines = TestHost(content: view).lines.filter { !$0.isEmpty }
      return "| `\(code)` | \(lines.map { "`\($0)`" }.joined(separator: ", ")) |"
    }
  }

  private struct Book: Identifiable {
    let id: Int
    let title: String
  }

  private struct Shelf: Identifiable {
    let id: Int
    let name: String
    var shelves: [Shelf]?
  }

  private static let shelves = [
    Shelf(id: 1, name: "Fiction", shelves: []), Shelf(id: 2, name: "Maps"),
  ]

  private static let books = [Book(id: 42, title: "The Go-Between")]

  private static let samples = [
    Sample(#"Text("On the shelf.")"#) { Text("On the shelf.") },
    Sample(#"Button("Lend") { lend() }"#) { Button("Lend") {} },
    Sample(#"Toggle("Notify me", isOn: $notifies)"#) {
      Toggle("Notify me", isOn: .constant(true))
    },
    Sample(#"TextField("Member", text: $member)"#) {
      TextField("Member", text: .constant("Ada"))
    },
    Sample(#"TextEditor(text: $note)"#) { TextEditor(text: .constant("Two\nlines")) },
    Sample(#"SecureField("Passcode", text: $passcode)"#) {
      SecureField("Passcode", text: .constant("1234"))
    },
    Sample(#"Stepper("Copies: \(copies)", value: $copies)"#) {
      Stepper("Copies: 2", value: .constant(2))
    },
    Sample(
      #"Picker("Shelf", selection: $shelf) { Text("Fiction").tag(1); Text("History").tag(2) }"#
    ) {
      Picker("Shelf", selection: .constant(1)) {
        Text("Fiction").tag(1)
        Text("History").tag(2)
      }
    },
    Sample(#"Menu("Sort") { Button("By title") {} }"#) {
      Menu("Sort") { Button("By title") {} }
    },
    Sample(#"Link("Catalog", destination: catalogURL)"#) {
      if let url = URL(string: "https://example.org/catalog") { Link("Catalog", destination: url) }
    },
    Sample(#"DisclosureGroup("Details") { Text("Shelf 3") }"#) {
      DisclosureGroup("Details") { Text("Shelf 3") }
    },
    Sample(#"Label("Reserved", systemImage: "bookmark")"#) {
      Label("Reserved", systemImage: "bookmark")
    },
    Sample(#"LabeledContent("Author", value: "L. P. Hartley")"#) {
      LabeledContent("Author", value: "L. P. Hartley")
    },
    Sample(#"ProgressView("Importing", value: 0.5)"#) { ProgressView("Importing", value: 0.5) },
    Sample(#"Gauge(value: 0.4) { Text("Shelf") }"#) { Gauge(value: 0.4) { Text("Shelf") } },
    Sample(
      #"ProgressView(value: 4, total: 10) { Text("Importing") } currentValueLabel: { Text("4 of 10") }"#
    ) {
      ProgressView(value: 4, total: 10) {
        Text("Importing")
      } currentValueLabel: {
        Text("4 of 10")
      }
    },
    Sample(#"ControlGroup("Book") { Button("Lend") {}; Button("Reserve") {} }"#) {
      ControlGroup("Book") {
        Button("Lend") {}
        Button("Reserve") {}
      }
    },
    Sample(#"GroupBox("Books") { Text("The Leopard") }"#) {
      GroupBox("Books") { Text("The Leopard") }
    },
    Sample(#"ContentUnavailableView.search(text: "emma")"#) {
      ContentUnavailableView.search(text: "emma")
    },
    Sample(#"TimelineView(.everyMinute) { _ in Text("On time") }"#) {
      TimelineView(.everyMinute) { _ in Text("On time") }
    },
    Sample(#"Slider(value: $fee) { Text("Fee") }"#) {
      Slider(value: .constant(0.5)) { Text("Fee") }
    },
    Sample(#"DatePicker("Due", selection: $due, displayedComponents: .date)"#) {
      DatePicker(
        "Due", selection: .constant(Date(timeIntervalSince1970: 1_767_261_900)),
        displayedComponents: .date)
    },
    Sample(#"OutlineGroup(shelves, children: \.shelves) { Text($0.name) }"#) {
      OutlineGroup(shelves, children: \.shelves) { Text($0.name) }
    },
    Sample(#"LazyHStack { Text("One"); Text("Two") }"#) {
      LazyHStack {
        Text("One")
        Text("Two")
      }
    },
    Sample(#"List(books) { Text($0.title) }"#) { List(books) { Text($0.title) } },
    Sample(#"ForEach(books) { Text($0.title) }"#) { ForEach(books) { Text($0.title) } },
    Sample(#"Section("Books") { Text("The Leopard") }"#) {
      Section("Books") { Text("The Leopard") }
    },
    Sample(#"Form { Text("The Leopard") }"#) { Form { Text("The Leopard") } },
    Sample(#"Group { Text("The Leopard") }"#) { Group { Text("The Leopard") } },
    Sample(#"Table(books) { TableColumn("Title", value: \.title) }"#) {
      Table(books) { TableColumn("Title", value: \.title) }
    },
    Sample(#"Sparkline("Loans", values: [1, 3, 2])"#) { Sparkline("Loans", values: [1, 3, 2]) },
    Sample(#"BarChart(books, label: \.title, value: \.id)"#) {
      BarChart(books, label: { $0.title }, value: { $0.id })
    },
    Sample(#"VStack { Text("One"); Text("Two") }"#) {
      VStack {
        Text("One")
        Text("Two")
      }
    },
    Sample(#"HStack { Text("One"); Text("Two") }"#) {
      HStack {
        Text("One")
        Text("Two")
      }
    },
    Sample(#"LazyVStack { Text("One") }"#) { LazyVStack { Text("One") } },
    Sample(#"ScrollView { Text("One") }"#) { ScrollView { Text("One") } },
    Sample(#"Text("One"); Spacer(); Divider(); Text("Two")"#) {
      Text("One")
      Spacer()
      Divider()
      Text("Two")
    },
    Sample(#"NavigationLink("Book", value: DeskRoute.book(id: 42))"#) {
      NavigationStack { NavigationLink("Book", value: 42) }
    },
    Sample(
      #"TabView { BooksView().tabItem { Text("Books") }; MembersView().tabItem { Text("Members") } }"#
    ) {
      TabView {
        Text("2 books").tabItem { Text("Books") }
        Text("3 members").tabItem { Text("Members") }
      }
    },
  ]

  @Test("The table of elements is what each of them prints")
  func elements() throws {
    let page = try Package.text("\(Self.articles)/Elements-and-modifiers.md")
    for sample in Self.samples {
      let row = sample.row
      #expect(page.contains(row), "\(row)")
    }
  }

  @Test("Every public modifier and every view of the package is on the page of elements")
  func complete() throws {
    let page = try Package.text("\(Self.articles)/Elements-and-modifiers.md")
    let sources = try Package.files(ending: ".swift", in: ["Sources"])
      .filter { !$0.hasSuffix("/Unavailable.swift") }.map(Package.text)
    let extensions = sources.flatMap {
      $0.matches(of: /\nextension View(?: where [^{]*)? \{\n([\s\S]*?)\n\}/)
    }
    let modifiers = Set(
      extensions.flatMap {
        $0.1.matches(of: /\n? +(?:nonisolated )?public (?:consuming )?func (\w+)/).map {
          String($0.1)
        }
      })
    #expect(modifiers.count > 100)
    for name in modifiers.sorted() {
      #expect(page.contains("`\(name)`"), "The modifier '\(name)' is missing.")
    }
    let views = Set(
      sources.flatMap { $0.matches(of: /\npublic struct (\w+)[\s\S]*?\n\}/) }.map { String($0.1) })
    let shown = Set(
      sources.flatMap { $0.matches(of: /\nextension (\w+): (?:Primitive)?View\b/) }.map {
        String($0.1)
      })
    for name in views.intersection(shown).sorted() {
      #expect(page.contains(name), "The view '\(name)' is missing.")
    }
  }

  @Test("Every public value of the environment is on the page of elements")
  func environment() throws {
    let page = try Package.text("\(Self.articles)/Elements-and-modifiers.md")
    let names = try Package.files(ending: ".swift", in: ["Sources"]).flatMap { path in
      try Package.text(path).matches(of: /\nextension EnvironmentValues \{\n([\s\S]*?)\n\}/)
        .flatMap { $0.1.matches(of: /\n? +public var (\w+)/).map { String($0.1) } }
    }
    #expect(names.count > 10)
    for name in names {
      #expect(page.contains("| `\(name)` |"), "The environment value '\(name)' is missing.")
    }
  }

  @Test("Every verb of the router is in the table of verbs, and every outcome is named")
  func verbs() throws {
    let page = try Package.text("\(Self.articles)/Navigating.md")
    let router = "Sources/WaylineNavigation/Router"
    let verbs = try ["NavigationVerbs", "RouterLinks"].flatMap { file in
      try Package.text("\(router)/\(file).swift").matches(of: /\n +public func (\w+)/).map { $0.1 }
    }
    #expect(verbs.count > 15)
    for verb in Set(verbs) {
      #expect(page.contains("`\(verb)("), "The verb '\(verb)' is missing.")
    }
    let outcomes = try Package.text("\(router)/NavigationOutcome.swift").matches(
      of: /\n  case (\w+)/)
    for outcome in outcomes {
      #expect(page.contains("`.\(outcome.1)"), "The outcome '\(outcome.1)' is missing.")
    }
  }

  @Test("The page of commands and options is the manual of a program without commands of its own")
  nonisolated func commands() throws {
    let manual = try Built("counter").run(["--manual=markdown"]).lines
    let shown = manual.drop { $0 != "## Options" }.joined(separator: "\n")
    let page = try Package.text("\(Self.articles)/Commands-and-options.md")
    let isShown = page.contains(shown.trimmingPrefix("\n"))
    #expect(isShown, "Run 'counter --manual=markdown' and replace the lists of the page.")
  }
}
