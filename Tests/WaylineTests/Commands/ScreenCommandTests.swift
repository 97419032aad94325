import Synchronization
import Testing

@testable import Wayline
@testable import WaylineFlows
@testable import WaylineShell
@testable import WaylineTesting

private enum Book: NavigationValue {
  case emma, persuasion
}

private enum ShelfKey: EnvironmentKey {
  static var defaultValue: String { "none" }
}

extension EnvironmentValues {
  fileprivate var shelf: String {
    get { self[ShelfKey.self] }
    set { self[ShelfKey.self] = newValue }
  }
}

/// The mistakes that were reported.
private final class Reports: Sendable {
  let sentences = Mutex<[String]>([])
}

@MainActor
private final class Lent {
  var titles: [String] = []
}

private struct BookView: View {
  let book: Book
  let lent: Lent
  @State private var count = 0
  @State private var isLending = false
  @State private var isAsking = false
  @State private var isOnShelf = true
  @Environment(\.dismiss) private var dismiss

  private static let twice = AppOption("twice", short: "2", summary: "Lend it twice.")

  var body: some View {
    Text("\(book), lent \(count) times")
    Toggle("On shelf", isOn: $isOnShelf)
    Button("Give it") { isLending = true }
      .sheet(isPresented: $isLending) {
        Text("To whom?")
          .shellCommand(
            ShellCommand("borrow", summary: "Choose a member.") { _ in .lines(["Ada"]) })
      }
    Button("Ask") { isAsking = true }
      .alert("Sure?", isPresented: $isAsking) { Button("Yes") {} }
    if isOnShelf {
      Text("On the shelf").shellCommand(lend).environment(\.shelf, "upper")
    }
    Text("")
      .shellCommand(
        ShellCommand("away", summary: "Leave the book.") { call in
          call.router.pop()
          return .done
        }
      )
      .shellCommand(
        ShellCommand("slowly", summary: "Leave the book.") { call in
          await Task.yield()
          dismiss()
        })
  }

  private var lend: ShellCommand {
    ShellCommand(
      "lend", usage: "lend [MEMBER]", summary: "Lend this book.", options: AppOptions(Self.twice)
    ) { call in
      count += call.options[Self.twice] ? 2 : 1
      lent.titles.append("\(book)")
      return .lines(["Lent '\(book)' of the \(call.environment.shelf) shelf. \(call.text)"])
    }
  }
}

private struct ShelvesApp: App {
  static let commands = [
    ShellCommand("hours", summary: "Print the hours.") { _ in .lines(["9 to 5"]) }
  ]
  @MainActor static var lent = Lent()

  var body: some Scene {
    WindowGroup {
      TabView {
        NavigationStack {
          NavigationLink("Emma", value: Book.emma)
            .shellCommand(
              ShellCommand("count", summary: "Count the books.") { _ in .lines(["2 books"]) }
            )
            .navigationDestination(for: Book.self) { BookView(book: $0, lent: Self.lent) }
        }
        .environment(\.shelf, "lower")
        .tabItem { Text("Books") }
        Text("Members").tabItem { Text("Members") }
      }
    }
  }
}

@Suite("Commands of a screen", .serialized)
@MainActor
struct ScreenCommandTests {
  private func host(_ lines: String...) -> TestHost {
    ShelvesApp.lent = Lent()
    let host = TestHost(of: ShelvesApp.self)
    for line in lines { host.send(line) }
    return host
  }

  private func commands(_ host: TestHost) -> [String] {
    host.scene.session.screenCommands.map(\.name)
  }

