import WaylineSystem

/// The key that a command of the user's choice prints (`--key-command CMD`): the client of a key service, or a
/// program such as `pass` or `age`.
///
/// The shell runs it when the key is first needed, with the input and the errors of this program, so that it may ask
/// at the terminal. It prints the 32 bytes, or their 64 hexadecimal digits in a line. The key is nowhere but in the
/// memory of this process: it is neither stored nor a word of a command line.
package struct KeyCommand: KeyStorage {
  private let command: String

  /// The time for the command, in which a person may have to type something.
  private static let limit = Duration.seconds(120)

  /// The key of a command, which does not run before a key is needed.
  package init(_ command: String) {
    self.command = command
  }

  /// The command.
  package func place(of store: StoreIdentifier) -> String { command }

  /// Runs the command, and reads the key that it prints, whichever store it is for.
  package func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    var count = 0
    // One byte more than a key and the end of its line.
    let text = try SecureBytes(count: 2 * AuthenticatedEncryption.keyLength + 3) {
      buffer throws(SecretError) in
      count = try run(into: buffer)
    }
    return try Self.key(text, count: count)
  }

  /// Returns the key that the command prints, which is the same at each start.
  package func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes {
    try self.key(of: store)
  }

  /// Does nothing: the key is the command's, and may open other stores.
  package func removeKey(of store: StoreIdentifier) throws(SecretError) {}
}

// MARK: - Running

extension KeyCommand {
  /// Runs the command, and returns the number of bytes that it has printed.
  private func run(into buffer: UnsafeMutableRawBufferPointer) throws(SecretError) -> Int {
    let (child, output): (ChildProcess, FileDescriptor)
    do throws(SystemError) {
      (child, output) = try start()
    } catch {
      throw .keyCommandFailed(reason: "it could not be started: \(error.code)")
    }
    var wait = ForegroundWait(for: "the key command")
    let deadline = SystemClock.uptime() + Self.limit
    var count = 0
    while count < buffer.count {
      var list = PollList()
      list.append(output.number)
      let ending = wait.untilReady(&list, until: deadline)
      guard ending == .ready else {
        child.signal(.kill)
        _ = child.wait()
        let seconds = Self.limit.components.seconds
        throw .keyCommandFailed(
          reason: ending == .left ? "it was not awaited" : "it did not end within \(seconds) s")
      }
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      guard let more = try? output.read(into: rest), more > 0 else { break }
      count += more
    }
    // It may print without an end.
    if count == buffer.count { child.signal(.kill) }
    let status = child.wait()
    guard status == 0 || count == buffer.count else {
      throw .keyCommandFailed(reason: "it ended with status \(status)")
    }
    return count
  }

  /// Starts the command; this process keeps the reading end of its output only.
  private func start() throws(SystemError) -> (ChildProcess, output: FileDescriptor) {
    let (reading, writing) = try FileDescriptor.pipe()
    var setup = ChildProcess.Setup()
    (setup.arguments, setup.output) = (["-c", command], writing.number)
    return (try ChildProcess.start("/bin/sh", setup), reading)
  }
}

// MARK: - Reading

extension KeyCommand {
  /// The key in what a command has printed: its bytes, or their hexadecimal digits in a line.
  private static func key(_ text: SecureBytes, count: Int) throws(SecretError) -> SecureBytes {
    let length = AuthenticatedEncryption.keyLength
    return try text.withUnsafeBytes { bytes throws(SecretError) in
      let printed = UnsafeRawBufferPointer(rebasing: bytes[..<count])
      if count == length { return SecureBytes(copying: printed) }
      let digits = UnsafeRawBufferPointer(rebasing: printed[..<lineLength(of: printed)])
      guard digits.count == 2 * length else {
        throw .keyCommandFailed(
          reason:
            "it printed \(count < bytes.count ? "\(count)" : "more than \(count - 1)") bytes; "
            + "a key has \(length), or \(2 * length) hexadecimal digits")
      }
      return try SecureBytes(count: length) { key throws(SecretError) in
        for index in 0..<length {
          guard let high = digit(digits[2 * index]), let low = digit(digits[2 * index + 1]) else {
            throw .keyCommandFailed(reason: "it printed a line that is no hexadecimal number")
          }
          key[index] = high << 4 | low
        }
      }
    }
  }

  /// The length of a text without the end of its line.
  private static func lineLength(of text: UnsafeRawBufferPointer) -> Int {
    var length = text.count
    if length > 0, text[length - 1] == UInt8(ascii: "\n") { length -= 1 }
    if length > 0, text[length - 1] == UInt8(ascii: "\r") { length -= 1 }
    return length
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// The place of the key that a user has chosen instead of a file beside the state.
package enum ChosenKey: Hashable, Sendable {
  /// A file (`--key-file FILE`).
  case file(String)
  /// The output of a command (`--key-command CMD`).
  case command(String)

  var storage: any KeyStorage {
    switch self {
    case .file(let path): KeyFile(path)
    case .command(let command): KeyCommand(command)
    }
  }
}
