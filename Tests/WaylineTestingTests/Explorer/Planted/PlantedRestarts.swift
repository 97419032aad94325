import Wayline
import WaylineTesting

/// Bugs that only the next start of the program shows.
extension Planted {
  static let restarts: [Planted] = [
    Planted("a fee that each start adds", "A restart costs nothing", ["restart"]) {
      Explorer { FeeDesk() }.restarts()
        .step("A restart costs nothing", where: { _, command, _ in command == "restart" }) {
          before, _, after in before.lines == after.lines
        }
    },
    Planted("a lock whose code a restart loses", "A lock has a code", ["Seal desk", "restart"]) {
      Explorer { CodeDesk() }.restarts().without(.deadEnd)
        .never("A lock has a code") { $0.lines.contains("Locked without a code") }
    },
  ]
}

private struct FeeDesk: View {
  @AppStorage("fee") private var fee = 0
  @AppStorage("isOpen") private var isOpen = true

  var body: some View {
    Text("Fee: \(fee)").onAppear { fee = min(fee + 1, 3) }
    Toggle("Open", isOn: $isOpen)
    Button("Pay") { fee = 0 }
  }
}

private struct CodeDesk: View {
  @AppStorage("isLocked") private var isLocked = false
  @State private var code = ""

  var body: some View {
    if isLocked {
      Text(code.isEmpty ? "Locked without a code" : "Locked")
      Button("Break the seal") { (isLocked, code) = (false, "") }.disabled(code.isEmpty)
    } else {
      Button("Seal desk") { (isLocked, code) = (true, "1234") }
    }
  }
}
