import TestScale
import TestThreads
import Testing
import Wayline
import WaylineTesting

@testable import vault

@Suite("The command of where, pasted into a shell", .waitsForPrograms)
struct PastedCommandTests {
  private let vault = Built("vault")

  /// Names that a shell, a command line or a screen could take for something else.
  static let names = [
    "Ada", "Ada Lovelace", "it's", #"say "hi""#, "$HOME", "`id`", "$(id)", "a;b|c&d>e<f", "*", "~",
    "#", "!x", "\\", "a\\nb", "two\nlines", "tab\there", "\r", "\u{1B}[1m", "\u{202E}abc",
    "--fresh",
    "--", "-", "@", "@x", "", " ", ",", "%2F", "/a/../b", ".", "..", "é", "e\u{301}", "👩‍👧", "日本",
  ]

  /// Stores an entry of the vault, so that its place exists.
  @MainActor
  private func add(_ name: String) {
    let stores = VaultApp.stores(at: vault.store.path)
    @KeychainStorage(provider: stores.keychain, key: Entry.storageKey) var entries: [Entry]?
    entries = [Entry(name: name, user: "", password: "1234")]
    #expect(_entries.error == nil)
  }

  /// Runs a line in a shell that knows the vault, with a script as the vault's input.
  private func paste(_ line: String, _ input: String) throws -> ProgramRun {
    let vault = #"vault() { "$VAULT" --store "$STORE" "$@"; }"#
    return try Program(path: "/bin/sh").run(
      ["-c", "\(vault)\n\(line)"], input: input,
      environment: [
        "VAULT": self.vault.program.path, "STORE": self.vault.store.path, "HOME": "/nowhere",
        "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
      ])
  }

  /// Goes to an entry, asks where that is, and pastes the answer into a shell.
  private func check(_ name: String) async throws {
    await add(name)
    let link = try DeepLink(VaultRoute.entry(name: name))

    let there = try vault.run([], "open \(link.url)\nwhere\n")
    let places = there.output.components(separatedBy: "\n\(link.url)\n")
    let line = try #require(places.count == 2 ? places[1] : nil, "\(there.output)")
    let back = try paste(line, "where\n")

    #expect(line.hasPrefix("vault "))
    #expect(back.output.hasSuffix("\n\(link.url)\n\(line)"), "\(line)\(back.output)\(back.errors)")
    #expect(back.status == 0)
  }

  @Test("It opens the place again, whatever its name (17)", arguments: names)
  func comesBack(name: String) async throws {
    try await check(name)
  }

  @Test("It opens a place with a hostile name again (17)", arguments: 0..<5)
  func hostile(seed: UInt64) async throws {
    var dice = Dice(seed: seed)
    for _ in 0..<4 {
      let count = Int.random(in: 0...10, using: &dice)
      try await check(
        (0..<count).map { _ in Self.parts.randomElement(using: &dice) ?? "" }.joined())
    }
  }

  /// Texts that a shell, a command line, a URL or a screen could misread.
  private static let parts = [
    " ", "'", "\"", "$", "${HOME}", "`", "\\", "\n", "\t", "\r", "-", "--", ".", "..", "/", "%",
    "%41",
    "@", ",", "*", "?", "[", "]", "{", "}", "~", "#", "!", "&", "|", ";", "<", ">", "(", ")", "=",
    "^",
    "é", "\u{301}", "👩‍👧", "日", "\u{202E}", "\u{1B}[7m", "\u{7F}", "\u{85}", "\u{2028}", "a", "Z",
    "0",
  ]
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    var (parts, rest) = ([String](), self[...])
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
