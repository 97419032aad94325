import Glibc
import Wayline
import WaylineLendingDesk

/// One session that is used for very long: what it keeps of its past.
@MainActor
enum LongRunRows {
  static var all: [Benchmark] { [longRun] }

  private static let commands = 1_000_000
  /// One round at the desk: a place, a field, a flow with its result, and the way back.
  private static let round = [
    "open book 42", "Remark: torn", "Lend", "Ada", "Return", "Lend", "back", "home", "nonsense",
    "undo",
  ]

  private static var longRun: Benchmark {
    Benchmark(
      "1,000,000 commands in one session, memory they add",
      scope: """
        Rounds of opening a book, filling a field, lending by a flow that gives a value and one that \
        is left, and going back; each answer is taken. The resident pages that are added after the \
        first tenth, when everything that is bounded is full.
        """,
      reach: .times(1), unit: .bytes
    ) {
      let session = SceneSession { DeskView() }
      session.start()
      try play(commands / 10, in: session)
      giveBackFreeMemory()
      let before = residentBytes()
      try play(commands * 9 / 10, in: session)
      let bytes = max(1, residentBytes() - before)
      return Stage(
        Work(timed: "") { UInt64(bytes) * UInt64($0) },
        floor: Work(timed: "1 MB") { 1_000_000 * UInt64($0) }
      ) {
        session.receive(line: "home")
        session.receive(line: "show")
        try expect("the desk continues", session.takeText().contains("Middlemarch"), is: true)
      }
    }
  }

  private static func play(_ count: Int, in session: SceneSession) throws {
    let queue = MainQueue.ofProcess()
    for _ in 0..<(count / round.count) {
      for line in round {
        session.receive(line: line)
        blackHole(session.takeOutput())
      }
      // What is posted to the main queue runs between lines, as in a program.
      queue.drain()
    }
    guard session.isRunning else { throw WrongOutput("The session has ended.") }
  }
}
