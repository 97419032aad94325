import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("The tour's feed from a server", .waitsForPrograms)
struct FeedProcessTests {
  private let post = LoopbackServer.answer(#"[{"id": 7, "title": "Closed", "body": "On Monday."}]"#)

  private func run(_ server: LoopbackServer, _ input: String) throws -> ProgramRun {
    try Built("tour").run(["--feed", server.address, "feed"], input)
  }

  @Test("It shows the posts of the server")
  func list() throws {
    let run = try run(LoopbackServer(post), "wait\n")
    #expect(run.lines.suffix(3) == ["Tour › Feed", "Closed", "On Monday."])
    #expect(run.status == 0)
  }

  @Test("A failing server is reported, and asked again with the button")
  func retry() throws {
    let server = LoopbackServer(LoopbackServer.answer("", status: "503 Busy"), post)
    let run = try run(server, "wait\nTry again\nwait\n")
    #expect(
      run.output.contains(
        "The feed could not be loaded. The server at '\(server.address)' answered with status 503.")
    )
    #expect(run.lines.last == "On Monday.")
    #expect(run.status == 0)
  }

  @Test("An answer other than a list of posts is reported")
  func garbage() throws {
    let server = LoopbackServer(LoopbackServer.answer("<html>"))
    let run = try run(server, "wait\n")
    #expect(run.output.contains("What '\(server.address)' answered is no list of posts."))
  }

  @Test("A redirection is followed, but to no other scheme")
  func redirection() throws {
    let moved = LoopbackServer.answer("", status: "302 Found\r\nLocation: /moved.json")
    #expect(try run(LoopbackServer(moved, post), "wait\n").lines.last == "On Monday.")
    let file = LoopbackServer(LoopbackServer.answer("", status: "302 Found\r\nLocation: file:///"))
    let run = try run(file, "wait\n")
    #expect(run.output.contains("The server at '\(file.address)' cannot be reached."))
  }

  @Test("An answer of more than 8 MiB is not read to its end")
  func long() throws {
    let title = String(repeating: "a", count: 9 << 20)
    let server = LoopbackServer(
      LoopbackServer.answer(#"[{"id": 7, "title": "\#(title)", "body": "On Monday."}]"#))
    let run = try run(server, "wait\n")
    #expect(run.output.contains("What '\(server.address)' answered is no list of posts."))
  }

  @Test(
    "An address without a server is reported",
    arguments: [
      ("ftp://desk", "'ftp://desk' is not an http or https address."),
      ("desk", "'desk' is not an http or https address."),
      ("http://127.0.0.1:1/", "The server at 'http://127.0.0.1:1/' cannot be reached."),
    ])
  func unreachable(address: String, reported: String) throws {
    let run = try Built("tour").run(["--feed", address, "feed"], "wait\n")
    #expect(run.output.contains(reported))
    #expect(run.output.contains("[1] Try again"))
  }

  @Test("With a silent server the screen can be left, and the tour ended")
  func silent() throws {
    let run = try run(LoopbackServer(), "back\nSettings\n")
    #expect(run.output.contains("Tour › Settings"))
    #expect(run.status == 0)
    #expect(!run.isTimedOut)
  }

  @Test("A fetch that nobody awaits any more closes its connection, long before its ten seconds")
  func abandoned() throws {
    let server = LoopbackServer()
    let tour = try TerminalProgram(
      Built("tour").program.path, ["--store", ":memory:", "--feed", server.address, "feed"],
      environment: ["TERM": "dumb", "LANG": "C.UTF-8"])
    #expect(tour.hear("> ") && server.isAsked(), "\(tour.heard)")
    #expect(tour.say("back\n", hear: "[5] Feed"), "\(tour.heard)")
    #expect(server.isLeft(within: .seconds(7)), "\(tour.heard)")
    tour.say("quit\n")
    #expect(tour.end() == 0)
  }

  @Test("A silent server is given up after ten seconds")
  func givenUp() throws {
    let server = LoopbackServer()
    let begin = ContinuousClock.now
    let run = try self.run(server, "wait 30\n")
    #expect(
      run.output.contains(
        "The server at '\(server.address)' did not answer within 10 seconds."), "\(run.output)")
    #expect(ContinuousClock.now - begin < .seconds(25))
  }

  @Test(
    "While it waits for a silent server it uses next to no processor time",
    .enabled(if: access("/bin/bash", X_OK) == 0, "bash is not installed."))
  func idle() throws {
    let server = LoopbackServer()
    let line = """
      TIMEFORMAT='%U %S'; { time "$0" --store :memory: --feed \(server.address) feed <<< 'wait 30' >&3; } 3>&1
      """
    let run = try Built("tour").shell(line)
    let seconds = run.errors.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    #expect(run.output.contains("did not answer within 10 seconds."), "\(run.output)")
    #expect(seconds.count == 2)
    #expect(seconds.reduce(0, +) < 1, "\(run.errors)")
  }

  @Test("The option is in the help, needs a value, and is suggested when it is mistyped")
  func option() throws {
    let tour = Built("tour")
    #expect(try tour.run(["--help"]).output.contains("  --feed URL "))
    #expect(try tour.run(["--feed"]).errors.contains("--feed needs a value: --feed URL."))
    let mistyped = try tour.run(["--fed", "x"])
    #expect(mistyped.errors.contains("There is no option '--fed'. Did you mean --feed?"))
    #expect(mistyped.status == 2)
  }
}
