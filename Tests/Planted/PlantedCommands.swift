import Foundation
import Wayline

/// Commands that run for a while, for tests of what they print and how they end.
enum PlantedCommands {
  static let all = [lines, log, clean, ignore, status, steps, flows]

  /// Prints a number of lines, without a pause.
  private static let lines = ShellCommand("lines", usage: "lines N", summary: "Print lines.") {
    call in
    for number in 1...(Int(call.text) ?? 1) { call.print("line \(number) of a log") }
  }

  /// Prints lines for ever, and does not look whether it was cancelled.
  private static let log = ShellCommand("log", summary: "Print lines without an end.") { call in
    var number = 0
    while number < .max {
      number += 1
      call.print("line \(number)")
      await Task.yield()
    }
  }

  /// Waits, and takes some time to clean up.
  private static let clean = ShellCommand("clean", usage: "clean FILE", summary: "Wait.") { call in
    call.print("Waiting.")
    defer { mark(call.text) }
    try? await Task.sleep(for: .seconds(600))
    // What is awaited in a cancelled task ends at once.
    await Task { try? await Task.sleep(for: .milliseconds(300)) }.value
  }

  /// Waits, and does not listen when it is cancelled.
  private static let ignore = ShellCommand("ignore", summary: "Wait.") { call in
    call.print("Waiting.")
    await Task { try? await Task.sleep(for: .seconds(600)) }.value
  }

  private static let status = ShellCommand("status", summary: "Print a value.") { _ in
    .value(["desk": "ground"], lines: ["The desk is ground."])
  }

  /// Reports progress without a pause.
  private static let steps = ShellCommand("steps", summary: "Report progress.") { call in
    for step in 1...100 {
      call.report(step <= 50 ? "Build" : "Run migrations", value: Double(step), total: 100)
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Runs many flows twice, and prints how much more memory is resident after the second time, in kilobytes.
  private static let flows = ShellCommand(
    "flows", usage: "flows FORM", summary: "Run flows."
  ) { call in
    await PlantedFlow.runMany(overPipes: call.text == "pipes")
    let before = PlantedFlow.residentKilobytes
    await PlantedFlow.runMany(overPipes: call.text == "pipes")
    call.print("\(PlantedFlow.residentKilobytes - before)")
  }

  /// Writes a file, as a sign that something has run.
  static func mark(_ path: String) { try? Data("clean".utf8).write(to: URL(filePath: path)) }
}

/// A screen whose task cleans up when it is cancelled.
struct CleaningView: View {
  let path: String

  var body: some View {
    Text("Waiting.").task {
      defer { PlantedCommands.mark(path) }
      try? await Task.sleep(for: .seconds(600))
      await Task { try? await Task.sleep(for: .milliseconds(300)) }.value
    }
  }
}
