import Testing
import Wayline
import WaylineTesting

/// A view with the state that the samples of the reference page use.
struct SampleDesk: View {
  @State var member = "Ada"
  @State var note = "Two\nlines"
  @State var passcode = "1234"
  @State var message = "No book is lent."
  @State var search = ""
  @State var shelf = "Fiction"
  @State var copies = 2
  @State var fee = 0.5
  @State var due = Date(timeIntervalSince1970: 1_767_261_900)
  @State var notifies = true
  @State var isOpen = false
  @FocusState var isFocused: Bool
  @State var titles = ["Emma", "The Leopard"]
  let catalog = URL(string: "https://library.example/catalog") ?? URL(filePath: "/")
  let books = [Book(id: 42, title: "The Go-Between")]
  let shelves = [Shelf(id: 1, name: "Fiction", shelves: []), Shelf(id: 2, name: "Maps")]

  /// The titles that the search finds.
  var found: [String] {
    titles.filter { search.isEmpty || $0.lowercased().contains(search.lowercased()) }
  }

  let content: @MainActor (SampleDesk) -> AnyView

  var body: some View { content(self) }

  struct Book: Identifiable {
    let id: Int
    let title: String
  }

  struct Shelf: Identifiable {
    let id: Int
    let name: String
    var shelves: [Shelf]?
  }
}

/// An element or a modifier, the code that uses it, and what that prints.
///
/// The code is the body of the property that has the name of the element or modifier, with `Sample`
/// after it.
struct Sample {
  /// The name of the element or modifier.
  let name: String
  /// The commands that are typed, if the first screen does not show the effect.
  let commands: [String]
  let view: @MainActor (SampleDesk) -> AnyView

  init<Content: View>(
    _ name: String, _ commands: String..., view: @escaping @MainActor (SampleDesk) -> Content
  ) {
    self.name = name
    self.commands = commands
    self.view = { AnyView(view($0)) }
  }

  /// The row of the reference page, with the description that it has there.
  @MainActor func row(_ description: String, sources: String) async throws -> String {
    let use = try #require(code(in: sources), "No property shows '\(name)'.")
    #expect(!use.contains("|"), "A cell of a table cannot contain '|'.")
    let host = TestHost { SampleDesk(content: view) }
    await host.settle()
    var lines = commands.isEmpty ? host.lines : []
    for command in commands {
      lines.append("> \(command)")
      lines += host.send(command)
      await host.settle()
    }
    await host.end()
    let printed = lines.filter { !$0.isEmpty }.map { "`\($0)`" }.joined(separator: ", ")
    return "| `\(name)` | \(description) | `\(use)` | \(printed) |"
  }

  /// The code as one line.
  private func code(in sources: String) -> String? {
    let property = name.prefix(1).lowercased() + name.dropFirst() + "Sample"
    guard let start = sources.firstRange(of: "var \(property): some View {\n") else { return nil }
    let lines = sources[start.upperBound...].split(separator: "\n").prefix { $0 != "  }" }
    return lines.map { $0.drop { $0 == " " } }.reduce("") { text, line in
      let gap =
        switch (text.last, line.first) {
        case (nil, _), (_, "."), ("(", _), (_, ")"): ""
        case ("{", _), (",", _), (_, "}"): " "
        default: "; "
        }
      return text + gap + line
    }
  }
}
