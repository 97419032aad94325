import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("Notices at a terminal", .waitsForPrograms)
struct TypedNoticeTests {
  private let probe = Built("terminal-probe")

  @Test(
    "A notice is printed above a line that is typed, which stays in view and is taken as a whole",
    arguments: LineReading.all, [[:], ["ACCESSIBLE": "1"]])
  func typed(reading: LineReading, environment: [String: String]) throws {
    let run = try probe.inTerminal(reading, [], environment.merging(["PROBE": "changes"]) { $1 })
    #expect(run.hear("> "))
    for (round, origin) in ["task", "detached", "queue", "timer"].enumerated() {
      #expect(run.say("notice by \(origin)\n", hear: "\r\n> "))
      #expect(run.say("sho", hear: "sho"))
      run.send(SIGUSR1)
      let notice = "Round \(round + 1) is done."
      try #require(run.hear(notice), "\(origin): \(run.heard.suffix(2000))")
      try #require(run.hear("sho"), "\(origin): \(run.heard.suffix(2000))")
      // The line is one word in two parts: it prints the screen.
      #expect(run.say("w\n", hear: "Round 0, stored 0"), "\(run.heard.suffix(2000))")
      #expect(run.hear("> "))
    }
    let number = try #require(run.heard.firstMatch(of: /\[(\d+)\] Round 4 is done/)?.1)
    #expect(run.say("\(number)\n", hear: "Round 4"), "\(run.heard.suffix(2000))")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }
}
