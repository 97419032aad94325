import TestScale
import TestThreads
import Testing
import Wayline
import WaylineTesting

@testable import console

/// A console in which a person has asked for a deployment.
private struct AskedConsole: View {
  let target: Target
  let person: String
  @Deployments private var deployments

  var body: some View {
    ConsoleView()
      .environment(\.cluster, .small)
      .environment(\.person, person)
      .environment(\.runnerName, "explored")
      .onAppear {
        let request = Request(service: "web", version: "2.8", target: target)
        if deployments.isEmpty {
          _ = try? $deployments.add(request, by: "ada", runner: "explored", in: .small)
        }
      }
  }
}

@Suite("All states of the console", .serialized)
@MainActor
struct ConsoleExplorationTests {
  private func explorer(_ target: Target, for person: String) -> Explorer<Screens> {
    Explorer(program: "console") { AskedConsole(target: target, person: person) }
      .values([""], for: "Find a service")
  }

  @Test("A deployment that runs can be cancelled at every second, and comes to an end by itself")
  func running() async {
    let report = await explorer(.staging, for: "ada")
      .never("It does more than all of its steps") { $0.lines.contains { $0.hasSuffix(" 100 %") } }
      .sometimes("It succeeds") { $0.lines.contains("State: succeeded") }
      .sometimes("It is cancelled when half of it is done") { screen in
        screen.lines.contains("Replace the instances: 50 %")
          && screen.lines.contains("State: rolling back. Cancelled by ada.")
      }
      .leadsTo(
        "It can be taken back", from: { $0.lines.contains("State: running") },
        to: { $0.lines.contains("State: rolled back. Cancelled by ada.") }
      )
      // All states are some one hundred.
      .budget(states: 40 * Scale.factor)
      .run()
    print(report)
    #expect(report.isSound, "\(report)")
  }

  @Test("A deployment that waits is approved or rejected by a person who has signed in")
  func waiting() async {
    let report = await explorer(.production, for: "grace")
      .values(["late"], for: "Reason")
      .sometimes("It is approved, and lacks the sign-in of ada") {
        $0.lines.contains("State: waits for a sign-in of ada")
      }
      .sometimes("It is rejected") { $0.lines.contains("State: rejected. grace: late") }
      .never("Somebody who has signed in is asked again") {
        $0.labels.contains("Approve") && $0.labels.contains("Sign in")
      }
      .leadsTo(
        "It can be rejected", from: { $0.lines.contains("State: waits for approval") },
        to: { $0.lines.contains("State: rejected. grace: late") }
      )
      // All states are some five hundred.
      .budget(states: 60 * Scale.factor)
      .run()
    print(report)
    #expect(report.isSound, "\(report)")
  }
}

@Suite("The exploration of the console as a program", .waitsForPrograms)
struct ConsoleExploreCommandTests {
  @Test("The first states of 'console explore' keep its plan and every law")
  func explore() throws {
    let run = try Built("console").program.run(["explore", "--states", "12"], limit: 600)
    #expect(run.status == 0, "\(run)")
  }
}
