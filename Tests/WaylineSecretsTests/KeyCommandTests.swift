import FoundationEssentials
import Testing
import WaylineStorage
import WaylineTestThreads

@testable import WaylineSecrets

@Suite("Key command", .waitsForPrograms)
struct KeyCommandTests {
  let desk: Desk
  /// A key as its 64 digits.
  private static let digits = "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF"

  init() throws {
    desk = try Desk()
  }

  private func open(_ command: String) -> SecretStore {
    SecretStore(in: desk.secrets, key: .command(command))
  }

  @Test("Its key seals the first secret and opens the store from then on, as bytes or as digits")
  func made() throws {
    let line = "echo \(Self.digits)"
    let store = open(line)
    #expect(try store.text("login") == nil)
    try store.set("Ada", "login")
    let forms = ["printf %s \(Self.digits)", "printf '%s\\r\\n' \(Self.digits)", line]
    for form in forms { #expect(try open(form).text("login") == "Ada") }
    let bytes = stride(from: 0, to: 64, by: 2).map { "\\x\(Self.digits.dropFirst($0).prefix(2))" }
    #expect(try open("/usr/bin/printf '\(bytes.joined())'").text("login") == "Ada")
    #expect(desk.keyFiles == [])
    #expect(try store.status().protections == [.keyCommand(line)])
    #expect(
      "\(SecretStoreStatus.Protection.keyCommand("pass desk"))" == "the key that 'pass desk' prints"
    )
  }

  @Test("It does not run before a secret is used, and runs once")
  func lazy() throws {
    let count = "\(desk.folder.path)/count"
    let store = open("echo run >> '\(count)'; echo \(Self.digits)")
    #expect(try store.text("login") == nil)
    for name in ["Ada", "Grace"] { try store.set(name, "login") }
    #expect(try store.text("login") == "Grace")
    #expect(try PrivateFile(count).read() == Data("run\n".utf8))
  }

  @Test("The key of another command opens nothing and changes nothing")
  func wrong() throws {
    try open("echo \(Self.digits)").set("Ada", "login")
    let other = open("printf %064d 7")
    #expect(throws: StoreError.wrongKey(store: "secrets")) { try other.text("login") }
    #expect(throws: StoreError.wrongKey(store: "secrets")) { try other.set("Eve", "login") }
    #expect(try open("echo \(Self.digits)").text("login") == "Ada")
  }

  @Test(
    "A command that prints no key is refused with the reason",
    arguments: [
      ("exit 3", "it ended with status 3"),
      ("echo \(digits); exit 1", "it ended with status 1"),
      ("kill -TERM $$", "it ended with status 143"),
      ("/none/desk", "it ended with status 127"),
      ("true", "it printed 0 bytes; a key has 32, or 64 hexadecimal digits"),
      ("echo short", "it printed 6 bytes; a key has 32, or 64 hexadecimal digits"),
      ("cat /dev/zero", "it printed more than 66 bytes; a key has 32, or 64 hexadecimal digits"),
      ("printf %064d 7 | tr 7 x", "it printed a line that is no hexadecimal number"),
    ])
  func refused(command: String, reason: String) throws {
    let error = StoreError.keyCommandFailed(store: "secrets", reason: reason)
    #expect(throws: error) { try open(command).set("Ada", "login") }
    #expect(try open("echo \(Self.digits)").text("login") == nil)
  }
}
