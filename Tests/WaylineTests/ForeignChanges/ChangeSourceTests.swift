import CWaylineSystem
import Glibc
import Synchronization
import Testing
import WaylineSystem

@testable import Wayline
@testable import WaylineFlows

private struct Shelf: View {
  @AppStorage("copies") private var copies = 0
  @KeychainStorage(key: "code") private var code = 0

  var body: some View {
    Text("Copies: \(copies), code: \(code)")
    Button("Lend") { copies -= 1 }
  }
}

@Suite("Changes of other processes")
@MainActor
struct ChangeSourceTests {
  private let folder = PrivateFolder(
    FileManager.default.temporaryDirectory.path + "/wayline-\(UUID().uuidString)")

  private var state: SQLiteStore { SQLiteStore(folder.file("state.sqlite3").path) }
  private var secrets: SecretStore { SecretStore(folder: folder.path, keyFolder: folder.path) }

  private func host(isTerminal: Bool = true) -> SceneHost {
    var options = SceneConfiguration(program: "desk")
    options.isScript = !isTerminal
    (options.printsUnasked, options.showsPrompt) = (isTerminal, isTerminal)
    let stores = SceneStores(state: state, keychain: secrets)
    return SceneHost(options: options, stores: stores) { Shelf() }
  }

  @Test(
    "A foreign change of settings or secrets shows while the prompt waits (storage 9)")
  func whileWaiting() throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    // A secret that is there has the file opened, and so watched, by the first screen.
    _ = secrets.setData(Data("1".utf8), forKey: "code")
    let (otherState, otherSecrets) = (state, secrets)
    let host = host()
    let heard = Mutex<[Bool]>([])
    let conversation = Conversation()
    conversation.begin { talk in
      let first = talk.hear("Copies: 0, code: 1\n[1] Lend\n> ")
      try? otherState.set(7, for: "copies")
      let second = talk.hear("Copies: 7, code: 1\n[1] Lend\n> ")
      _ = otherSecrets.setData(Data("2".utf8), forKey: "code")
      let third = talk.hear("Copies: 7, code: 2\n[1] Lend\n> ")
      talk.say("quit")
      heard.withLock { $0 = [first, second, third] }
    }
    let driver = ShellDriver(
      session: host.session, input: LineSource(descriptor: conversation.input),
      output: Output(descriptor: conversation.output))
    #expect(driver.run() == .success)
    conversation.wait()
    #expect(heard.withLock { $0 } == [true, true, true])
  }

  @Test("A script sees a foreign change in the answer to its next line (storage 9)")
  func script() throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let other = state
    let host = SceneHost(stores: SceneStores(state: state, keychain: MemoryKeychain())) { Shelf() }
    #expect(host.takePrinted().first == "Copies: 0, code: 0")
    try other.set(5, for: "copies")
    #expect(host.send("show").first == "Copies: 5, code: 0")
    #expect(host.send("Lend").first == "Copies: 4, code: 0")
    #expect(try other.bytes(for: StoreKey("copies")) != nil)
  }

  @Test("A store of a single view is read before the next prompt too (storage 9)")
  func otherStore() throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let (other, given) = (state, state)
    let host = SceneHost(stores: .inMemory()) { Shelf().defaultAppStorage(given) }
    #expect(host.takePrinted().first == "Copies: 0, code: 0")
    try other.set(5, for: "copies")
    #expect(host.send("show").first == "Copies: 5, code: 0")
    let source = try #require(host.monitor.changeSources.last)
    #expect(source.descriptor() == -1)
    try other.set(6, for: "copies")
    source.look()
    #expect(try given.value(Int.self, for: "copies") == 6)
  }

  @Test("A scene without such a store watches nothing more (storage 9)")
  func noOtherStore() {
    let host = SceneHost(stores: .inMemory()) { Shelf() }
    #expect(host.monitor.changeSources.map { $0.descriptor() } == [nil])
  }

  @Test("A sign of a change is read at once, after 2 and 20 ms, and every 2 seconds (storage 9)")
  func looksAgain() {
    var now = ContinuousClock.now
    var looks = 0
    var ends: [Int32] = [-1, -1]
    wayline_pipe(&ends)
    defer { for end in ends { close(end) } }
    let descriptor = ends[0]
    let source = ChangeSource(
      descriptor: { descriptor },
      look: {
        var byte: UInt8 = 0
        if looks == 1 { read(descriptor, &byte, 1) }
        looks += 1
      })
    let loop = MainLoop()
    let watcher = ChangeWatcher([source], loop: loop, now: { now })
    watcher.attend()
    #expect(watcher.timeout == .zero)
    watcher.look()
    #expect(looks == 1 && watcher.timeout == .seconds(2))
    write(ends[1], "x", 1)
    loop.turn(timeout: .zero)
    #expect(looks == 2 && watcher.timeout == .milliseconds(2))
    now += .milliseconds(2)
    watcher.look()
    #expect(looks == 3 && watcher.timeout == .milliseconds(18))
    now += .milliseconds(18)
    watcher.look()
    #expect(looks == 4 && watcher.timeout == .seconds(2))
    now += .seconds(2)
    watcher.look()
    #expect(looks == 5 && watcher.timeout == .seconds(2))
  }
}
