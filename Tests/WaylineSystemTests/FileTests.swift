import Testing

@testable import WaylineSystem

#if canImport(Glibc)
  import Glibc
#endif

/// A folder that is removed with its files at the end of a test.
final class Scratch {
  let path: String

  init() throws {
    var name = Array("/tmp/wayline-system-XXXXXX".utf8CString)
    _ = mkdtemp(&name)
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in (try? FileSystem.names(in: path)) ?? [] {
      try? FileSystem.remove("\(path)/\(name)")
      rmdir("\(path)/\(name)")
    }
    rmdir(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, _ name: String) throws {
    try FileDescriptor.open(file(name), for: .writing, [.create, .truncate]).writeAll(text)
  }
}

@Suite("Files of the system")
struct FileTests {
  let scratch: Scratch

  #if os(Linux)
    @Test(
      "A file system that another machine may use is known by its type: NFS, SMB, 9P, Ceph, FUSE with virtiofs",
      arguments: [
        0x6969, 0xFE53_4D42, 0xFF53_4D42, 0x0102_1997, 0x00C3_6400, 0x6573_5546, 0x786F_4256,
      ])
    func networkTypes(type: UInt32) {
      #expect(FileSystem.isNetworkType(type))
    }

    @Test(
      "One of this machine is not: ext4, XFS, Btrfs, ZFS, tmpfs, overlays, F2FS",
      arguments: [
        0xEF53, 0x5846_5342, 0x9123_683E, 0x2FC1_2FC1, 0x0102_1994, 0x794C_7630, 0xF2F5_2010,
      ])
    func localTypes(type: UInt32) {
      #expect(!FileSystem.isNetworkType(type))
    }
  #endif

  @Test("What a sentence says of a word of others does not act on a terminal")
  func safeSentence() throws {
    let file = try FileDescriptor.open(scratch.file("errors"), for: .readingAndWriting, .create)
    file.complain("é \u{1B}[31m \u{7} \u{9B}2J \u{202E}x\r \u{200F}\nnext 👩‍👧")
    let text = try FileDescriptor.open(scratch.file("errors"), for: .reading).readAll()
    let c = "\u{FFFD}"
    #expect(
      String(decoding: text, as: UTF8.self)
        == "é \(c)[31m \(c) \(c)2J \(c)x\(c) \(c)\nnext 👩‍👧\n")
  }

  init() throws {
    scratch = try Scratch()
  }

