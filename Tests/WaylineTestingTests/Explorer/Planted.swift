import Synchronization
import Wayline
import WaylineTesting

/// A program with one planted bug: the law or sentence that names it, and its fewest commands.
struct Planted: Sendable, CustomStringConvertible {
  let name: String
  let property: String
  let commands: [String]
  let explorer: @MainActor @Sendable () -> Explorer<Screens>

  var description: String { name }

  init(
    _ name: String, _ property: String, _ commands: [String],
    _ explorer: @escaping @MainActor @Sendable () -> Explorer<Screens>
  ) {
    (self.name, self.property, self.commands, self.explorer) = (name, property, commands, explorer)
  }

  static let all: [Planted] = screens + navigation + states + processes
}

// MARK: - Screens

extension Planted {
  private static let screens: [Planted] = [
    Planted("two buttons with one label", "unique-labels", []) {
      Explorer {
        Button("Lend") {}
        Button("Lend") {}
      }
    },
    Planted("two rows with one label after adding", "unique-labels", ["Add", "Add"]) {
      Explorer { RepeatedRows() }
    },
    Planted("a button called like a command", "label-is-command", ["Continue"]) {
      Explorer { CommandLabel() }
    },
    Planted(
      "a secret repeated on the next screen", "no-secret-shown", ["Code: canary-3F9QX7", "Enter"]
    ) {
      Explorer { ShownSecret() }
    },
    Planted("a label wider than a terminal", "width", []) {
      Explorer { Button(String(repeating: "very long ", count: 9)) {} }
    },
    Planted("a body that counts its own runs", "pure-body", []) {
      let runs = Runs()
      return Explorer { CountingBody(runs: runs) }
    },
    Planted("an update that never comes to rest", "settles", ["Start"]) {
      Explorer { Restless() }
    },
    Planted("a state written in a body", "no-misuse", ["Reveal"]) {
      Explorer { WritingBody() }
    },
  ]
}

private struct RepeatedRows: View {
  @State private var rows: [String] = []

  var body: some View {
    ForEach(Array(rows.enumerated()), id: \.offset) { row in Button(row.element) {} }
    Button("Add") { rows.append("Book") }.disabled(rows.count == 3)
    Button("Clear") { rows = [] }
  }
}

private struct CommandLabel: View {
  @State private var isOn = false

  var body: some View {
    if isOn { Button("Home") { isOn = false } } else { Button("Continue") { isOn = true } }
  }
}

private struct ShownSecret: View {
  @State private var code = ""
  @State private var isEntered = false

  var body: some View {
    if isEntered {
      Text("You entered \(code).")
      Button("Again") { (isEntered, code) = (false, "") }
    } else {
      SecureField("Code", text: $code)
      Button("Enter") { isEntered = true }
    }
  }
}

@MainActor
private final class Runs {
  var count = 0
}

private struct CountingBody: View {
  let runs: Runs

  var body: some View {
    runs.count += 1
    return Text("Runs: \(runs.count)")
  }
}

private struct Restless: View {
  @State private var isStarted = false
  @State private var count = 0

  var body: some View {
    Button("Start") { isStarted.toggle() }
      .onChange(of: isStarted) { count += 1 }
      .onChange(of: count) { count += 1 }
  }
}

private struct WritingBody: View {
  @State private var isShown = false
  @State private var last = 0

  var body: some View {
    if isShown {
      last = 1
    }
    return Button("Reveal") { isShown.toggle() }
  }
}

// MARK: - Navigation

private enum Place: NavigationValue {
  case catalog
  case book(id: Int)
  case trap
}

