import Glibc
import Testing

@testable import WaylineShell

@Suite("Output")
struct OutputTests {
  @Test("A frame larger than a pipe arrives whole")
  func large() {
    let ends = Ends.pipe()
    let output = Output(descriptor: ends.far)
    let text = String(repeating: "0123456789", count: 30_000) + "."
    let received = Received(ends.near, until: ".")
    output.write(text)
    #expect(received.text == text)
    #expect(!output.isTerminal)
  }

  @Test("A full output that does not wait is waited for")
  func nonBlocking() {
    let ends = Ends.pipe()
    _ = fcntl(ends.far, F_SETFL, O_NONBLOCK)
    let output = Output(descriptor: ends.far)
    let text = String(repeating: "x", count: 200_000) + "."
    let received = Received(ends.near, until: ".")
    output.write(text)
    #expect(received.text.utf8.count == text.utf8.count)
  }

  @Test("An output that nobody reads is closed, and told by its error")
  func closed() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    let output = Output(descriptor: ends[1])
    close(ends[0])
    output.write("anyone?")
    #expect(output.isClosed)
    #expect(output.error == EPIPE)
    close(ends[1])
  }
}
