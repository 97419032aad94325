import CWaylineSystem
import Glibc
import Synchronization
import Testing

@testable import Wayline
@testable import WaylineFlows

@Suite("Running a scene session")
@MainActor
struct SceneRunningTests {
  private func session(_ configure: (inout SceneOptions) -> Void = { _ in }) -> SceneSession {
    var options = SceneOptions()
    configure(&options)
    return SceneSession(of: LendingDesk.self, options)
  }

  @Test("Over a socket every line before the end is answered, in order")
  func socket() async {
    let line = Line()
    line.say("Lend\nLend\nnonsense\n")
    line.end()
    #expect(await session().run(input: line.near, output: line.near) == .notAccepted)
    let lines = line.rest.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("Lent: ") }.count == 3)
    #expect(lines.last?.contains("'nonsense'") == true)
  }

  @Test("Over a pipe every line before the end is answered, and its end ends the scene")
  func pipes() async {
    var ends: [Int32] = [-1, -1]
    wayline_pipe(&ends)
    write(ends[1], "Lend\nLend\n", 10)
    close(ends[1])
    let sink = open("/dev/null", O_WRONLY)
    #expect(await session().run(input: ends[0], output: sink) == .success)
    close(ends[0])
    close(sink)
  }

  @Test("Over a pipe and a file", arguments: ["/dev/null", "/dev/zero"])
  func files(output: String) async throws {
    let path = "/tmp/wayline-\(getpid())-\(output.hasSuffix("zero")).script"
    let script = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer { unlink(path) }
    write(script, "Lend\nquit\n", 10)
    lseek(script, 0, Int32(SEEK_SET))
    let sink = open(output, O_WRONLY)
    #expect(await session().run(input: script, output: sink) == .success)
    close(script)
    close(sink)
  }

  @Test("A visitor who leaves while a command runs and lines wait ends the scene at once")
  func leaving() async {
    let line = Line()
    line.say("wait 24h until Never\nLend\nLend\n")
    let session = session()
    async let status = session.run(input: line.near, output: line.near)
    while session.host.session.wantsInput || !session.isRunning { await Task.yield() }
    line.vanish()
    // The command would take a day.
    #expect(await status == .outputClosed)
  }

  @Test("Two at once take turns")
  func together() async {
    let lines = [Line(), Line()]
    for line in lines { line.say(String(repeating: "Lend\n", count: 50) + "quit\n") }
    async let first = session().run(input: lines[0].near, output: lines[0].near)
    async let second = session().run(input: lines[1].near, output: lines[1].near)
    #expect(await [first, second] == [.success, .success])
    for line in lines { #expect(line.rest.contains("Lent: 50 here, 50 in this scene")) }
  }

  @Test("A connection that is lost within a line runs nothing of it, and the scene ends")
  func vanished() async {
    let line = Line()
    line.say("Lend\nLen")
    line.vanish()
    let session = session { $0.takesUnendedLine = false }
    let status = await session.run(input: line.near, output: line.near)
    #expect([.notAccepted, .outputClosed].contains(status) && !session.isRunning)
  }

  @Test(
    "A reader that never reads the last output is disconnected after the farewell")
  func deaf() async {
    let line = Line()
    line.narrow()
    let session = session { options in
      options.arguments = ["motto"]
      options.limits.farewell = .milliseconds(1)
    }
    line.say(String(repeating: "show\n", count: 300))
    line.end()
    #expect(await session.run(input: line.near, output: line.near) == .success)
    #expect(session.outputCount > 0)
  }

  @Test(
    "Nothing waits for a reader who has left, whenever it leaves and whatever was to be written",
    .timeLimit(.minutes(30)), arguments: [0, 1, 100, 5_000])
  func left(read: Int) async {
    for number in 0..<40 {
      let line = Line()
      if number % 2 == 0 { line.narrow() }
      let session = session { options in
        options.arguments = ["motto"]
        // A scene that waited for its reader would not end in the time of the test.
        options.limits.farewell = .seconds(3_600)
      }
      line.say(String(repeating: "show\n", count: 1 + number * 10))
      if number % 3 == 0 { line.end() }
      async let status = session.run(input: line.near, output: line.near)
      await Task.yield()
      line.hear(read)
      line.vanish()
      _ = await status
      #expect(!session.isRunning)
    }
  }

  @Test("A task that is cancelled terminates its scene")
  func cancelled() async {
    let line = Line()
    let session = session()
    let task = Task { await session.run(input: line.near, output: line.near) }
    for _ in 0..<100 { await Task.yield() }
    task.cancel()
    #expect(await task.value == .terminated)
  }

  @Test("A task that is cancelled before the scene starts terminates it too")
  func cancelledEarly() async {
    let line = Line()
    let session = session()
    let task = Task { await session.run(input: line.near, output: line.near) }
    task.cancel()
    #expect(await task.value == .terminated)
  }

  @Test("A scene that was terminated before it starts prints nothing and has ended")
  func terminatedEarly() {
    let session = session()
    session.terminate()
    session.start()
    #expect(!session.isRunning && session.status == .terminated && session.outputCount == 0)
  }

  @Test("Over a sequence and a closure")
  func sequence() async {
    let (input, continuation) = AsyncStream<[UInt8]>.makeStream()
    for piece in ["Le", "nd\nLen", "d\nquit\n"] { continuation.yield(Array(piece.utf8)) }
    var text = ""
    let status = await session().run(reading: input) { text += String(decoding: $0, as: UTF8.self) }
    #expect(status == .success)
    #expect(text.hasSuffix("Lent: 2 here, 2 in this scene, 2 in all.\n[1] Lend\n"))
  }

  @Test("A closure that cannot write any more ends the scene with 141")
  func closed() async {
    struct Closed: Error {}
    let (input, _) = AsyncStream<[UInt8]>.makeStream()
    let status = await session().run(reading: input) { _ in throw Closed() }
    #expect(status == .outputClosed)
  }
}