extension Planted {
  private static let navigation: [Planted] = [
    Planted("a screen that cannot be left", "reaches-first-screen", ["Trap"]) {
      Explorer { TrapView() }.without(.deadEnd, .reachesQuit)
    },
    Planted("a last screen without a way on", "dead-end", ["Finish"]) {
      Explorer { DeadEnd() }
    },
    Planted("a program that cannot be left", "reaches-quit", ["Trap"]) {
      Explorer { TrapView() }.without(.deadEnd, .reachesFirstScreen)
    },
    Planted(
      "a list that another screen empties", "The catalog is never empty", ["Catalog", "Clear"]
    ) {
      Explorer { ClearingView() }.always("The catalog is never empty") {
        !$0.lines.contains("No books.")
      }
    },
    Planted("two wrappers on one key", "Both show the same", ["Rename"]) {
      Explorer { TwoWrappers() }.always("Both show the same") { screen in
        Set(screen.lines.filter { $0.hasPrefix("Name: ") }).count == 1
      }
    },
    Planted(
      "a tab that forgets what was selected", "The choice stays",
      ["Books", "Tab: Members", "Tab: Books"]
    ) {
      Explorer { ForgetfulTabs() }.never("The choice stays") { $0.lines.contains("Lost it") }
    },
    Planted(
      "a sheet whose result is thrown away", "Choosing a member names one",
      ["Choose", "Ann"]
    ) {
      Explorer { LostResult() }.never("Choosing a member names one") {
        $0.lines.contains("Chosen: nobody")
      }
    },
    Planted("a guard that a shortcut passes by", "Only members see it", ["Shortcut"]) {
      Explorer { PassedGuard() }.never("Only members see it") { $0.lines.contains("Secret shelf") }
    },
  ]
}

private struct TrapView: View {
  var body: some View {
    NavigationStack {
      NavigationLink("Trap", value: Place.trap)
        .navigationDestination(for: Place.self) { _ in
          Text("No way out.").onLeave { .block("You stay here.") }
        }
    }
  }
}

private struct DeadEnd: View {
  @State private var isFinished = false

  var body: some View {
    if isFinished {
      Button("Again") {}.disabled(true)
    } else {
      Button("Finish") { isFinished = true }
    }
  }
}

private struct ClearingView: View {
  @State private var books = ["Emma"]

  var body: some View {
    NavigationStack {
      NavigationLink("Catalog", value: Place.catalog)
        .navigationDestination(for: Place.self) { _ in
          if books.isEmpty { Text("No books.") }
          ForEach(books, id: \.self) { Text($0) }
          Button("Clear") { books = [] }
        }
    }
  }
}

private struct TwoWrappers: View {
  @AppStorage("name") private var first = "Ann"
  @AppStorage("name ") private var second = "Ann"

  var body: some View {
    Text("Name: \(first)")
    Text("Name: \(second)")
    Button("Rename") { first = "Bob" }
    Button("Reset") { (first, second) = ("Ann", "Ann") }
  }
}

private struct ForgetfulTabs: View {
  @State private var tab = "Books"
  @State private var choice: String?
  @State private var isLost = false

  var body: some View {
    TabView(selection: $tab) {
      Button("Books") { choice = "Emma" }.tabItem { Text("Books") }.tag("Books")
      Text("Members").tabItem { Text("Members") }.tag("Members")
    }
    .onChange(of: tab) { _, new in
      if new == "Books", choice != nil {
        choice = nil
        isLost = true
      }
    }
    if isLost { Text("Lost it") }
  }
}

private struct LostResult: View {
  @State private var isChoosing = false
  @State private var member: String?
  @State private var hasChosen = false

  var body: some View {
    Text(hasChosen ? "Chosen: \(member ?? "nobody")" : "Nobody chosen yet.")
    Button("Choose") { isChoosing = true }
      .sheet(isPresented: $isChoosing) {
        Button("Ann") {
          hasChosen = true
          isChoosing = false
        }
      }
  }
}

private struct PassedGuard: View {
  @State private var isMember = false
  @Environment(\.router) private var router

  var body: some View {
    NavigationStack {
      Button("Shelf") { if isMember { router.push(Place.catalog) } }
      Button("Shortcut") { router.push(Place.book(id: 1)) }
        .navigationDestination(for: Place.self) { _ in Text("Secret shelf") }
    }
  }
}

// MARK: - States