  @Test("A command can be typed on its screen only, and help lists it there only")
  func screens() {
    let host = host()
    let all = ["lend", "away", "slowly"]
    for (line, names) in [
      ("show", ["count"]), ("Emma", all), ("On shelf: off", ["away", "slowly"]),
      ("On shelf: on", ["away", "slowly", "lend"]), ("Give it", ["borrow"]),
      ("dismiss", ["away", "slowly", "lend"]), ("Ask", []), ("Yes", ["away", "slowly", "lend"]),
      ("Members", []), ("Books", ["away", "slowly", "lend"]), ("back", ["count"]),
      ("open persuasion", all), ("home", ["count"]),
    ] {
      host.send(line)
      #expect(commands(host) == names.sorted(), "\(line)")
      let help = host.send("help")
      #expect(help.contains("Commands of this screen:") == !names.isEmpty, "\(line)")
      for name in all + ["borrow", "count"] where !names.contains(name) {
        let answer = host.send(name)
        #expect(answer.joined().contains("is neither a command nor a label"), "\(line), \(name)")
        #expect(!help.contains { $0.hasPrefix("  \(name) ") }, "\(line), \(name)")
      }
      for name in names {
        #expect(help.contains { $0.hasPrefix("  \(name) ") }, "\(line), \(name)")
      }
    }
  }

  @Test("A command has the state, the environment and the router of its view, and options")
  func call() async {
    let host = host("Emma")
    let printed = host.send("lend Ada")
    #expect(printed.contains("Lent 'emma' of the upper shelf. Ada"))
    #expect(host.lines.contains("emma, lent 1 times"))
    host.send("lend --twice")
    #expect(host.lines.contains("emma, lent 3 times") && ShelvesApp.lent.titles.count == 2)
    #expect(host.send("lend --thrice").joined().contains("See 'help lend'."))
    #expect(host.send("help lend").contains("lend [MEMBER] [options]: Lend this book."))
    host.send("away")
    #expect(commands(host) == ["count"])
    host.send("Emma")
    host.send("slowly")
    await host.settle()
    #expect(commands(host) == ["count"])
    #expect(host.send("hours").last == "9 to 5")
  }

  @Test("Tab offers the commands of the screen; the command line and its completion do not")
  func completion() {
    let host = host("Emma")
    let session = host.scene.session
    #expect(session.completions(of: "len").map(\.line).contains("lend"))
    #expect(session.completions(of: "lend --").map(\.line) == ["lend --twice"])
    #expect(session.completions(of: "cou").isEmpty)
    var options = SceneOptions()
    options.arguments = ["count"]
    let scene = SceneSession(of: ShelvesApp.self, options)
    scene.start()
    #expect(scene.status == .usage)
  }

  @Test("A name that another command has is one mistake, and the other one is used")
  func conflicts() {
    for (name, answer) in [("hours", "9 to 5"), ("HOURS", "9 to 5"), ("where", "/"), ("own", "2")] {
      let reports = Reports()
      let receive: @Sendable (String) -> Void = { sentence in
        reports.sentences.withLock { $0.append(sentence) }
      }
      Misuse.withHandler(receive) {
        let host = TestHost(of: ClashingApp.self, options: ClashingApp.values(name))
        for _ in 0..<3 {
          host.send("help")
          #expect(host.send(name).joined().hasPrefix(answer), "\(name)")
        }
      }
      let mistakes = reports.sentences.withLock { $0 }
      #expect(mistakes == ["Two commands are called '\(name)': only the first is used."], "\(name)")
    }
  }
}

/// A program whose screen has two commands of its own with the name of an option's value.
private struct ClashingApp: App {
  static let name = AppOption("name", operand: "NAME", default: "", summary: "Call it NAME.")
  static let options = AppOptions(name)
  static let commands = [
    ShellCommand("hours", summary: "Print the hours.") { _ in .lines(["9 to 5"]) }
  ]

  static func values(_ name: String) -> OptionValues {
    var values = OptionValues()
    values[Self.name] = name
    return values
  }

  private struct Page: View {
    @Environment(\.options) private var options

    var body: some View {
      let name = options[ClashingApp.name]
      let view = Text("Page").shellCommand(
        ShellCommand(name, summary: "One.") { _ in .lines(["1"]) })
      if name == "own" {
        view.shellCommand(ShellCommand("own", summary: "Two.") { _ in .lines(["2"]) })
      } else {
        view
      }
    }
  }

  var body: some Scene { WindowGroup { Page() } }
}
