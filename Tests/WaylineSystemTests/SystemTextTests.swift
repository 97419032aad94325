import Testing

@testable import WaylineSystem

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Texts for bytes of the system")
struct SystemTextTests {
  @Test("Every one and two bytes become a text and the same bytes again")
  func shortOnes() {
    let bytes = UInt8.min...UInt8.max
    #expect(bytes.allSatisfy { String(systemBytes: [$0]).systemBytes == [$0] })
    let wrong = bytes.filter { first in
      !bytes.allSatisfy { String(systemBytes: [first, $0]).systemBytes == [first, $0] }
    }
    #expect(wrong.isEmpty)
  }

  /// Bytes at the bounds of the forms of UTF-8, and those of the scalars that stand for bytes.
  private static let bounds: [UInt8] = [
    0x2F, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xCC, 0xE0, 0xED,
    0xEF, 0xF0, 0xF4, 0xF5, 0xFF,
  ]

  @Test("Sequences of bytes at the bounds of UTF-8 become the same bytes again, also when joined")
  func longOnes() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 3...9, using: &random)).map { _ in
        Self.bounds.randomElement(using: &random) ?? 0x61
      }
      let text = String(systemBytes: bytes)
      let half = bytes.count / 2
      let joined =
        String(systemBytes: bytes[..<half]) + "/" + String(systemBytes: bytes[half...])
      #expect(text.systemBytes == bytes)
      #expect(joined.systemBytes == bytes[..<half] + [0x2F] + bytes[half...])
    }
  }

  @Test(
    "A text is itself, unless it is the UTF-8 of a scalar that stands for a byte",
    arguments: ["", "st", "Stöße", "図書館/😀", "\u{10FF7F}", "e\u{301}", "\u{FFFD}"])
  func plain(text: String) {
    #expect(Array(String(systemBytes: text.utf8).utf8) == Array(text.utf8))
    #expect(!String(systemBytes: text.utf8).hasSystemBytes && text.systemBytes == Array(text.utf8))
    let reserved = text + "\u{10FFFF}"
    #expect(
      String(systemBytes: reserved.utf8).unicodeScalars.count == text.unicodeScalars.count + 4)
    #expect(String(systemBytes: reserved.utf8).systemBytes == Array(reserved.utf8))
  }

  /// The names of one byte that a file can have, and some longer ones.
  private static let names =
    (UInt8(1)...255).filter { $0 != 0x2F && $0 != 0x2E }.map { [$0] }
    + [[0x73, 0x74, 0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0xC0, 0xAF]]

  @Test("A file of any name is made, found, linked, renamed and removed under its bytes")
  func files() throws {
    let scratch = try Scratch()
    for name in Self.names {
      let path = scratch.file(String(systemBytes: name))
      _ = try FileDescriptor.open(path, for: .writing, [.create, .exclusive])
      #expect(Self.names(in: scratch.path) == [name])
      #expect(try FileSystem.names(in: scratch.path).map(\.systemBytes) == [name])
      #expect(try FileSystem.status(of: path)?.kind == .file && FileSystem.isWritable(path))
      #expect(try FileSystem.resolved(path).systemBytes == path.systemBytes)
      try FileSystem.setPermissions(of: path, to: 0o600)
      #expect(try FileSystem.link(path, to: path + "-2"))
      #expect(try !FileSystem.link(path, to: path + "-2"))
      try FileSystem.rename(path + "-2", to: path + "\u{10FFFE}")
      #expect(Set(Self.names(in: scratch.path)) == [name, name + [0xFE]])
      try FileSystem.remove(path)
      try FileSystem.remove(path + "\u{10FFFE}")
      #expect(Self.names(in: scratch.path).isEmpty)
    }
  }

  @Test("A folder of any name is made, watched, flushed, and has files of its own")
  func folders() throws {
    let scratch = try Scratch()
    let folder = scratch.file(String(systemBytes: [0x73, 0x74, 0xFF]))
    #expect(try FileSystem.makeFolder(folder) && !FileSystem.makeFolder(folder))
    #expect(FolderWatch(folder) != nil && !FileSystem.isOnNetwork(folder))
    let made = try [1, 2].withUnsafeBytes { try FileSystem.publish($0, at: "\(folder)/copies") }
    let (temporary, _) = try FileSystem.makeTemporaryFile(in: folder, named: "draft")
    #expect(made && temporary.hasPrefix("\(folder)/draft-"))
    #expect(FileSystem.birthTime(of: temporary) > 0)
    #expect(try FileSystem.names(in: folder).count == 2)
    for path in [temporary, "\(folder)/copies"] { try FileSystem.remove(path) }
  }

  @Test("A program gets arguments, variables and its own name as bytes")
  func program() throws {
    let scratch = try Scratch()
    let program = scratch.file("sh\u{10FFFF}")
    symlink("/bin/sh", program.systemString)
    let pipe = try FileDescriptor.pipe()
    var setup = ChildProcess.Setup()
    setup.arguments = ["-c", "printf %s \"$0$MEMBER\"", "a\u{10FFC3}"]
    (setup.environment, setup.output) = (["MEMBER": "\u{10FF80}b"], pipe.writing.number)
    #expect(try ChildProcess.start(program, setup).wait() == 0)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = try bytes.withUnsafeMutableBytes { try pipe.reading.read(into: $0) }
    #expect(Array(bytes.prefix(count)) == [0x61, 0xC3, 0x80, 0x62])
  }

  /// The names in a folder, read without what is tested.
  private static func names(in folder: String) -> [[UInt8]] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }
}
