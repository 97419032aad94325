import Foundation
import Wayline
import WaylineTesting

/// A program with a crash and two equal labels, for tests of the command `explore`.
@main
struct PlantedApp: App {
  static let name = "planted"

  var body: some Scene {
    WindowGroup { DeskView() }
      .explorable { plan in
        plan.values(["Ann", ""], for: "Member")
        plan.sometimes("A member is served") { $0.lines.contains("Served Ann.") }
        plan.without(.deadEnd)
      }
  }
}

private struct DeskView: View {
  @AppStorage("copies") private var copies = 1
  @State private var member = ""
  @State private var isServed = false

  var body: some View {
    if isServed {
      Text("Served \(member).")
      Button("Next") { (isServed, member) = (false, "") }
      Button("Lend") { copies -= 1 }
      // With no copy left both have one label.
      Button(copies > 0 ? "Reserve" : "Lend") { precondition(copies > 0, "No copy is left.") }
        .disabled(copies < 0)
    } else {
      // For a test of programs that end by themselves.
      if ProcessInfo.processInfo.environment["PLANTED_EXIT"] != nil { Button("Leave") { exit(3) } }
      TextField("Member", text: $member)
      Button("Serve") { isServed = true }.disabled(member.isEmpty)
    }
  }
}
