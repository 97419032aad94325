import Testing

@testable import WaylineSystem

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Programs and the process")
struct ProcessTests {
  @Test("A program gets its arguments, variables and descriptors, and returns its status")
  func start() throws {
    let pipe = try FileDescriptor.pipe()
    var setup = ChildProcess.Setup()
    setup.arguments = ["-c", "echo \"$0 $MEMBER\"; exit 7", "desk"]
    setup.environment = ["MEMBER": "Ann"]
    setup.output = pipe.writing.number
    let child = try ChildProcess.start("/bin/sh", setup)
    #expect(child.wait() == 7)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = try bytes.withUnsafeMutableBytes { try pipe.reading.read(into: $0) }
    #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "desk Ann\n")
  }

  @Test("A program that a signal ended has the status 128 and the signal's number")
  func signalled() throws {
    var setup = ChildProcess.Setup()
    (setup.arguments, setup.hasOwnGroup) = (["-c", "sleep 60"], true)
    let child = try ChildProcess.start("/bin/sh", setup)
    child.signalGroup(.terminate)
    #expect(child.wait() == 128 + SignalNumber.terminate.rawValue)
  }

  @Test("A program that does not exist is an error with its name")
  func absent() {
    let error = #expect(throws: SystemError.self) { try ChildProcess.start("/none/desk") }
    #expect(error?.description == "Could not start '/none/desk': No such file or directory.")
  }

  @Test("A program is looked for in PATH only when that is requested")
  func search() throws {
    #expect(throws: SystemError.self) { try ChildProcess.start("true") }
    var setup = ChildProcess.Setup()
    setup.searchesPath = true
    #expect(try ChildProcess.start("true", setup).wait() == 0)
  }

  @Test("The output of a program is whole or nothing: not after its time or another status")
  func output() throws {
    func output(_ script: String, within limit: Duration = .seconds(30)) throws -> [UInt8]? {
      try ChildProcess.output(of: "/bin/sh", ["-c", script], within: limit)
    }
    #expect(try output("read line || echo none; echo error >&2") == Array("none\n".utf8))
    #expect(try output("head -c 200000 /dev/zero")?.count == 200_000)
    #expect(try output("echo half; exit 1") == nil)
    #expect(try output("echo half; exec sleep 100", within: .milliseconds(200)) == nil)
    #expect(try output("exec >&-; exec sleep 100", within: .milliseconds(200)) == nil)
    #expect(throws: SystemError.self) {
      try ChildProcess.output(of: "/none/desk", [], within: .seconds(1))
    }
  }

  @Test("A program whose output is no longer wanted is killed", arguments: ["", "exec >&-; "])
  func cancelled(beginning: String) throws {
    var questions = 0
    let output = try ChildProcess.output(
      of: "/bin/sh", ["-c", beginning + "exec sleep 100"], within: .seconds(90),
      unless: {
        questions += 1
        return questions > 3
      })
    #expect(output == nil && questions == 4)
  }

  @Test("A variable is read, and an erased one is inherited by no program")
  func variables() throws {
    setenv("WAYLINE_SYSTEM_TEST", "a=b", 1)
    #expect(CurrentProcess.environment["WAYLINE_SYSTEM_TEST"] == "a=b")
    CurrentProcess.eraseVariable("WAYLINE_SYSTEM_TEST")
    #expect(CurrentProcess.variable("WAYLINE_SYSTEM_TEST") == nil)
    #expect(CurrentProcess.environment["WAYLINE_SYSTEM_TEST"] == nil)
  }

  @Test("A limit can be read and lowered")
  func limits() throws {
    let core = try CurrentProcess.limit(.coreDump)
    try CurrentProcess.setLimit(.coreDump, to: 0)
    #expect(try CurrentProcess.limit(.coreDump).current == 0)
    if let former = core.current { try CurrentProcess.setLimit(.coreDump, to: former) }
    #expect(try CurrentProcess.limit(.descriptors).current ?? .max > 3)
  }

  @Test("The user has a number and a home folder")
  func user() {
    #expect(CurrentProcess.user == geteuid())
    #expect(CurrentProcess.homeFolder?.hasPrefix("/") == true)
  }
}

@Suite("Clocks and memory")
struct ClockTests {
  @Test("Sleeping takes at least the time that was requested")
  func sleep() {
    let start = SystemClock.uptime()
    SystemClock.sleep(.milliseconds(3))
    #expect(SystemClock.uptime() - start >= .milliseconds(3))
    #expect(SystemClock.sinceEpoch() > .seconds(1_700_000_000))
  }

  @Test("A byte is found from a position on")
  func search() {
    let bytes = Array("a\nb\nc".utf8)
    bytes.withUnsafeBytes {
      #expect($0.firstOffset(of: 0x0A) == 1)
      #expect($0.firstOffset(of: 0x0A, from: 2) == 3)
      #expect($0.firstOffset(of: 0x0A, from: 4) == nil)
      #expect($0.firstOffset(of: 0x0A, from: 5) == nil)
    }
  }

  @Test("Memory is compared byte by byte, and threads have different numbers")
  func comparison() {
    #expect(haveSameBytes([UInt8(1), 2, 3], [UInt8(1), 2, 4], count: 2))
    #expect(!haveSameBytes([UInt8(1), 2, 3], [UInt8(1), 2, 4], count: 3))
    #expect(currentThread() == currentThread())
  }
}
