import CWaylineSystem
import Dispatch
import Glibc
import Testing
import WaylineSystem

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

  @Test("A held text and that of an editor are written before the next text, and once")
  func held() {
    let ends = Ends.pipe()
    let output = Output(descriptor: ends.far)
    var edited: [UInt8] = []
    output.editedText = {
      defer { edited = [] }
      return edited
    }
    edited = Array("end of a line, ".utf8)
    output.hold("a screen, ")
    edited = Array("a prompt, ".utf8)
    #expect(!isReadable(ends.near, within: 0))
    output.write("a notice.")
    let text = "end of a line, a screen, a prompt, a notice."
    #expect(Received(ends.near, until: ".").text == text)
    output.flush()
    #expect(!isReadable(ends.near, within: 0))
    output.hold("the last screen.")
    output.flush()
    #expect(Received(ends.near, until: ".").text == "the last screen.")
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

  @Test("A stream that another thread has locked does not hold up a frame")
  func otherStreams() throws {
    let (ends, other) = (Ends.pipe(), Ends.pipe())
    nonisolated(unsafe) let stream = try #require(fdopen(dup(other.near), "r"))
    let (isLocked, mayUnlock) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let group = DispatchGroup()
    DispatchQueue(label: "wayline.tests").async(group: group) {
      flockfile(stream)
      isLocked.signal()
      mayUnlock.wait()
      funlockfile(stream)
    }
    isLocked.wait()
    Output(descriptor: ends.far).write("a frame.")
    #expect(Received(ends.near, until: ".").text == "a frame.")
    mayUnlock.signal()
    group.wait()
    fclose(stream)
  }

  @Test("An output of objects has its descriptor to itself, and gives it back")
  func redirected() {
    let ends = Ends.pipe()
    var output: Output? = Output(descriptor: ends.far, redirecting: true)
    #expect(isSameFile(ends.far, STDERR_FILENO))
    output?.write("an object.")
    #expect(Received(ends.near, until: ".").text == "an object.")
    output = nil
    #expect(!isSameFile(ends.far, STDERR_FILENO))
  }

  private func isSameFile(_ one: Int32, _ other: Int32) -> Bool {
    var (first, second) = (stat(), stat())
    return fstat(one, &first) == 0 && fstat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  @Test("An output without a reader is closed, and its error is reported")
  func closed() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    wayline_pipe(&ends)
    let output = Output(descriptor: ends[1])
    close(ends[0])
    output.write("anyone?")
    #expect(output.isClosed)
    #expect(output.error == .brokenPipe)
    close(ends[1])
  }
}
