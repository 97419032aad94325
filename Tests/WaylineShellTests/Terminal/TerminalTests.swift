import Glibc
import Testing
import WaylineSystem

@testable import WaylineShell

@Suite("Terminal")
struct TerminalTests {
  private func localFlags(_ descriptor: Int32) -> tcflag_t {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return settings.c_lflag
  }

  @Test("A pipe is not a terminal")
  func pipe() {
    let ends = Ends.pipe()
    #expect(Terminal(descriptor: ends.near) == nil)
  }

  @Test("A secret is typed without echo, and the echo comes back")
  func secret() throws {
    let ends = try Ends.terminal()
    let terminal = try #require(Terminal(descriptor: ends.near))
    let source = LineSource(descriptor: ends.near)
    terminal.setEcho(.lineEnds)
    ends.send("hunter2\n")
    #expect(isReadable(ends.near) && source.fill() == .bytes)
    #expect(source.next()?.text == "hunter2")
    terminal.setEcho(.all)
    ends.send("open\n")
    #expect(isReadable(ends.near) && source.fill() == .bytes)
    let shown = readAll(ends.far, until: "open")
    #expect(shown.contains("open") && !shown.contains("hunter2"))
    #expect(shown.hasPrefix("\r\n"))
  }

  @Test("The settings found at the start are put back, also when the object ends")
  func restored() throws {
    let ends = try Ends.terminal()
    let before = localFlags(ends.near)
    do {
      let terminal = try #require(Terminal(descriptor: ends.near))
      terminal.keepTypedAtInterrupt()
      terminal.setEcho(.lineEnds)
      #expect(localFlags(ends.near) != before)
    }
    #expect(localFlags(ends.near) == before)
  }

  @Test("Discarding the typed text returns whether there was any")
  func discard() throws {
    let ends = try Ends.terminal()
    let terminal = try #require(Terminal(descriptor: ends.near))
    terminal.keepTypedAtInterrupt()
    #expect(!terminal.discardTyped())
    ends.send("half a line")
    #expect(readAll(ends.far, until: "line") == "half a line")
    #expect(terminal.discardTyped())
    #expect(!terminal.discardTyped())
    ends.send("whole\n")
    let source = LineSource(descriptor: ends.near)
    #expect(isReadable(ends.near) && source.fill() == .bytes)
    #expect(source.next()?.text == "whole")
  }

  @Test("^D on an empty line is the end of the input, after text it is not")
  func endOfInput() throws {
    let ends = try Ends.terminal()
    let source = LineSource(descriptor: ends.near)
    ends.send("half\u{4}")
    #expect(isReadable(ends.near) && source.fill() == .bytes)
    #expect(source.next() == nil && !source.isAtEnd)
    ends.send("\u{4}")
    #expect(isReadable(ends.near) && source.fill() == .end)
    #expect(source.next()?.text == "half")
  }
}
