import Testing

@testable import WaylineSystem

@Suite("Descriptors that are waited for")
struct PollListTests {
  @Test("Only the entry that has bytes is ready, and a paused one never is")
  func readiness() throws {
    let (first, second) = (try FileDescriptor.pipe(), try FileDescriptor.pipe())
    var list = PollList()
    for pipe in [first, second] { list.append(pipe.reading.number) }
    let isReadyBefore = list.wait(.zero)
    try second.writing.writeAll("x")
    let isReadyAfter = list.wait()
    #expect(!isReadyBefore)
    #expect(isReadyAfter)
    #expect(!list.isReady(at: 0))
    #expect(list.isReady(at: 1))
    list.setActive(false, at: 1)
    let isReadyPaused = list.wait(.zero)
    #expect(!isReadyPaused)
    list.setActive(true, at: 1)
    list.remove(at: 0)
    let isReadyAgain = list.wait(.zero)
    #expect(isReadyAgain)
    #expect(list.isReady(at: 0))
  }

  @Test("A descriptor below 0 is never ready")
  func absent() {
    var list = PollList()
    list.append(-1)
    let isReady = list.wait(.milliseconds(1))
    #expect(!isReady)
  }
}

@Suite("Transfers that do not wait")
struct TransferTests {
  @Test("A full pipe takes nothing, and takes more when it was read")
  func full() throws {
    let pipe = try FileDescriptor.pipe()
    let bytes = [UInt8](repeating: 1, count: 1 << 17)
    var written = 0
    while case .bytes(let count) = bytes.withUnsafeBytes({ pipe.writing.transfer($0) }) {
      written += count
    }
    #expect(written > 0)
    #expect(bytes.withUnsafeBytes { pipe.writing.transfer($0) } == .nothing)
    var buffer = [UInt8](repeating: 0, count: 1 << 13)
    #expect(buffer.withUnsafeMutableBytes { pipe.reading.transfer(into: $0) } == .bytes(1 << 13))
    #expect(bytes.withUnsafeBytes { pipe.writing.transfer($0) } != .nothing)
  }

  @Test("A pipe that nothing reads fails without a signal, and one without writers is at its end")
  func closed() throws {
    let writing = try FileDescriptor.pipe().writing
    let reading = try FileDescriptor.pipe().reading
    let bytes: [UInt8] = [1]
    #expect(bytes.withUnsafeBytes { writing.transfer($0) } == .failed(.brokenPipe))
    var buffer: [UInt8] = [0]
    #expect(buffer.withUnsafeMutableBytes { reading.transfer(into: $0) } == .end)
  }
}

@Suite("Terminals of the system")
struct TerminalDeviceTests {
  @Test("Settings are written back as they were read")
  func settings() throws {
    let (controller, terminal) = try FileDescriptor.pseudoTerminal()
    let original = try #require(terminal.terminalSettings)
    var changed = original
    (changed.echoes, changed.readsLines, changed.retainsInputAtSignals) = (false, false, true)
    try terminal.setTerminal(changed)
    #expect(terminal.terminalSettings?.echoes == false)
    #expect(terminal.terminalSettings?.retainsInputAtSignals == true)
    try terminal.setTerminal(original)
    #expect(terminal.terminalSettings?.echoes == true)
    #expect(terminal.terminalSettings?.readsLines == true)
    #expect(controller.isOpen)
  }

  @Test("Typed bytes are counted, and discarded before they are read")
  func typed() throws {
    let (controller, terminal) = try FileDescriptor.pseudoTerminal()
    try controller.writeAll("back\n")
    #expect(terminal.wait(until: .readable, .seconds(5)))
    #expect(terminal.waitingBytes == 5)
    terminal.discardInput()
    #expect(terminal.waitingBytes == 0)
  }

  @Test("A terminal has the size that it was given; a pipe has none and is not a terminal")
  func size() throws {
    let (controller, terminal) = try FileDescriptor.pseudoTerminal()
    #expect(terminal.terminalSize == nil)
    try controller.setTerminalSize(columns: 72, rows: 20)
    let size = try #require(terminal.terminalSize)
    #expect(size == (72, 20))
    let pipe = try FileDescriptor.pipe()
    #expect(!pipe.reading.isTerminal)
    #expect(pipe.reading.terminalSettings == nil)
    #expect(pipe.reading.terminalSize == nil)
  }
}
