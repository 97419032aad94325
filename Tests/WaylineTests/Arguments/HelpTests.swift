import Testing

@testable import Wayline

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
