import Wayline
import WaylineTesting

extension Planted {
  static let states: [Planted] = [
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
      "a code that opens only after six right digits", "It stays closed",
      ["Three", "One", "Two", "Two", "One", "Three"], depth: 6
    ) {
      Explorer { Lock(code: [3, 1, 2, 2, 1, 3]) }
        .never("It stays closed") { $0.lines.contains("Open") }
    },
    Planted(
      "loads that answer in the wrong order", "The last request wins",
      ["Load A", "Load B", "wait"]
    ) {
      Explorer { WrongOrder() }.always("The last request wins") { screen in
        !screen.lines.contains("Wanted B, shown A")
      }
    },
    Planted(
      "an answer that comes before an earlier one", "The last request wins",
      ["Load A", "Load B", "wait for a task of Load B", "wait"]
    ) {
      Explorer { EarlierAnswer() }.always("The last request wins") { screen in
        !screen.lines.contains("Wanted B, shown A") || !screen.pending.isEmpty
      }
    },
    Planted(
      "a timer that an answer does not stop", "An answered question stays answered",
      ["Ask", "Answer", "wait", "wait 30"]
    ) {
      Explorer { RunningTimer() }.never("An answered question stays answered") {
        $0.lines.contains("Too late.")
      }
    },
    // No commands lead to a goal that is never reached.
    Planted("a toggle that undoes another", "Both can be on", []) {
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

/// It begins anew after a wrong digit.
private struct Lock: View {
  let code: [Int]
  @State private var right = 0

  var body: some View {
    if right == code.count { Text("Open") }
    ForEach([1, 2, 3], id: \.self) { digit in
      Button(["One", "Two", "Three"][digit - 1]) {
        right = right < code.count && code[right] == digit ? right + 1 : 0
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

/// Both answers come in the order of the requests, unless the search lets the second come first.
private struct EarlierAnswer: View {
  @State private var wanted = "nothing"
  @State private var shown = "nothing"

  var body: some View {
    Text("Wanted \(wanted), shown \(shown)")
    Button("Load A") { load("A") }.disabled(wanted != "nothing")
    Button("Load B") { load("B") }.disabled(wanted != "A")
    Button("Clear") { (wanted, shown) = ("nothing", "nothing") }.disabled(shown == "nothing")
  }

  private func load(_ name: String) {
    wanted = name
    Task { shown = name }
  }
}

private struct RunningTimer: View {
  @State private var isAnswered = false
  @State private var isLate = false
  @Environment(\.clock) private var clock

  var body: some View {
    if isAnswered, isLate { Text("Too late.") }
    Button("Ask") {
      (isAnswered, isLate) = (false, false)
      Task {
        try await clock.sleep(for: .seconds(30))
        isLate = true
      }
    }
    Button("Answer") { isAnswered = true }.disabled(isLate)
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
