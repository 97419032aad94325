import Foundation
import Synchronization
import Wayline
import WaylineTesting

/// A program with a crash and two equal labels, for tests of the command `explore`.
@main
struct PlantedApp: App {
  static let name = "planted"
  static let desk = AppOption("desk", operand: "NAME", default: "ground", summary: "Use a desk.")
  static let options = AppOptions(desk)
  static let commands =
    [
      ShellCommand("desk", summary: "Print the desk.") { call in
        .lines(["The desk is \(call.options[PlantedApp.desk])."])
      }
    ] + PlantedCommands.all

  init() {
    // For a test of how often a start makes the program.
    if ProcessInfo.processInfo.environment["PLANTED_MADE"] != nil { print("Made.") }
  }

  var body: some Scene {
    WindowGroup {
      if ProcessInfo.processInfo.environment["PLANTED_TASK"] != nil {
        TasksView()
      } else if ProcessInfo.processInfo.environment["PLANTED_TICKETS"] != nil {
        TicketsView(sell: TicketsView.office())
      } else if ProcessInfo.processInfo.environment["PLANTED_ROWS"] != nil {
        RowsView()
      } else if ProcessInfo.processInfo.environment["PLANTED_RACE"] != nil {
        RaceView()
      } else if ProcessInfo.processInfo.environment["PLANTED_GUARD"] != nil {
        GuardedView()
      } else if ProcessInfo.processInfo.environment["PLANTED_VALUES"] != nil {
        DiceView().environment(\.greeting, "Hello of the program")
      } else if let hops = ProcessInfo.processInfo.environment["PLANTED_QUEUE"] {
        QueueView(hops: Int(hops) ?? 0)
      } else if let path = ProcessInfo.processInfo.environment["PLANTED_CLEANUP"] {
        CleaningView(path: path)
      } else {
        DeskView()
      }
    }
    .explorable { plan in
      plan.values(["Ann", ""], for: "Member")
      let environment = ProcessInfo.processInfo.environment
      plan.environment(\.greeting, "Hello of the plan")
      plan.environment(\.dice) { Dice(seed: 7) }
      if environment["PLANTED_VALUES"] != nil {
        plan.sometimes("The plan is heard") { $0.lines.contains("Hello of the plan") }
      }
      if environment["PLANTED_RACE"] != nil {
        plan.never("An old answer is shown") {
          $0.pending.isEmpty && $0.lines.contains("Answer 1 of 2")
        }
        plan.step("A restart forgets the answers", where: { _, command, _ in command == "restart" })
        {
          _, _, after in after.lines.contains("Answer 0 of 0")
        }
        plan.restarts()
      }
      let others = ["TICKETS", "GUARD", "TASK", "VALUES", "QUEUE", "ROWS", "RACE"]
      if !others.contains(where: { environment["PLANTED_\($0)"] != nil }) {
        plan.sometimes("A member is served") { $0.lines.contains("Served Ann.") }
      }
      if environment["PLANTED_TASK"] == nil { plan.without(.deadEnd) }
    }
  }
}

/// A generator of numbers that each draw changes.
private final class Dice: Sendable {
  private let state: Mutex<UInt64>

  init(seed: UInt64) { state = Mutex(seed) }

  func roll() -> Int {
    state.withLock {
      $0 = $0 &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int($0 >> 33) % 3
    }
  }
}

private enum GreetingKey: EnvironmentKey {
  static var defaultValue: String { "No hello" }
}

private enum DiceKey: EnvironmentKey {
  static var defaultValue: Dice { Dice(seed: .random(in: 0..<100)) }
}

extension EnvironmentValues {
  fileprivate var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }

  fileprivate var dice: Dice {
    get { self[DiceKey.self] }
    set { self[DiceKey.self] = newValue }
  }
}

/// A counter that counts in work of the main queue, which leads there by some more.
private struct QueueView: View {
  let hops: Int
  @State private var count = 0
  @State private var isLit = false

  var body: some View {
    Text("Count: \(count)")
    Button("Count") { hop(hops) }
    Toggle("Light", isOn: $isLit)
  }

  private func hop(_ left: Int) {
    if left == 0 {
      count = (count + 1) % 3
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated { hop(left - 1) } }
    }
  }
}

/// A screen that draws a number for the first time when it is rolled; only a six-sided die of a plan is the same.
private struct DiceView: View {
  @Environment(\.greeting) private var greeting
  @Environment(\.dice) private var dice
  @State private var rolls: [Int] = []

  var body: some View {
    Text(greeting)
    Text("Rolls: \(rolls.map(String.init).joined(separator: " "))")
    Button("Roll") { rolls.append(dice.roll()) }.disabled(rolls.count == 3)
    Button("Clear") { rolls = [] }
  }
}

