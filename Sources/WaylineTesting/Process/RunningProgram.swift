import WaylineSystem

/// A program between its start and its end: its process and the near ends of its pipes.
final class RunningProgram {
  private let process: ChildProcess
  private var input: FileDescriptor?
  private var streams: [Stream]

  private struct Stream {
    var file: FileDescriptor?
    var bytes: [UInt8] = []
  }

  init(_ program: Program, arguments: [String], environment: [String: String]) throws {
    do throws(SystemError) {
      let (input, output, errors) = (
        try FileDescriptor.pipe(), try FileDescriptor.pipe(), try FileDescriptor.pipe()
      )
      var setup = ChildProcess.Setup()
      (setup.arguments, setup.environment) = (arguments, environment)
      (setup.input, setup.output) = (input.reading.number, output.writing.number)
      (setup.errors, setup.hasOwnGroup) = (errors.writing.number, true)
      process = try ChildProcess.start(program.path, setup)
      self.input = input.writing
      streams = [Stream(file: output.reading), Stream(file: errors.reading)]
    } catch {
      throw ProgramError.notStarted(program.path, error.code)
    }
  }

  /// Feeds the input, collects what is written, and waits for the end.
  ///
  /// - Parameter endsIfStopped: true to kill a program that has stopped and would never end.
  func finish(input bytes: [UInt8], limit: Int, endsIfStopped: Bool = false) -> ProgramRun {
    let deadline = SystemClock.uptime() + .seconds(limit)
    var rest = bytes[...]
    var (isTimedOut, isStopped) = (false, false)
    while streams.contains(where: { $0.file != nil }) {
      if SystemClock.uptime() > deadline {
        isTimedOut = true
        // The group: what it started itself would keep the pipes open.
        process.signalGroup(.kill)
        break
      }
      if endsIfStopped, process.isStopped {
        isStopped = true
        process.signalGroup(.kill)
        break
      }
      turn(&rest)
    }
    input = nil
    return ProgramRun(
      output: String(decoding: streams[0].bytes, as: UTF8.self),
      errors: String(decoding: streams[1].bytes, as: UTF8.self), status: process.wait(),
      isTimedOut: isTimedOut, isStopped: isStopped)
  }

  /// Waits once for whatever can continue, at most a second.
  private func turn(_ rest: inout ArraySlice<UInt8>) {
    if rest.isEmpty { input = nil }
    var list = PollList()
    list.append(input?.number ?? -1, .writable)
    for stream in streams { list.append(stream.file?.number ?? -1) }
    guard list.wait(.seconds(1)) else { return }
    if list.isReady(at: 0) { feed(&rest) }
    for index in streams.indices where list.isReady(at: index + 1) { collect(index) }
  }

  private func feed(_ rest: inout ArraySlice<UInt8>) {
    guard let input else { return }
    switch rest.withUnsafeBytes({ input.transfer($0) }) {
    case .bytes(let count): rest = rest.dropFirst(count)
    case .nothing: break
    // A program that reads no more is not an error of the test: the rest is not needed.
    case .end, .failed: rest = []
    }
  }

  private func collect(_ index: Int) {
    guard let file = streams[index].file else { return }
    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
      if case .bytes(let count) = file.transfer(into: buffer) {
        streams[index].bytes += buffer[..<count]
      } else {
        streams[index].file = nil
      }
    }
  }
}