extension Planted {
  private static let states: [Planted] = [
    Planted("copies below zero", "Copies are never negative", ["Lend", "Lend"]) {
      Explorer { Copies() }.always("Copies are never negative") { !$0.lines.contains("Copies: -1") }
    },
    Planted(
      "a code that opens after three right digits", "It stays closed",
      ["Three", "One", "Two"]
    ) {
      Explorer { Safe(code: [3, 1, 2]) }.never("It stays closed") { $0.lines.contains("Open") }
    },
    Planted(
      "loads that answer in the wrong order", "The last request wins",
      ["Load A", "Load B", "wait"]
    ) {
      Explorer { WrongOrder() }.always("The last request wins") { screen in
        !screen.lines.contains("Wanted B, shown A")
      }
    },
    Planted("a toggle that undoes another", "Both can be on", ["Loud", "Late"]) {
      Explorer { Toggles() }.sometimes("Both can be on") {
        $0.lines.contains("[1] Loud: on") && $0.lines.contains("[2] Late: on")
      }
    },
    Planted(
      "a wizard that skips its check", "An order has an address",
      ["Next", "Order"]
    ) {
      Explorer { Wizard() }
        .values(["", "Elm 1"], for: "Address")
        .never("An order has an address") { $0.lines.contains("Ordered to nowhere.") }
    },
  ]
}

private struct Copies: View {
  @State private var copies = 1

  var body: some View {
    Text("Copies: \(copies)")
    Button("Lend") { copies -= 1 }.disabled(copies < 0)
    Button("Return") { copies = 1 }
  }
}

private struct Safe: View {
  let code: [Int]
  @State private var typed: [Int] = []

  var body: some View {
    if typed == code { Text("Open") }
    ForEach([1, 2, 3], id: \.self) { digit in
      Button(["One", "Two", "Three"][digit - 1]) {
        typed = Array((typed + [digit]).suffix(3))
      }
    }
  }
}

private struct WrongOrder: View {
  @State private var wanted = ""
  @State private var shown = ""

  var body: some View {
    Text("Wanted \(wanted), shown \(shown)")
    Button("Load A") { load("A", turns: 12) }
    Button("Load B") { load("B", turns: 2) }
  }

  private func load(_ name: String, turns: Int) {
    wanted = name
    Task {
      for _ in 0..<turns { await Task.yield() }
      shown = name
    }
  }
}

private struct Toggles: View {
  @State private var isLoud = false
  @State private var isLate = false

  var body: some View {
    Toggle("Loud", isOn: $isLoud)
    Toggle("Late", isOn: $isLate)
      .onChange(of: isLate) { if isLate { isLoud = false } }
      .onChange(of: isLoud) { if isLoud { isLate = false } }
  }
}

private struct Wizard: View {
  @State private var step = 0
  @State private var address = ""

  var body: some View {
    switch step {
    case 0:
      TextField("Address", text: $address)
      Button("Next") { step = 1 }
    case 1:
      Text("Ready.")
      Button("Order") { step = 2 }
      Button("Change") { step = 0 }
    default:
      Text("Ordered to \(address.isEmpty ? "nowhere" : address).")
      Button("Again") { (step, address) = (0, "") }
    }
  }
}

// MARK: - Processes

extension Planted {
  private static let processes: [Planted] = [
    Planted("a router that a closure outside holds", "no-leak", []) {
      let holder = Holder()
      return Explorer { Leaking(holder: holder) }
    },
    Planted("a place that restores as another", "restores-place", ["Book"]) {
      Explorer { WrongRestore() }.without(.linkRoundTrip)
    },
    Planted("a link that opens another place", "link-round-trip", ["Book"]) {
      Explorer { WrongRestore() }.without(.restoresPlace)
    },
  ]
}

private struct Leaking: View {
  let holder: Holder
  @Environment(\.router) private var router

  var body: some View {
    Text("Held").onAppear { holder.actions.append { router.home() } }
  }
}

@MainActor
private final class Holder {
  var actions: [() -> Void] = []
}

private struct WrongRestore: View {
  enum Shelf: NavigationValue, Equatable {
    case book(Mangled)
  }

  /// A number that is read back as another.
  struct Mangled: Hashable, Codable, Sendable {
    var number: Int

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self) + 1
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  var body: some View {
    NavigationStack {
      NavigationLink("Book", value: Shelf.book(Mangled(number: 1)))
        .navigationDestination(for: Shelf.self) { _ in Text("A book") }
    }
  }
}
