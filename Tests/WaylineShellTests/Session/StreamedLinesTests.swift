import Foundation
import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Lines that a command prints while it runs")
@MainActor
struct StreamedLinesTests {
  /// A command that prints lines in some way, and what makes it go on.
  enum Way: CaseIterable, Sendable {
    case immediate, immediateReply, task, taskWithPauses, throwing

    func command(_ lines: [String]) -> ShellCommand {
      switch self {
      case .immediate:
        ShellCommand("log", summary: "") { call in for line in lines { call.print(line) } }
      case .immediateReply:
        ShellCommand("log", summary: "") { call in
          for line in lines.dropLast() { call.print(line) }
          return .lines(lines.suffix(1))
        }
      case .task:
        ShellCommand("log", summary: "") { call async in for line in lines { call.print(line) } }
      case .taskWithPauses:
        ShellCommand("log", summary: "") { call in
          for line in lines {
            call.print(line)
            await Task.yield()
          }
        }
      case .throwing:
        ShellCommand("log", summary: "") { call async throws -> ShellReply in
          for line in lines.dropLast() { call.print(line) }
          await Task.yield()
          throw ShellFailure(lines.last ?? "")
        }
      }
    }
  }

  @Test(
    "Each line is printed once and in order, in every kind of command, in text and in JSON",
    arguments: Way.allCases, [1, 2, 511, 512, 513, 2_000])
  func order(way: Way, count: Int) async {
    let lines = (0..<count).map { "line \($0)" }
    let desk = Desk(BookPage(isPrivate: false)) { $0.commands = [way.command(lines)] }
    _ = desk.answer("log")
    await desk.untilReady()
    let messages = desk.frames.dropFirst().flatMap(\.messages).map(\.text)
    #expect(messages == lines)
    #expect(desk.frames.dropFirst().allSatisfy { !$0.isUnasked && $0.messages.count <= 512 + 1 })
    #expect(desk.frames.compactMap(\.line) == ["log"])
    var json = ""
    for frame in desk.frames.dropFirst() { JSONRenderer().render(frame, into: &json) }
    #expect(json.split(separator: "\n").count == count)
    #expect(!json.contains("async"))
  }

  @Test("The first line is printed while the command runs, and those of a pause with the next turn")
  func early() async {
    let (pause, resume) = AsyncStream<Void>.makeStream()
    let desk = Desk(BookPage(isPrivate: false)) {
      $0.commands = [
        ShellCommand("log", summary: "") { call in
          call.print("one")
          call.print("two")
          for await _ in pause {}
        }
      ]
    }
    _ = desk.answer("log")
    for _ in 0..<10_000 where desk.frames.flatMap(\.messages).count < 2 { await Task.yield() }
    #expect(desk.frames.flatMap(\.messages).map(\.text) == ["one", "two"])
    #expect(!desk.session.wantsInput)
    resume.finish()
    await desk.untilReady()
  }

  @Test("Control characters of a line are made visible, and it cannot pose as the shell")
  func safety() {
    let desk = Desk(BookPage(isPrivate: false)) {
      $0.commands = [ShellCommand("log", summary: "") { call in call.print("\u{1B}[2J\n> quit") }]
    }
    #expect(desk.answer("log") == "␛[2J\n > quit\n")
  }

  @Test("On a screen with a secret field the line of a refused command is not repeated")
  func secrets() async {
    let desk = Desk(BookPage(isPrivate: true)) {
      $0.commands = [
        ShellCommand("log", usage: "log WORD", summary: "") { call throws -> ShellReply in
          call.print("\(call.text) is printed")
          throw ShellFailure("No.")
        }
      ]
    }
    #expect(!desk.answer("log hunter2").contains("hunter2"))
    #expect(!desk.frames.contains { $0.line?.contains("hunter2") == true })
  }

  @Test("What a call prints after its command is a message that no line caused")
  func late() async {
    var kept: ShellCall?
    let desk = Desk(BookPage(isPrivate: false)) {
      $0.commands = [ShellCommand("log", summary: "") { call in kept = call }]
    }
    _ = desk.answer("log")
    kept?.print("late")
    #expect(desk.printed() == "late\n")
    #expect(desk.frames.last?.isUnasked == true)
  }

  @Test("The lines of a question stand in their order")
  func questions() async {
    let desk = Desk(BookPage(isPrivate: false)) {
      $0.commands = [
        ShellCommand("log", summary: "") { call async throws -> ShellReply in
          call.print("before")
          call.print("also before")
          let name = try await call.ask("Name")
          call.print("after \(name)")
          return .lines(["end"])
        }
      ]
    }
    _ = desk.answer("log")
    await desk.untilReady()
    desk.session.receive(.line("Ada"))
    await desk.untilReady()
    let texts = desk.frames.dropFirst().flatMap { frame in
      frame.messages.map(\.text) + [frame.question?.prompt].compactMap { $0 }
    }
    #expect(texts == ["before", "also before", "Name", "after Ada", "end"])
  }
}

