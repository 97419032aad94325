import CWaylineSystem
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

  /// The kinds of input that keep what is not read.
  enum Shared: CaseIterable {
    case pipe, socket, file

    /// A descriptor with these bytes, and one to be closed with it.
    func open(_ bytes: [UInt8]) -> [Int32] {
      var ends: [Int32] = [-1, -1]
      switch self {
      case .pipe: wayline_pipe(&ends)
      case .socket: socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
      case .file:
        var path = Array("/tmp/wayline-XXXXXX".utf8CString)
        ends = [mkstemp(&path), dup(STDERR_FILENO)]
        unlink(path)
        _ = write(ends[0], bytes, bytes.count)
        lseek(ends[0], 0, SEEK_SET)
        return ends
      }
      _ = write(ends[1], bytes, bytes.count)
      return ends
    }
  }

  @Test(
    "A reader that shares its input takes no byte beyond its line",
    arguments: Shared.allCases, [0, 1, 4_095, 4_096, 4_097, 20_000])
  func shared(kind: Shared, length: Int) throws {
    let (line, rest) = (String(repeating: "x", count: length), "next\n\n\0tail")
    let ends = kind.open(Array("\(line)\n\(rest)".utf8))
    defer { for end in ends { close(end) } }
    let source = LineSource(descriptor: ends[0], isShared: true)
    var found = source.next()
    while found == nil {
      try #require(source.fill() == .bytes)
      found = source.next()
    }
    #expect(found?.text == line && !source.hasLine())

    var left = [UInt8](repeating: 0, count: 100)
    let count = read(ends[0], &left, left.count)
    #expect(String(decoding: left[..<max(0, count)], as: UTF8.self) == rest)
  }
}
