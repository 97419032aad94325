import WaylineSystem

/// Claims among the processes of one host: locks on small files.
///
/// ```swift
/// let claims = FileSceneClaims("/home/ada/.local/state/desk")
/// let claim = try claims.claimFirstFree()
/// ```
///
/// The system releases a lock with its process, however that ends. The time of a file is the last use of
/// its scene.
public final class FileSceneClaims: SceneClaims {
  private let folder: PrivateFolder

  /// Names the folder in which the folder of the locks is; both are created with the first claim.
  public convenience init(_ folder: String) {
    self.init(in: PrivateFolder(folder))
  }

  /// Names the folder in which the folder of the locks is.
  package init(in folder: PrivateFolder) {
    self.folder = folder.folder("scenes")
  }

  /// Claims a scene; nil while another session has claimed it.
  ///
  /// - Throws: also where the file system has no locks, which is not a scene in use.
  public func claim(_ name: String, isUse: Bool) throws(StoreError) -> SceneClaim? {
    try folder.create()
    let file = file(of: name)
    for _ in 0..<Self.attempts {
      let isNew = try file.check() == nil
      guard let descriptor = try file.open(for: .readingAndWriting, .create) else { return nil }
      let outcome = try storing { () throws(SystemError) in try descriptor.tryLock() }
      guard outcome == .locked else { return nil }
      if descriptor.isFile(at: file.path) {
        if isUse { try? descriptor.touch() }
        // No other session can have an earlier claim: the lock would be its.
        let token = Int64.random(in: 1...(.max))
        return SceneClaim(name, token: token, isNew: isNew) { _ = descriptor }
      }
    }
    return nil
  }

  /// Lists the scenes that were claimed and not removed, the one used longest ago first.
  public func names() -> [String] {
    let files = (try? FileSystem.names(in: folder.path)) ?? []
    let names = files.filter { $0.hasSuffix(Self.suffix) }
      .map { Self.decoded($0.dropLast(Self.suffix.count)) }
    let used = names.map { (name: $0, time: lastUse($0)) }
    return used.sorted { ($0.time, $0.name) < ($1.time, $1.name) }.map(\.name)
  }

  /// Deletes the file of a scene of which nothing is stored any more.
  public func remove(_ claim: SceneClaim) {
    try? FileSystem.remove(file(of: claim.name).path)
  }

  /// Another process that ends the scene deletes the file between opening and locking; the bound on
  /// trying again.
  private static let attempts = 10
  private static let suffix = ".lock"

  private func file(of name: String) -> PrivateFile {
    folder.file(Self.encoded(name) + Self.suffix)
  }

  /// The name as that of a file: all but letters, digits, `-` and `_` as the numbers of its bytes.
  private static func encoded(_ name: String) -> String {
    name.map { character in
      let isPlain =
        character.isLetter || character.isNumber || character == "-" || character == "_"
      return isPlain
        ? String(character)
        : character.utf8.map {
          $0 < 16 ? "%0\(String($0, radix: 16))" : "%\(String($0, radix: 16))"
        }
        .joined()
    }.joined()
  }

  private static func decoded(_ name: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard byte == UInt8(ascii: "%"), let number = UInt8(digits, radix: 16) else {
        bytes.append(byte)
        continue
      }
      bytes.append(number)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Nanoseconds since 1970.
  private func lastUse(_ name: String) -> Int {
    (try? FileSystem.status(of: file(of: name).path))?.modified ?? 0
  }
}
