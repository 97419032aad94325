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

@Suite("The description of a program")
@MainActor
struct HelpTests {
  @Test("--help lists the places without making a row or running an effect of a screen")
  func quiet() {
    let lines = ProgramDescription<HelpApp>(options: []).lines(for: .help) ?? []

    #expect(lines.contains("  helped report <id>"))
    #expect(effects == 0)
  }
}
