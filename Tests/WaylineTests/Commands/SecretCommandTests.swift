import Testing

@testable import Wayline
@testable import WaylineFlows

private struct Shelf: View {
  @KeychainStorage(key: "code") private var code = "none"
  var body: some View { Text("Code: \(code)") }
}

@Suite("Secrets in a session", .timeLimit(.minutes(15)))
@MainActor
struct SecretCommandTests {
  private let folder = PrivateFolder(
    FileManager.default.temporaryDirectory.path + "/wayline-\(UUID().uuidString)")

  /// Secrets behind the passphrase `horse`, cheap to open.
  private var secrets: SecretStore {
    SecretStore(
      in: folder, keys: folder,
      scrypt: Scrypt(logCost: 4, blockSize: 8, parallelism: 1))
  }

  private func host(isAttended: Bool) throws -> SceneHost {
    let first = secrets
    @KeychainStorage(provider: first, key: "code") var code = "none"
    code = "open sesame"
    try first.protect(with: Passphrase("horse"))
    var options = SceneConfiguration(program: "desk")
    options.isScript = !isAttended
    options.printsUnasked = isAttended
    let stores = SceneStores(state: MemoryStore(), keychain: secrets)
    let host = SceneHost(options: options, stores: stores, isAttended: isAttended) { Shelf() }
    host.session.onFrame = { [weak host] in host?.printed += SceneHost.lines(of: $0) }
    host.session.start()
    return host
  }

  /// Waits until a line is wanted.
  private func settle(_ host: SceneHost) async {
    while !host.session.wantsInput {
      await withCheckedContinuation { continuation in
        host.session.onProgress = {
          host.session.onProgress = {}
          continuation.resume()
        }
      }
    }
  }

  @Test(
    "At a terminal the passphrase is asked for once, after the frame, and the readers run again")
  func asks() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let host = try host(isAttended: true)
    #expect(host.takePrinted() == ["Code: none"])
    host.attend()
    await settle(host)
    #expect(
      host.session.question == LineQuestion(prompt: "Passphrase of the secrets", isSecret: true))
    host.session.receive(.line("horse"))
    await settle(host)
    #expect(host.takePrinted() == ["Code: open sesame"])
    host.end()
  }

  @Test("A wrong passphrase is asked for three times, then 'unlock' is named")
  func wrong() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let host = try host(isAttended: true)
    host.attend()
    await settle(host)
    for prompt in [
      "Passphrase of the secrets", "Wrong passphrase. Try again", "Wrong passphrase. Try again",
    ] {
      #expect(host.session.question?.prompt == prompt)
      host.session.receive(.line("donkey"))
      await settle(host)
    }
    #expect(host.takePrinted().last == "Wrong passphrase. Type 'unlock' to try again.")
    host.attend()
    #expect(host.session.question == nil && host.session.wantsInput)
  }

  @Test("Away from a terminal the problem is printed once, and the status is 77")
  func unattended() throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let host = try host(isAttended: false)
    #expect(host.takePrinted() == ["Code: none"])
    #expect(host.send("show") == [ShellFailure.lockedSentence, "Code: none"])
    #expect(host.send("show") == ["Code: none"])
    #expect(host.status == .noPermission)
  }

  @Test("lock hides the secrets without a question; unlock asks, and shows them again")
  func lockAndUnlock() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let host = try host(isAttended: true)
    host.attend()
    await settle(host)
    host.session.receive(.line("horse"))
    await settle(host)
    #expect(host.takePrinted() == ["Code: none", "Code: open sesame"])
    #expect(host.send("lock").last == "Code: none")
    host.attend()
    #expect(host.session.question == nil)
    host.session.receive(.line("unlock"))
    await settle(host)
    host.session.receive(.line("horse"))
    await settle(host)
    #expect(host.takePrinted() == ["The secrets are unlocked.", "Code: open sesame"])
  }
}