private struct DeskView: View {
  @AppStorage("copies") private var copies = 1
  @State private var member = ""
  @State private var isServed = false
  @Environment(\.options) private var options

  var body: some View {
    if options[PlantedApp.desk] == "closed" {
      Text("This desk is closed.")
    } else if isServed {
      Text("Served \(member).")
      Button("Next") { (isServed, member) = (false, "") }
      Button("Lend") { copies -= 1 }
      // With no copy left both have one label.
      Button(copies > 0 ? "Reserve" : "Lend") { precondition(copies > 0, "No copy is left.") }
        .disabled(copies < 0)
    } else {
      // For a test of a crash that does not happen again.
      if let path = ProcessInfo.processInfo.environment["PLANTED_TURN"] {
        Button("Sort") { crashInTurn(path) }
      }
      // For a test of programs that end by themselves.
      if ProcessInfo.processInfo.environment["PLANTED_EXIT"] != nil { Button("Leave") { exit(3) } }
      if ProcessInfo.processInfo.environment["PLANTED_START"] != nil { Text("\(crash())") }
      if let number = ProcessInfo.processInfo.environment["PLANTED_SIGNAL"].flatMap(Int32.init) {
        Button("Send") { signalItself(number) }
      }
      if ProcessInfo.processInfo.environment["PLANTED_LOOP"] != nil { Button("Spin") { spin() } }
      TextField("Member", text: $member)
      Button("Serve") { isServed = true }.disabled(member.isEmpty)
    }
  }
}

/// A screen that needs a member, which its guard makes sure of.
private struct GuardedView: View {
  enum Place: NavigationValue, CaseIterable { case account, rules }

  @State private var member: String?

  var body: some View {
    NavigationStack {
      Button(member == nil ? "Log in" : "Log out") { member = member == nil ? "Ann" : nil }
      NavigationLink("Account", value: Place.account)
      NavigationLink("Rules", value: Place.rules)
        .navigationDestination(for: Place.self) { place in
          if place == .account { Text("The account of \(member!)") } else { Text("Log in first.") }
        }
    }
    .guarding(Place.self) { place in
      place == .account && member == nil ? .block("Log in first.") : .allow
    }
  }
}

/// Starts tasks, of which those after the second start crash.
private struct TasksView: View {
  @State private var count = 0

  var body: some View {
    Text("Count: \(count)")
    Button("Count") {
      count += 1
      Task {
        await Task.yield()
        precondition(count < 2, "Too many.")
      }
    }
    .disabled(count == 2)
  }
}

/// Crashes while the first screen is made, or never returns.
private func crash() -> String {
  if ProcessInfo.processInfo.environment["PLANTED_START"] == "spin" { spin() }
  preconditionFailure("The desk is closed.")
}

/// Crashes every other time, which a file remembers.
private func crashInTurn(_ path: String) {
  if FileManager.default.fileExists(atPath: path) {
    unlink(path)
    return
  }
  _ = FileManager.default.createFile(atPath: path, contents: nil)
  preconditionFailure("The desk cannot be sorted.")
}

/// Thirty rows whose buttons all crash.
private struct RowsView: View {
  var body: some View {
    ForEach(1...30, id: \.self) { row in
      Button("Delete book \(row)") { fatalError("Book \(row) is lent.") }
    }
  }
}

/// Two questions whose answers may come in any order; the one that comes last is shown.
private struct RaceView: View {
  @State private var asked = 0
  @State private var shown = 0

  var body: some View {
    Text("Answer \(shown) of \(asked)")
    Button("Ask") {
      asked += 1
      let question = asked
      Task {
        await Task.yield()
        shown = question
      }
    }
    .disabled(asked == 2)
  }
}

/// Sends a signal to the program; with a file that remembers it, only once.
private func signalItself(_ number: Int32) {
  if let path = ProcessInfo.processInfo.environment["PLANTED_SIGNAL_FILE"] {
    if FileManager.default.fileExists(atPath: path) { return }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
  }
  kill(getpid(), number)
}

/// Never returns.
private func spin() {
  var count: UInt64 = 0
  while true { count &+= 1 }
}

/// Two tickets, the number of which only a closure knows: no snapshot has it, and no fingerprint.
///
/// It crashes where the closure and the states differ, to which no commands lead.
private struct TicketsView: View {
  let sell: () -> Bool
  @State private var sold = 0
  @State private var hasReceipt = false

  var body: some View {
    Text("Sold: \(sold)")
    Toggle("Receipt", isOn: $hasReceipt)
    Button("Buy") {
      precondition(sell() == (sold < 2), "The tickets were counted wrongly.")
      sold = min(2, sold + 1)
    }
  }

  static func office() -> () -> Bool {
    var tickets = 2
    return {
      defer { tickets = max(0, tickets - 1) }
      return tickets > 0
    }
  }
}
