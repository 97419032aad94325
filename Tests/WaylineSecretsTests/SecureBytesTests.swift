import CWaylineCrypto
import CWaylineSystem
import Dispatch
import FoundationEssentials
import Glibc
import Testing
import WaylineStorage
import WaylineSystem
import WaylineTestPrograms
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSecrets

@Suite("Secure bytes", .waitsForPrograms) struct SecureBytesTests {
  @Test("Keys and passphrases print as <redacted>, however they are printed")
  func redacted() throws {
    let phrase = try Passphrase("correct horse")
    let key = phrase.bytes
    var dumped = ""
    dump((key, phrase), to: &dumped)

    #expect("\(key) \(String(reflecting: key))" == "<redacted> <redacted>")
    #expect("\(phrase) \(String(reflecting: phrase))" == "<redacted> <redacted>")
    #expect(!dumped.contains("correct") && !dumped.contains("0x"))
  }

  @Test("A key prints as redacted")
  func printed() throws {
    let key = try SecureBytes.random(count: 32)
    #expect("\(key)" == "<redacted>")
  }

  @Test("Keys live on the secure heap")
  func secureHeap() throws {
    let key = try SecureBytes.random(count: 32)

    #expect(key.withUnsafeBytes { CRYPTO_secure_allocated($0.baseAddress) } == 1)
  }

  /// Calls `body` with random letters, and with the same inverted, which are at no other place.
  private func withSecret(
    _ count: Int, _ body: (UnsafeMutableRawBufferPointer, [UInt8]) throws -> Void
  ) rethrows {
    let masked = (0..<count).map { _ in ~UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z")) }
    try withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { bytes in
      for (index, byte) in masked.enumerated() { bytes[index] = ~byte }
      try body(bytes, masked)
      wayline_erase(bytes.baseAddress, count)
    }
  }

  @Test("Copied bytes stay in registers until the traces are erased")
  func registers() {
    withSecret(1_500) { bytes, masked in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
      // Which part stays depends on the processor: some clear the upper halves of their registers.
      let end = (1...4).map { Array(masked.dropLast(16 * ($0 - 1)).suffix(16)) }
      let copied = OwnMemory.countsInRegisters(of: end) {
        copy.copyMemory(from: UnsafeRawBufferPointer(bytes))
      }
      let erased = OwnMemory.countsInRegisters(of: end) {
        copy.copyMemory(from: UnsafeRawBufferPointer(bytes))
        ErasedMemory.eraseTraces()
      }
      #expect(copied.contains { $0 > 0 } && erased == [0, 0, 0, 0])
      wayline_erase(copy.baseAddress, copy.count)
      copy.deallocate()
    }
  }

  @Test(
    "A passphrase that was taken is in no register, and nowhere in memory after its release",
    // The length decides through which registers it is copied.
    arguments: [16, 24, 32, 40, 64, 100, 200, 400, 1_500, 4_000])
  func traces(count: Int) throws {
    var parts: [[UInt8]] = []
    try withSecret(count) { bytes, masked in
      parts = [0, count / 32 * 16, count - 16].map { Array(masked[$0..<min($0 + 16, count)]) }
      var phrase: Passphrase?
      let found = try OwnMemory.countsInRegisters(of: parts) {
        phrase = try Passphrase(copying: UnsafeRawBufferPointer(bytes))
      }
      #expect(found == [0, 0, 0] && phrase?.bytes.count == count)
    }
    #expect(parts.map { OwnMemory.count(of: $0) } == [0, 0, 0])
  }

  @Test(
    "Nor is one with characters that are not ASCII, in whichever form it was typed",
    arguments: [16, 40, 100, 400, 1_500], ["\u{E9}", "e\u{301}"])
  func traces(count: Int, accent: String) throws {
    var parts: [[UInt8]] = []
    try withSecret(count) { letters, masked in
      parts = [0, count / 32 * 16, count - 16].map { Array(masked[$0..<min($0 + 16, count)]) }
      var phrase: Passphrase?
      let length = count + 2 * accent.utf8.count
      try withUnsafeTemporaryAllocation(byteCount: length, alignment: 16) { bytes in
        bytes.copyBytes(from: accent.utf8)
        UnsafeMutableRawBufferPointer(rebasing: bytes[accent.utf8.count...])
          .copyMemory(from: UnsafeRawBufferPointer(letters))
        UnsafeMutableRawBufferPointer(rebasing: bytes[(length - accent.utf8.count)...])
          .copyBytes(from: accent.utf8)
        let found = try OwnMemory.countsInRegisters(of: parts) {
          phrase = try Passphrase(copying: UnsafeRawBufferPointer(bytes))
        }
        #expect(found == [0, 0, 0] && phrase?.bytes.count == count + 4)
        wayline_erase(bytes.baseAddress, length)
      }
    }
    #expect(parts.map { OwnMemory.count(of: $0) } == [0, 0, 0])
  }

  @Test("A process says whether its keys are locked in memory, as its limit allows")
  func locked() throws {
    let probe = Program.built("WaylineStorageProbe")
    let desk = try Desk()
    for (limit, isLocked) in [("0", "false"), ("1024", "true")] {
      // Limits do not bind the superuser, unless it gives up a capability.
      let script = """
        ulimit -l \(limit)
        if [ "$(id -u)" = 0 ]; then set -- setpriv --bounding-set -ipc_lock "$@"; fi
        exec "$@"
        """
      let run = try Program(path: "/bin/sh").run(
        ["-c", script, "sh", probe.path, "locked", desk.folder.path],
        environment: ["PATH": "/usr/bin:/bin"])
      #expect(run.lines.first == "locked \(isLocked)", "\(limit): \(run.output)")
    }
  }

  @Test("A program that asks for it is not dumped from the first open key on, and others are")
  func hidden() throws {
    let desk = try Desk()
    let run = try Program.built("WaylineStorageProbe").run(["locked", desk.folder.path])
    #expect(
      run.lines.dropFirst() == [
        "dumpable true", "dumpable true", "dumpable false", "dumpable false",
      ], "\(run.output) \(run.errors)")
  }

