import Wayline
import WaylineTesting

extension Planted {
  static let screens: [Planted] = [
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
    Planted("two views that keep changing each other", "settles", ["Start"]) {
      Explorer { Circle() }
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

/// Each value appears as a new view, which asks for the next one.
private struct Circle: View {
  @State private var count = 0

  var body: some View {
    Button("Start") { count = 1 }.disabled(count > 0)
    Button("Stop") { count = 0 }
    if count > 0 { Text("Round").onAppear { count += 1 }.id(count) }
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
