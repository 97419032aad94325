import FoundationEssentials
import Glibc
import WaylineSecrets
import WaylineStorage

/// Writing a secret so that a power cut does not undo it.
@MainActor
enum SecretRows {
  static var all: [Benchmark] { [write] }

  private static var write: Benchmark {
    Benchmark(
      "durable secret write",
      scope: "Sixteen bytes sealed under a fresh key and committed by SQLite (WAL, FULL).",
      reach: .times(1.2), hasTail: true
    ) {
      let folder = try ScratchFolder()
      let store = SecretStore(folder: folder.file("share"), keyFolder: folder.file("keys"))
      let key = StoreKey("passcode", in: StoreKey.keychain)
      var count = 0
      let work = Work("") { repetitions in
        for _ in 0..<repetitions {
          count += 1
          try store.setBytes(StoredValue(secret(count), kind: .data), for: key)
        }
      }
      return Stage(work, floor: try durableWrites(in: folder)) {
        guard count > 0 else { return }
        let reader = SecretStore(folder: folder.file("share"), keyFolder: folder.file("keys"))
        try expect("the secret", reader.bytes(for: key)?.bytes, is: secret(count))
      }
    }
  }

  private static func secret(_ count: Int) -> Data { Data("passcode \(1_000_000 + count)".utf8) }

  private static func durableWrites(in folder: ScratchFolder) throws -> Work {
    let table = try RawTable(folder.file("raw.sqlite3"), isDurable: true)
    let file = try GrowingFile(folder.file("plain"))
    let record = [UInt8](repeating: 7, count: 96)
    return Work("extending 4 KiB pwrite + fdatasync, and a raw FULL upsert") { count in
      for _ in 0..<count {
        try file.extend()
        try record.withUnsafeBytes { try table.put($0, "passcode") }
      }
    }
  }
}

/// A file that grows by one page at a time and is on the disk after each.
private final class GrowingFile {
  private let descriptor: Int32
  private let page = [UInt8](repeating: 7, count: 4_096)
  private var end = 0

  init(_ path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw WrongOutput("Cannot make \(path): \(errno).") }
  }

  deinit {
    close(descriptor)
  }

  func extend() throws {
    guard pwrite(descriptor, page, page.count, end) == page.count, fdatasync(descriptor) == 0
    else { throw WrongOutput("Cannot extend the plain file: \(errno).") }
    end += page.count
  }
}
