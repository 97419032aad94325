import Glibc
import WaylineTesting

/// Explorations as a person starts them: from the start of a process to its exit status.
@MainActor
enum WholeProcessRows {
  static var all: [Benchmark] { [shrinking, tour] }

  /// The argument with which this program finds and shrinks one bug, prints its commands, and ends.
  static let deepBug = "--deep-bug"

  private static let commands = "push(0), push(0), push(0), present(3)"

  /// Finds the bug by random walks.
  static func findDeepBug() {
    let report = Explorer(Places())
      .never("A sheet with 3 over three screens") { $0.screens.count == 3 && $0.sheet == 3 }
      .random(walks: 100, steps: 100)
      .run()
    print(report.violations.first?.commands.joined(separator: ", ") ?? "none")
  }

  private static var shrinking: Benchmark {
    Benchmark(
      "explorer, whole process: finding and shrinking a bug of four actions",
      scope: "Walks of at most 100 steps, then the shortest commands. Hypothesis 6.170: 1.18 s.",
      reach: .rate(10)
    ) {
      var outcome = ""
      return Stage(
        Work("") { count in
          for _ in 0..<count {
            let child = try Child(Programs.own.benchmarks, [deepBug])
            outcome = String(decoding: try child.exchange([]), as: UTF8.self)
            try child.end()
          }
        }
      ) { if !outcome.isEmpty { try expect("commands", outcome, is: commands + "\n") } }
    }
  }

  private static var tour: Benchmark {
    Benchmark(
      "explorer, whole process: the tour with default laws, 20,000 states",
      scope: "Or to the end of its space. The exit status is that of a sound program.", rounds: 1
    ) {
      var status: Int32 = 0
      var report = ""
      return Stage(
        Work("") { count in
          for _ in 0..<count {
            let child = try Child(
              "\(Programs.own.folder)/tour", ["explore", "--states", "20000", "--budget", "600"])
            report = String(decoding: try child.exchange([]), as: UTF8.self)
            status = try child.end()
          }
        }
      ) { if status != 0 { throw WrongOutput(report) } }
    }
  }
}
