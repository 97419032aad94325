import Glibc
import Synchronization

/// The memory of this process, as another one with its rights could read it.
package enum OwnMemory {
  /// A pipe takes as much at once.
  private static let chunk = 1 << 15

  /// The number of places that have some bytes; -1 if the memory cannot be read.
  ///
  /// - Parameter masked: the bytes, each with its bits inverted: they themselves are at no place.
  package static func count(of masked: [UInt8]) -> Int {
    let maps = maps()
    var ends: [Int32] = [-1, -1]
    guard !maps.isEmpty, pipe(&ends) == 0 else { return -1 }
    defer { for end in ends { close(end) } }
    return String(decoding: maps, as: UTF8.self).split(separator: "\n").reduce(0) {
      guard let range = range(of: $1) else { return $0 }
      return $0 + count(of: masked, in: range, through: ends)
    }
  }

  /// The numbers of places in the registers of this thread that have some bytes, given inverted, after `body`.
  ///
  /// A signal writes all registers to the stack of its handler, which is searched.
  package static func countsInRegisters(
    of masked: [[UInt8]], after body: () throws -> Void
  ) rethrows -> [Int] {
    // A handler is one for the whole process.
    try handler.withLock { _ in try search(for: masked, after: body) }
  }

  private static let handler = Mutex(())

  private static func search(
    for masked: [[UInt8]], after body: () throws -> Void
  ) rethrows -> [Int] {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 64)
    room.initializeMemory(as: UInt8.self, repeating: 0)
    defer { room.deallocate() }
    var (stack, former) = (stack_t(), stack_t())
    (stack.ss_sp, stack.ss_size) = (room.baseAddress, room.count)
    var (action, formerAction) = (sigaction(), sigaction())
    action.__sigaction_handler.sa_handler = { _ in }
    action.sa_flags = SA_ONSTACK
    // The threads of tasks take no signals.
    var (signals, formerSignals) = (sigset_t(), sigset_t())
    sigaddset(&signals, SIGURG)
    let isReady =
      sigaltstack(&stack, &former) == 0 && sigaction(SIGURG, &action, &formerAction) == 0
      && pthread_sigmask(SIG_UNBLOCK, &signals, &formerSignals) == 0
    defer {
      pthread_sigmask(SIG_SETMASK, &formerSignals, nil)
      sigaction(SIGURG, &formerAction, nil)
      sigaltstack(&former, nil)
    }
    let thread = pthread_self()
    try body()
    pthread_kill(thread, SIGURG)
    let bytes = UnsafeRawBufferPointer(room)
    return masked.map { isReady ? occurrences(of: $0, in: bytes) : -1 }
  }

  /// The mappings of the process; the system gives them a page at a time.
  private static func maps() -> [UInt8] {
    let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 20) { room, count in
      count = 0
      while let start = room.baseAddress, count < room.count {
        let new = read(file, start + count, room.count - count)
        guard new > 0 else { break }
        count += new
      }
    }
  }

  /// The addresses of a line such as `7f00-7f80 rw-p 00000000 00:00 0 [heap]`; nil if they cannot be
  /// read.
  private static func range(of line: Substring) -> Range<Int>? {
    let words = line.split(separator: " ")
    let bounds = words.first?.split(separator: "-").compactMap { Int($0, radix: 16) } ?? []
    guard bounds.count == 2, words[1].hasPrefix("rw") else { return nil }
    return bounds[0]..<bounds[1]
  }

  /// Reads a part of the memory through a pipe: one that another thread has just returned is an error, not a
  /// crash.
  private static func count(
    of masked: [UInt8], in range: Range<Int>, through pipe: [Int32]
  ) -> Int {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
    defer { bytes.deallocate() }
    var found = 0
    for start in stride(from: range.lowerBound, to: range.upperBound, by: chunk - masked.count) {
      let size = min(chunk, range.upperBound - start)
      let count = write(pipe[1], UnsafeRawPointer(bitPattern: start), size)
      guard count > 0, read(pipe[0], bytes.baseAddress, count) == count else { continue }
      found += occurrences(of: masked, in: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
    // Whatever was read is in memory once more.
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return found
  }

  private static func occurrences(of masked: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int {
    var (found, position) = (0, 0)
    while position + masked.count <= bytes.count, let start = bytes.baseAddress,
      let next = memchr(start + position, Int32(~masked[0]), bytes.count - position)
    {
      position = UnsafeRawPointer(next) - start
      guard position + masked.count <= bytes.count else { break }
      if bytes[position + 1] == ~masked[1],
        masked.indices.allSatisfy({ bytes[position + $0] == ~masked[$0] })
      {
        found += 1
      }
      position += 1
    }
    return found
  }
}