  @Test("A file that is missing is named, with the operation")
  func named() {
    do {
      _ = try FileDescriptor.open("desk.txt", for: .reading)
    } catch {
      print(error)  // Could not open 'desk.txt': No such file or directory.
    }
    let error = #expect(throws: SystemError.self) {
      try FileDescriptor.open("desk.txt", for: .reading)
    }
    #expect(error.map { "\($0)" } == "Could not open 'desk.txt': No such file or directory.")
  }

  @Test("Bytes that were written are read back whole, whatever their number")
  func wholeTransfers() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let file = try FileDescriptor.open(
      scratch.file("copies"), for: .readingAndWriting, [.create, .exclusive])
    try bytes.withUnsafeBytes { try file.writeAll($0) }
    try file.synchronize()
    try file.seek(to: 0)
    #expect(try file.readAll() == bytes)
    #expect(try file.status().size == bytes.count)
  }

  @Test("Reading stops one byte after the limit, so that a caller sees that there was more")
  func limit() throws {
    try scratch.write("0123456789", "digits")
    let file = try FileDescriptor.open(scratch.file("digits"), for: .reading)
    #expect(try file.readAll(limit: 4).count == 5)
  }

  @Test("Reading at a position leaves the position of the descriptor as it was")
  func positions() throws {
    try scratch.write("0123456789", "digits")
    let file = try FileDescriptor.open(scratch.file("digits"), for: .reading)
    var bytes: [UInt8] = [0, 0]
    let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 7) }
    #expect(count == 2)
    #expect(bytes == Array("78".utf8))
    #expect(try file.readAll() == Array("0123456789".utf8))
  }

  @Test("An error names the operation, the file and the reason")
  func errors() throws {
    let path = scratch.file("missing")
    let error = #expect(throws: SystemError.self) {
      try FileDescriptor.open(path, for: .reading)
    }
    #expect(error?.code == .notFound)
    #expect(error?.description == "Could not open '\(path)': No such file or directory.")
  }

  @Test("A symbolic link is refused where it has to be")
  func links() throws {
    try scratch.write("", "real")
    #expect(symlink(scratch.file("real"), scratch.file("link")) == 0)
    let error = #expect(throws: SystemError.self) {
      try FileDescriptor.open(scratch.file("link"), for: .reading, .refuseLink)
    }
    #expect(error?.code == .linkRefused)
    #expect(try FileSystem.status(of: scratch.file("link"))?.kind == .link)
    #expect(try FileSystem.resolved(scratch.file("link")) == scratch.file("real"))
  }

  @Test("A missing file has no status, removing it does nothing, and renaming it is an error")
  func missing() throws {
    #expect(try FileSystem.status(of: scratch.file("none")) == nil)
    try scratch.write("", "file")
    #expect(try FileSystem.status(of: scratch.file("file/below")) == nil)
    try FileSystem.remove(scratch.file("none"))
    #expect(throws: SystemError.self) {
      try FileSystem.rename(scratch.file("none"), to: scratch.file("other"))
    }
  }

  @Test("A file is distinguished from another that took its path")
  func identity() throws {
    try scratch.write("old", "file")
    let old = try FileDescriptor.open(scratch.file("file"), for: .reading)
    #expect(old.isFile(at: scratch.file("file")))
    try scratch.write("new", "fresh")
    try FileSystem.rename(scratch.file("fresh"), to: scratch.file("file"))
    #expect(!old.isFile(at: scratch.file("file")))
    try FileSystem.remove(scratch.file("file"))
    #expect(!old.isFile(at: scratch.file("file")))
  }

  @Test("A second name and a folder are made once")
  func madeOnce() throws {
    try scratch.write("", "file")
    #expect(try FileSystem.link(scratch.file("file"), to: scratch.file("second")))
    #expect(try !FileSystem.link(scratch.file("file"), to: scratch.file("second")))
    #expect(try FileSystem.makeFolder(scratch.file("folder")))
    #expect(try !FileSystem.makeFolder(scratch.file("folder")))
    let status = try #require(try FileSystem.status(of: scratch.file("folder")))
    #expect(status.kind == .folder)
    #expect(status.isOwn)
    #expect(!status.isShared)
    #expect(Set(try FileSystem.names(in: scratch.path)) == ["file", "second", "folder"])
  }

  @Test("Permissions are set by path and by descriptor")
  func permissions() throws {
    try scratch.write("", "file")
    try FileSystem.setPermissions(of: scratch.file("file"), to: 0o622)
    let file = try FileDescriptor.open(scratch.file("file"), for: .reading)
    #expect(try file.status().isWritableByOthers)
    try file.setPermissions(0o600)
    #expect(try file.status().permissions == 0o600)
  }

  @Test("A temporary file has a new name and is private")
  func temporary() throws {
    let first = try FileSystem.makeTemporaryFile(in: scratch.path, named: "draft", suffix: ".txt")
    let second = try FileSystem.makeTemporaryFile(in: scratch.path, named: "draft", suffix: ".txt")
    #expect(first.path != second.path)
    #expect(first.path.hasPrefix("\(scratch.path)/draft-") && first.path.hasSuffix(".txt"))
    #expect(try first.file.status().permissions == 0o600)
  }

  @Test("A descriptor is closed with its owner, and a borrowed one is not")
  func ownership() throws {
    var writing: FileDescriptor?
    let reading: FileDescriptor
    (reading, writing) = try FileDescriptor.pipe()
    do { _ = FileDescriptor(borrowing: reading.number) }
    #expect(reading.isOpen)
    let copy = try #require(try writing?.copy())
    writing = nil
    try copy.writeAll("x")
    #expect(reading.wait(until: .readable, .zero))
  }

  @Test("The end of a pipe is seen when the last owner of its other end is released")
  func endOfPipe() throws {
    let reading = try FileDescriptor.pipe().reading
    #expect(try reading.readAll().isEmpty)
  }

  @Test("A folder of this machine is not on a network, and is saved")
  func folders() throws {
    #expect(!FileSystem.isOnNetwork(scratch.path))
    #expect(!FileSystem.isOnNetwork(scratch.file("none")))
    #expect(FileSystem.isWritable(scratch.path))
    try FileSystem.synchronizeFolder(scratch.path)
  }
}

@Suite("Locks and watches")
struct LockTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func opened() throws -> FileDescriptor {
    try .open(scratch.file("lock"), for: .readingAndWriting, .create)
  }

  @Test("A file is locked by one descriptor at a time, until that is closed")
  func locks() throws {
    var first: FileDescriptor? = try opened()
    var second: FileDescriptor? = try opened()
    #expect(try first?.tryLock() == .locked)
    #expect(try second?.tryLock() == .busy)
    #expect(try second?.lock(waiting: 10) == .busy)
    first = nil
    #expect(try second?.lock(waiting: 1000) == .locked)
    second = nil
    #expect(try opened().tryLock() == .locked)
  }

  @Test("A lock ends with its descriptor, also while a program that starts has a copy of it")
  func copiedLock() throws {
    var first: FileDescriptor? = try opened()
    #expect(try first?.tryLock() == .locked)
    let copy = FileDescriptor(owning: dup(try #require(first).number))
    first = nil
    #expect(try opened().tryLock() == .locked)
    withExtendedLifetime(copy) {}
  }

  @Test("A watched folder reports a change once until it is drained")
  func watches() throws {
    let watch = try #require(FolderWatch(scratch.path))
    let notices = FileDescriptor(borrowing: watch.descriptor)
    #expect(!notices.wait(until: .readable, .zero))
    try scratch.write("x", "file")
    #expect(notices.wait(until: .readable, .seconds(5)))
    watch.drain()
    #expect(!notices.wait(until: .readable, .zero))
    try FileSystem.remove(scratch.file("file"))
    #expect(notices.wait(until: .readable, .seconds(5)))
  }

  @Test("A folder that does not exist cannot be watched")
  func noFolder() {
    #expect(FolderWatch(scratch.file("none")) == nil)
  }
}
