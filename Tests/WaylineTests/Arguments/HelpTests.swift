import Synchronization
import Testing

@testable import Wayline
@testable import WaylineFlows

private enum HelpRoute: NavigationValue {
  case report(id: UUID)
}

/// The number of rows and appearances of the program below.
@MainActor private var effects = 0

@MainActor private func note() { effects += 1 }

private struct HelpApp: App {
  static let name = "helped"

  var body: some Scene {
    WindowGroup {
      TabView {
        NavigationStack {
          List(0..<3) { row in
            let _ = note()
            Text("\(row)")
          }
          .onAppear { note() }
          .task { note() }
          .navigationDestination(for: HelpRoute.self) { Text("\($0)") }
        }
        .tabItem { Text("Reports") }
        List(0..<3) { row in
          let _ = note()
          Text("\(row)")
        }
        .tabItem { Text("Others") }
      }
    }
  }
}

/// A program whose first screen counts its bodies, and whose second tab hides its type on request.
private struct CountedApp<Extra: View>: App {
  static var name: String { "counted" }

  init() { note() }

  var body: some Scene {
    WindowGroup { CountedView<Extra>() }.environment(\.isEnabled, true)
  }
}

private struct CountedView<Extra: View>: View {
  var body: some View {
    let _ = note()
    NavigationStack {
      Text("Reports").navigationDestination(for: HelpRoute.self) { Text("\($0)") }
      if let extra = Optional<Extra>.none { extra }
    }
  }
}

private struct VerbApp: App {
  static let commands = [ShellCommand("count", summary: "Count.") { _ in .lines([]) }]

  var body: some Scene {
    WindowGroup {
      Text("Reports").navigationDestination(for: HelpRoute.self) { Text("\($0)") }
    }
    .launchVerb(LaunchVerb("print") { _, _ in .success })
    .environment(\.isEnabled, true)
  }
}

@Suite("The description of a program", .serialized)
@MainActor
struct HelpTests {
  @Test("--help lists the places without making a row or running an effect of a screen")
  func quiet() {
    let lines = ProgramDescription<HelpApp>(options: []).lines(for: .help) ?? []

    #expect(lines.contains("  helped report <id>"))
    #expect(effects == 0)
  }

  @Test(
    "--help wraps at the width of the terminal, and loses nothing",
    arguments: [20, 40, 60, 80, 200])
  func wrapped(columns: Int) {
    let description = ProgramDescription<HelpApp>(options: [])
    let lines = description.lines(for: .help, columns: columns) ?? []
    let whole = description.lines(for: .help) ?? []
    #expect(lines.allSatisfy { $0.count <= columns })
    let characters = { (lines: [String]) in lines.joined().filter { $0 != " " } }
    #expect(characters(lines) == characters(whole))
    guard columns > 30 else { return }
    let row = lines.firstIndex { $0.hasPrefix("  wait [time]") }
    #expect(row.map { lines[$0 + 1].hasPrefix("      ") } == true)
  }

  @Test("--help lists the places and makes neither the program nor its first screen")
  func nothingMade() {
    effects = 0
    let lines = ProgramDescription<CountedApp<Text>>(options: []).lines(for: .help) ?? []

    #expect(lines.contains("  counted report <id>"))
    #expect(effects == 0)
  }

  @Test(
    "The program is not made to look for a verb if the first word is something else",
    arguments: [
      ("print", true), ("zebra", true), ("report", false), ("count", false), ("store", false),
      ("--help", false), ("/report/1", false), ("mailto:ada", false),
    ])
  func verbs(_ word: String, _ isOpen: Bool) {
    #expect(Launch<VerbApp>.mayBeVerb(word) == isOpen)
    #expect(!Launch<HelpApp>.mayBeVerb(word))
  }

  @Test("--help makes the first screen once where an AnyView hides its type")
  func hiddenType() {
    effects = 0
    let lines = ProgramDescription<CountedApp<AnyView>>(options: []).lines(for: .help) ?? []

    #expect(lines.contains("  counted report <id>"))
    #expect(effects == 2)
  }
}

/// A program with a verb and a command of one name, and two verbs of another.
private struct ClashingApp: App {
  static let commands = [ShellCommand("Print", summary: "Count.") { _ in .lines(["printed"]) }]

  var body: some Scene {
    WindowGroup { Text("Desk") }
      .launchVerb(LaunchVerb("print") { _, _ in .success })
      .launchVerb(LaunchVerb("draw", summary: "First.") { _, _ in .success })
      .launchVerb(LaunchVerb("draw", summary: "Second.") { _, _ in .success })
      .launchVerb(LaunchVerb("store") { _, _ in .success })
  }
}

/// A program whose verb a type describes.
private struct DescribedApp: App {
  enum Export: DescribedVerb {
    static var description: LaunchVerb.Description { .init("export", summary: "Export.") }
  }

  static let commands = [ShellCommand("export", summary: "Export all.") { _ in .done }]

  var body: some Scene { WindowGroup { Text("Desk") }.launchVerb(Export.self) { _, _ in .success } }
}

@Suite("Verbs and commands of one name")
@MainActor
struct ClashingVerbTests {
  private static let mistakes = [
    "A command and a launch verb are called 'print': only the command is used.",
    "Two launch verbs are called 'draw': only the first is used.",
    "A command and a launch verb are called 'store': only the command is used.",
  ]

  private func mistakes(_ action: () -> Void) -> [String] {
    let mistakes = Mutex<[String]>([])
    Misuse.withHandler({ mistake in mistakes.withLock { $0.append(mistake) } }, action)
    return mistakes.withLock { $0 }
  }

  @Test("They are one mistake each in the description of the program, which lists the command")
  func described() {
    var lines: [String] = []
    #expect(
      mistakes {
        lines = ProgramDescription<ClashingApp>(options: []).lines(for: .help) ?? []
      } == Self.mistakes)
    #expect(lines.filter { $0.contains("rint") && $0.contains("Count.") }.count == 1)
    #expect(lines.contains { $0.contains("clashing draw") && $0.contains("First.") })
    #expect(!lines.contains { $0.contains("clashing print") || $0.contains("Second.") })
    #expect(
      mistakes {
        lines = ProgramDescription<DescribedApp>(options: []).lines(for: .help) ?? []
      } == ["A command and a launch verb are called 'export': only the command is used."])
    #expect(!lines.contains { $0.contains("described export") })
  }

  @Test("They are one mistake each when the program starts, whatever is done then")
  func started() {
    var host: SceneHost?
    #expect(mistakes { host = SceneHost(of: ClashingApp.self) } == Self.mistakes)
    #expect(mistakes { host?.send("show") } == [])
    #expect(host?.send("print") == ["printed"])
  }

  @Test(
    "The command is used on the command line, and the first of two verbs",
    arguments: [("print", false), ("PRINT", false), ("draw", true), ("store", false)])
  func commandLine(_ word: String, _ isVerb: Bool) {
    #expect(Launch<ClashingApp>.mayBeVerb(word) == isVerb)
    #expect(!Launch<DescribedApp>.mayBeVerb("export"))
  }

  @Test("The completion of a shell lists each word once, and reports nothing")
  func completion() {
    var words: [String] = []
    let found = mistakes {
      words = ProgramDescription<ClashingApp>(options: []).completions(of: [""])
        .map { String($0.split(separator: "\t")[0]) }
    }
    #expect(found == [] && words.count { $0.lowercased() == "print" } == 1)
    #expect(words.count { $0 == "draw" } == 1)
  }
}