  @Test(
    "After lock a passphrase from a descriptor or the environment is nowhere in memory",
    arguments: ["descriptor", "variable"])
  func forgotten(source: String) throws {
    let passphrase = "a passphrase of the desk"
    let inverted = passphrase.utf8.map { "\(~$0)" }.joined(separator: ".")
    let desk = try Desk()
    let run = try Program.built("WaylineStorageProbe").run(
      ["forget", desk.folder.path, source, inverted],
      input: source == "descriptor" ? passphrase + "\n" : "",
      environment: source == "variable" ? ["DESK_PASSPHRASE": passphrase] : [:])
    #expect(run.lines == ["unlocked true", "locked 0"], "\(run.output) \(run.errors)")
  }

  @Test("A key larger than the secure heap still works")
  func overflow() throws {
    let key = try SecureBytes.random(count: 1 << 17)

    #expect(key.count == 1 << 17 && !key.isLockedInMemory)
    #expect(key.withUnsafeBytes { CRYPTO_secure_allocated($0.baseAddress) } == 0)
  }

  @Test("Equality compares the bytes")
  func equality() throws {
    #expect(secure([1, 2, 3]) == secure([1, 2, 3]))
    #expect(secure([1, 2, 3]) != secure([1, 2, 4]))
    #expect(secure([1, 2, 3]) != secure([1, 2]))
    #expect(secure([]) == secure([]))
  }

  @Test("An empty passphrase is refused")
  func emptyPassphrase() {
    #expect(throws: SecretError.emptyPassphrase) { try Passphrase("") }
    #expect(throws: SecretError.emptyPassphrase) {
      try Passphrase(copying: UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  @Test(
    "A passphrase from a descriptor is its first line, without the end",
    arguments: ["correct horse", "correct horse\n", "correct horse\r\n", "correct horse\nbattery"])
  func descriptor(content: String) throws {
    #expect(try Passphrase(readingFrom: descriptor(holding: content)) == .horse)
  }

  @Test(
    "A passphrase is taken whole, or refused by its length", arguments: [4095, 4096, 4097, 5000])
  func length(count: Int) throws {
    let text = String(repeating: "x", count: count)
    let desk = try Desk()
    let path = "\(desk.folder.path)/phrase"
    try PrivateFile(path).write(Data("\(text)\r\nsecond".utf8))
    let isWhole = count <= Passphrase.longest

    for read in [{ try Passphrase(text) }, { try Passphrase(contentsOfFile: path) }] {
      if isWhole {
        #expect(try read().bytes.count == count)
      } else {
        #expect(throws: SecretError.passphraseTooLong(limit: 4096)) { try read() }
      }
    }
  }

  @Test("A passphrase file that others can read is refused", arguments: [0o640, 0o604, 0o620])
  func sharedFile(mode: mode_t) throws {
    let desk = try Desk()
    let path = "\(desk.folder.path)/phrase"
    try PrivateFile(path).write(Data("correct horse\n".utf8))
    #expect(try Passphrase(contentsOfFile: path) == .horse)
    chmod(path, mode)

    let problem = FileProblem.openPermissions(mode: UInt32(mode))
    #expect(throws: SecretError.store(.unsafeFile(path: path, problem: problem))) {
      try Passphrase(contentsOfFile: path)
    }
  }

  @Test("A passphrase is waited for also where the descriptor does not wait")
  func nonblockingDescriptor() throws {
    var ends: [Int32] = [0, 0]
    try #require(wayline_pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    try #require(fcntl(reading, F_SETFL, O_NONBLOCK) == 0)
    write(writing, "correct ", 8)
    DispatchQueue(label: "wayline.tests").async {
      // The second half comes once the first has been read.
      var waiting: Int32 = 1
      while waiting > 0 { _ = ioctl(reading, UInt(FIONREAD), &waiting) }
      usleep(20_000)
      write(writing, "horse\n", 6)
    }
    #expect(try Passphrase(readingFrom: reading) == .horse)
    close(writing)
    close(reading)
  }

  @Test("An empty first line is not a passphrase", arguments: ["", "\n", "\r\n", "\nhorse"])
  func emptyDescriptor(content: String) throws {
    let descriptor = try descriptor(holding: content)

    #expect(throws: SecretError.emptyPassphrase) { try Passphrase(readingFrom: descriptor) }
  }

  @Test("A descriptor that cannot be read is an error")
  func closedDescriptor() {
    let error = SecretError.store(
      .system(operation: "read", path: "descriptor -1", code: EBADF))

    #expect(throws: error) { try Passphrase(readingFrom: -1) }
  }

  /// The reading end of a pipe that holds `content`; left open until the tests end.
  private func descriptor(holding content: String) throws -> Int32 {
    var ends: [Int32] = [0, 0]
    try #require(wayline_pipe(&ends) == 0)
    write(ends[1], content, content.utf8.count)
    close(ends[1])
    return ends[0]
  }
}