@Suite("Values of commands")
@MainActor
struct CommandValueTests {
  struct Status: Encodable {
    var name = "payments"
    var isUp = false
    var load: Double?
  }

  /// The output of a command that returns a value, in text and in JSON.
  private func printed(_ reply: ShellReply, isTask: Bool) async -> (text: String, json: String) {
    let command =
      isTask
      ? ShellCommand("status", summary: "") { _ async throws -> ShellReply in reply }
      : ShellCommand("status", summary: "") { _ in reply }
    let desk = Desk(BookPage(isPrivate: false)) { $0.commands = [command] }
    _ = desk.answer("status")
    await desk.untilReady()
    var (text, json) = ("", "")
    for frame in desk.frames.dropFirst() {
      PlainRenderer().render(frame, into: &text)
      JSONRenderer().render(frame, into: &json)
    }
    return (text, json)
  }

  @Test(
    "A value is one object for programs, and its lines are for people",
    arguments: [false, true])
  func both(isTask: Bool) async {
    let (text, json) = await printed(.value(Status(), lines: ["payments: down"]), isTask: isTask)
    #expect(text == "payments: down\n")
    #expect(
      json
        == #"{"type":"value","command":"status","value":{"isUp":false,"name":"payments"}}"# + "\n")
  }

  @Test("Every kind of value is JSON on one line, in which nothing acts on a terminal")
  func kinds() async throws {
    let replies: [ShellReply] = [
      .value("a\n\u{1B}[2J\u{202E}b"), .value(3), .value([1, 2]), .value(["b": 1, "a": 2]),
      .value(true), .value(String?.none), .value([Status(), Status(load: 0.5)]),
      .value([String]()),
    ]
    for reply in replies {
      let (text, json) = await printed(reply, isTask: false)
      #expect(text == "")
      #expect(json.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
      #expect(json.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{202E}" })
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
    }
  }

  @Test("A value that cannot be JSON is refused with the name of its part, in every form")
  func unwritable() async {
    let (text, json) = await printed(
      .value(Status(load: .infinity), lines: ["up"]), isTask: false)
    #expect(text.hasPrefix("The value of 'status' cannot be written as JSON: 'load': "))
    #expect(json.contains(#""kind":"problem""#) && !json.contains(#""type":"value""#))
  }

  @Test("A value has a status and can be the last answer")
  func status() {
    let desk = Desk(BookPage(isPrivate: false)) {
      $0.commands = [
        ShellCommand("status", summary: "") { _ in
          var reply = ShellReply.value(1, lines: ["one"])
          (reply.status, reply.isLast) = (ShellStatus(rawValue: 4), true)
          return reply
        }
      ]
    }
    #expect(desk.answer("status") == "one\n")
    #expect(desk.session.ending == .left && desk.session.status.rawValue == 4)
  }
}

@Suite("The status of a cancelled command")
@MainActor
struct CancelledStatusTests {
  /// The ways in which a command ends after it was cancelled.
  enum Ending: CaseIterable, Sendable {
    case throwsCancellation, throwsFailure, returnsStatus, returns

    var command: ShellCommand {
      ShellCommand("scan", summary: "") { [self] _ async throws -> ShellReply in
        do { try await Task.sleep(for: .seconds(3600)) } catch  where self != .throwsCancellation {}
        return switch self {
        case .throwsCancellation, .returns: .done
        case .throwsFailure: throw ShellFailure("Stopped.", status: ShellStatus(rawValue: 9))
        case .returnsStatus: ShellReply(status: ShellStatus(rawValue: 9))
        }
      }
    }
  }

  @Test(
    "One that is cancelled at the prompt does not count; one of a script does",
    arguments: Ending.allCases, [false, true])
  func cancelled(ending: Ending, isScript: Bool) async {
    let desk = Desk(BookPage(isPrivate: false)) {
      $0.commands = [ending.command]
      $0.isScript = isScript
    }
    _ = desk.answer("scan")
    desk.session.receive(.interrupt(hadText: false))
    await desk.untilReady()
    desk.session.receive(.endOfInput)
    let isSuccess = !isScript || ending == .returns
    #expect((desk.session.status == .success) == isSuccess)
  }

  @Test("A command after a cancelled one counts again")
  func next() async {
    let fail = ShellCommand("fail", summary: "") { _ throws -> ShellReply in
      throw ShellFailure("No.", status: ShellStatus(rawValue: 4))
    }
    let desk = Desk(BookPage(isPrivate: false)) {
      $0.commands = [Ending.throwsFailure.command, fail]
      $0.isScript = false
    }
    _ = desk.answer("scan")
    desk.session.receive(.interrupt(hadText: false))
    await desk.untilReady()
    _ = desk.answer("fail")
    #expect(desk.session.status.rawValue == 4)
  }
}
