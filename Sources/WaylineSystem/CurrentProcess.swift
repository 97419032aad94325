import CWaylineSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The running process: its environment, user, limits and end.
package enum CurrentProcess {
  /// The number by which the system knows it.
  package static var identifier: Int32 { getpid() }

  /// The number of the process that started it; another one once that has ended.
  package static var parent: Int32 { getppid() }

  /// The number of the user on whose behalf it runs.
  package static var user: UInt32 { geteuid() }

  /// The name of that user; its number where the system knows no name.
  package static var userName: String {
    guard let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name else {
      return "\(geteuid())"
    }
    return String(systemString: name)
  }

  /// The name of the host; `localhost` where it has none.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return "localhost" }
    return String(systemString: name)
  }

  /// The home folder of that user according to the system, which `HOME` may override; nil if unknown.
  package static var homeFolder: String? {
    guard let entry = getpwuid(geteuid()), let home = entry.pointee.pw_dir else { return nil }
    return String(systemString: home)
  }

  /// The words that it was started with, without the name of the program.
  package static var arguments: [String] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst()
      .compactMap { $0.map { String(systemString: $0) } }
  }

  /// The width for texts on the standard output: that of the variable `COLUMNS`, or else of its terminal; nil
  /// where neither says one.
  package static var outputColumns: Int? {
    let given = variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return (given ?? FileDescriptor.standardOutput.terminalSize?.columns).map { max($0, 20) }
  }

  /// The folder from which relative paths begin; `.` if it was removed.
  package static var workingFolder: String {
    guard let folder = getcwd(nil, 0) else { return "." }
    defer { free(folder) }
    return String(systemString: folder)
  }

  /// Ends the process in order: handlers of `atexit` run, and streams are flushed.
  package static func exit(_ status: Int32) -> Never { LibraryCall.exitProcess(status) }

  /// Ends the process without its handlers of `atexit`, from any thread.
  package static func exitAtOnce(_ status: Int32) -> Never { LibraryCall.exitAtOnce(status) }

  /// Writes out what was printed through the C library's standard output, and no other stream.
  ///
  /// A stream that another thread reads is locked as long as it waits; standard output is not read.
  /// - Returns: the reason why some of what was printed since the start could not be written; nil if
  ///   all of it was.
  @discardableResult
  package static func flushStandardOutput() -> ErrorCode? {
    let code = wayline_flush_standard_output()
    return code == 0 ? nil : ErrorCode(rawValue: code)
  }

  /// Opens the standard descriptors that the parent closed, so that no file gets their numbers.
  ///
  /// The first thing a program does: before it, a store could become its standard input. Writing to a
  /// standard output that was closed fails with ``ErrorCode/badDescriptor``.
  /// - Throws: when the process may not open that many files.
  package static func openStandardDescriptors() throws(SystemError) {
    let code = wayline_open_standard_descriptors()
    guard code == 0 else {
      throw SystemError("open", "/dev/null", ErrorCode(rawValue: code))
    }
  }
}

extension CurrentProcess {
  /// True if this many descriptors can be opened besides those that are open.
  package static func canOpen(_ count: Int) -> Bool {
    let source = FileDescriptor.standardInput
    var copies: [FileDescriptor] = []
    while copies.count < count {
      guard let copy = try? source.copy() else { return false }
      copies.append(copy)
    }
    return true
  }
}

// MARK: - Environment

extension CurrentProcess {
  /// The variables of the environment.
  ///
  /// Read from the process itself, which takes a tenth of the time that `ProcessInfo` does and is a
  /// part of every start.
  package static var environment: [String: String] { environment(without: nil) }

  /// The variables of this process without one, whose value must not be copied.
  package static func environment(without excluded: String?) -> [String: String] {
    var variables = [String: String](minimumCapacity: 64)
    // A process that has cleared its variables has no list of them.
    guard var next = wayline_environment() else { return variables }
    while let entry = next.pointee {
      next += 1
      guard let sign = strchr(entry, Int32(UInt8(ascii: "="))) else { continue }
      let name = UnsafeRawBufferPointer(start: entry, count: sign - entry)
      let text = String(systemBytes: name)
      if text != excluded { variables[text] = String(systemString: sign + 1) }
    }
    return variables
  }

  /// The file of the program that runs, to start it again.
  package static var executable: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments.first ?? ""
    #endif
  }

  /// One variable; nil if it is not set.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(systemString: $0) }
  }

  /// The bytes of one variable, which need not be text; nil if it is not set.
  ///
  /// They stay valid until the variable is changed.
  package static func bytes(ofVariable name: String) -> UnsafeRawBufferPointer? {
    getenv(name).map { UnsafeRawBufferPointer(start: $0, count: strlen($0)) }
  }

  /// Overwrites the value of a variable and removes it, so that no program started later inherits it.
  ///
  /// NB: only while no other thread reads the environment: at the start of a program.
  package static func eraseVariable(_ name: String) {
    if let value = getenv(name) { memset(value, 0, strlen(value)) }
    unsetenv(name)
  }
}

// MARK: - Limits

extension CurrentProcess {
  /// The limits of a process that a caller asks for.
  package enum Limit: Int32, Sendable {
    /// The number of open descriptors.
    case descriptors
    /// The size of the largest file, in bytes.
    case fileSize
    /// The size of a core dump, in bytes.
    case coreDump
    /// The size of the main thread's stack, in bytes.
    case stack
    /// The size of memory that may be locked, in bytes.
    case lockedMemory
  }

  /// The present value of a limit, and the value up to which it can be raised; nil stands for none.
  package static func limit(
    _ limit: Limit
  ) throws(SystemError) -> (current: Int?, maximum: Int?) {
    var (current, maximum) = (Int64(0), Int64(0))
    try retrying("read", "limit") { wayline_limit(limit.rawValue, &current, &maximum) }
    return (current < 0 ? nil : Int(current), maximum < 0 ? nil : Int(maximum))
  }

  /// Sets the present value of a limit.
  static func setLimit(_ limit: Limit, to value: Int) throws(SystemError) {
    try retrying("set", "limit") { wayline_set_limit(limit.rawValue, Int64(value)) }
  }

  /// True if a crash may leave the memory of the process on disk, and debuggers may read it.
  ///
  /// On other systems than Linux only core dumps are prevented.
  package static func setDumpable(_ isDumpable: Bool) throws(SystemError) {
    try retrying("protect", "memory") { wayline_set_dumpable(isDumpable) }
  }

  /// True if a crash may leave the memory of the process on disk.
  package static var isDumpable: Bool { wayline_is_dumpable() }
}
