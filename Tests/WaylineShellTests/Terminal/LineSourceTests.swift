import Glibc
import Testing
import WaylineSystem

@testable import WaylineShell

@Suite("Line source")
struct LineSourceTests {
  @Test("Lines come out of a pipe as they arrive, the last one without its end")
  func pipe() {
    let ends = Ends.pipe()
    let source = LineSource(descriptor: ends.near)
    ends.send("one\ntw")
    #expect(source.fill() == .bytes)
    #expect(source.next()?.text == "one")
    #expect(source.next() == nil)
    ends.send("o\nthree")
    ends.closeFar()
    #expect(source.fill() == .bytes)
    #expect(source.next()?.text == "two")
    #expect(source.fill() == .end)
    #expect(source.next()?.text == "three")
    #expect(source.next() == nil)
    #expect(source.isAtEnd)
  }

  @Test("A missing input is an end with its error")
  func closed() {
    let source = LineSource(descriptor: -1)
    #expect(source.fill() == .failed(.badDescriptor))
    #expect(source.fill() == .end)
  }

  @Test("An input that would wait brings nothing and loses nothing")
  func nonBlocking() {
    let ends = Ends.pipe()
    _ = fcntl(ends.near, F_SETFL, O_NONBLOCK)
    let source = LineSource(descriptor: ends.near)
    #expect(source.fill() == .nothing)
    ends.send("late\n")
    #expect(source.fill() == .bytes)
    #expect(source.next()?.text == "late")
  }

  @Test("A text is an input too")
  func text() {
    let source = LineSource(text: "back\nhome")
    #expect(source.hasLine())
    #expect(
      [source.next()?.text, source.next()?.text, source.next()?.text] == ["back", "home", nil])
    #expect(!source.hasLine())
  }
}
