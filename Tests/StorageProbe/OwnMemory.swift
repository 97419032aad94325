import Glibc
import WaylineSecrets
import WaylineSystem

/// The memory of this process, as another one with its rights could read it.
enum OwnMemory {
  private static let chunk = 1 << 20

  /// The number of places that have some bytes.
  ///
  /// - Parameter masked: the bytes, each with its bits inverted: they themselves are at no place.
  static func count(of masked: [UInt8]) -> Int {
    guard let maps = try? FileDescriptor.open("/proc/self/maps", for: .reading).readAll(),
      let memory = try? FileDescriptor.open("/proc/self/mem", for: .reading)
    else { return -1 }
    return String(decoding: maps, as: UTF8.self).split(separator: "\n").reduce(0) {
      guard let range = range(of: $1) else { return $0 }
      return $0 + count(of: masked, in: range, of: memory)
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

  private static func count(
    of masked: [UInt8], in range: Range<Int>, of memory: FileDescriptor
  ) -> Int {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
    defer { bytes.deallocate() }
    var found = 0
    for start in stride(from: range.lowerBound, to: range.upperBound, by: chunk - masked.count) {
      let part = UnsafeMutableRawBufferPointer(
        rebasing: bytes.prefix(range.upperBound - start))
      guard let count = try? memory.read(into: part, at: start) else { continue }
      found += occurrences(of: masked, in: UnsafeRawBufferPointer(rebasing: part[..<count]))
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
      if masked.indices.allSatisfy({ bytes[position + $0] == ~masked[$0] }) { found += 1 }
      position += 1
    }
    return found
  }
}

extension Role {
  /// Protects secrets with a passphrase, and says how often it is in memory before and after `lock`.
  func forget(_ folder: String, _ words: [String]) throws {
    let masked = words[1].split(separator: ".").compactMap { UInt8($0) }
    let secrets = Self.secrets(in: folder)
    try supply(secrets, from: words[0])
    say("unlocked \(OwnMemory.count(of: masked) > 0)")
    secrets.lock()
    say("locked \(OwnMemory.count(of: masked))")
  }

  /// Takes the passphrase as a program does at its start.
  private func supply(_ secrets: SecretStore, from source: String) throws {
    if source == "variable" {
      guard let bytes = CurrentProcess.bytes(ofVariable: "DESK_PASSPHRASE") else { return }
      secrets.supply(try Passphrase(copying: bytes))
      CurrentProcess.eraseVariable("DESK_PASSPHRASE")
    } else {
      secrets.supply(try Passphrase(readingFrom: STDIN_FILENO))
    }
    if let passphrase = secrets.suppliedPassphrase { try secrets.protect(with: passphrase) }
  }
}
