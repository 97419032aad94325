import CWaylineSystem
import Glibc
import Synchronization
import Testing
import WaylineSystem

@testable import Wayline
@testable import WaylineFlows

private struct Shelf: View {
  @AppStorage("copies") private var copies = 0

  var body: some View { Text("Copies: \(copies)") }
}

/// A store of a program's own: another process writes to `elsewhere`, and a byte in a pipe tells of it.
private final class TeamStore: PersistentStore, StoreUpkeep {
  let hub = StoreHub(name: "team")
  let elsewhere = MemoryStore()
  private let (hears, says): (Int32, Int32)
  private let done = Mutex<[String]>([])
  private let looked = Mutex(0)
  /// What stands for the pipe, where the store gives no sign.
  private let other: Int32?

  init(descriptor other: Int32? = nil) {
    self.other = other
    var ends: [Int32] = [-1, -1]
    wayline_pipe(&ends)
    (hears, says) = (ends[0], ends[1])
  }

  deinit {
    for descriptor in [hears, says] { Glibc.close(descriptor) }
  }

  /// Writes as another process does, and tells of it.
  func writeElsewhere(_ copies: Int) throws {
    try elsewhere.set(copies, for: "copies")
    write(says, "!", 1)
  }

  var notice: StoreNotice? {
    StoreNotice(descriptor: { [hears, other] in other ?? hears }, look: { [self] in readNotice() })
  }

  /// The number of looks so far.
  var looks: Int { looked.withLock { $0 } }

  private func readNotice() {
    looked.withLock { $0 += 1 }
    var polled = pollfd(fd: hears, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    if poll(&polled, 1, 0) > 0 { read(hears, &byte, 1) }
    let changed = hub.refresh(from: self)
    if !changed.isEmpty { hub.publish(.changedElsewhere(changed)) }
  }

  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try elsewhere.storedValue(for: key)
  }

  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try elsewhere.storedKeys(in: namespace)
  }

  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try elsewhere.withTransaction(body)
  }

  var upkeep: (any StoreUpkeep)? { self }
  var damagedFiles: Int { 2 }
  /// What has been asked of the upkeep, in order.
  var work: [String] { done.withLock(\.self) }
  func close() { done.withLock { $0.append("close") } }
  func overwriteErased() { done.withLock { $0.append("overwrite") } }
  func eraseDamagedFiles() { done.withLock { $0.append("erase damaged files") } }
}

@Suite("Stores of a program's own")
@MainActor
struct OwnStoreTests {
  private func host(_ store: TeamStore) -> SceneHost {
    var options = SceneConfiguration(program: "desk")
    options.isScript = false
    (options.printsUnasked, options.showsPrompt) = (true, true)
    let stores = SceneStores(state: store, keychain: MemoryKeychain(), scene: nil)
    return SceneHost(options: options, stores: stores) { Shelf() }
  }

  @Test("The notice of a store shows a change while the prompt waits")
  func notice() throws {
    let store = TeamStore()
    let host = host(store)
    let heard = Mutex<[Bool]>([])
    let conversation = Conversation()
    conversation.begin { talk in
      let first = talk.hear("Copies: 0\n> ")
      try? store.writeElsewhere(7)
      let second = talk.hear("Copies: 7\n> ")
      talk.say("quit")
      heard.withLock { $0 = [first, second] }
    }
    let driver = ShellDriver(
      session: host.session, input: LineSource(descriptor: conversation.input),
      output: Output(descriptor: conversation.output))
    #expect(driver.run() == .success)
    conversation.wait()
    #expect(heard.withLock { $0 } == [true, true])
  }

  @Test("Sessions over sockets show a change while nobody types, after one look for all of them")
  func sessions() async throws {
    let store = TeamStore()
    let stores = SceneStores(state: store, keychain: MemoryKeychain(), scene: nil)
    var options = SceneOptions()
    (options.showsPrompt, options.isInteractive, options.printsChanges) = (true, true, true)
    let visitors = (0..<5).map { _ in Line() }
    let sessions = visitors.map { line in
      let session = SceneSession(options, stores: stores) { Shelf() }
      return Task { await session.run(input: line.near, output: line.near) }
    }
    for visitor in visitors { #expect(await visitor.hears("Copies: 0\n> ")) }
    // The watch has begun.
    for _ in 0..<1_000 where store.looks == 0 { try await Task.sleep(for: .milliseconds(5)) }
    let looks = store.looks
    try store.writeElsewhere(7)
    for visitor in visitors { #expect(await visitor.hears("Copies: 7\n> ")) }
    try await Task.sleep(for: .milliseconds(50))
    // One, and two more in case the sign came before the change; another of the timer at most.
    #expect((1...4).contains(store.looks - looks), "\(store.looks - looks)")
    for visitor in visitors { visitor.say("quit\n") }
    for session in sessions { #expect(await session.value == .success) }
    // Without a session nobody looks.
    let last = store.looks
    try store.writeElsewhere(8)
    try await Task.sleep(for: .milliseconds(100))
    #expect(store.looks == last)
  }

  @Test(
    "A session over sequences shows a change while nobody types, also without a sign, and without a descriptor to copy",
    arguments: [nil, -1, 1 << 24])
  func sequence(descriptor: Int32?) async throws {
    let store = TeamStore(descriptor: descriptor)
    let stores = SceneStores(state: store, keychain: MemoryKeychain(), scene: nil)
    var options = SceneOptions()
    (options.showsPrompt, options.isInteractive, options.printsChanges) = (true, true, true)
    let session = SceneSession(options, stores: stores) { Shelf() }
    let (input, typing) = AsyncStream<[UInt8]>.makeStream()
    var printed = ""
    let status = await session.run(reading: input) { bytes in
      printed += String(decoding: bytes, as: UTF8.self)
      if printed == "Copies: 0\n> " {
        // The watch has begun, so that a sign or the time is what shows the change.
        while store.looks == 0 { try await Task.sleep(for: .milliseconds(5)) }
        try store.writeElsewhere(7)
      }
      if printed.hasSuffix("Copies: 7\n> ") { typing.yield(Array("quit\n".utf8)) }
    }
    #expect(status == .success && printed.contains("Copies: 7"), "\(printed)")
  }

  @Test("'store erase' has the upkeep overwrite what was erased, and delete what was put aside")
  func upkeep() async throws {
    let store = TeamStore()
    try store.elsewhere.set(3, for: "copies")
    let stores = SceneStores(state: store, keychain: MemoryKeychain(), scene: nil)
    let host = SceneHost(stores: stores) { Shelf() }
    host.send("store erase state yes")
    for _ in 0..<10_000 where !host.session.wantsInput { await Task.yield() }
    #expect(host.takePrinted().first == "Erased 1 value and 2 damaged files.")
    #expect(store.work == ["overwrite", "erase damaged files"])
    #expect(try store.elsewhere.keys(in: nil).isEmpty)
    #expect(
      host.send("lock").first
        == "This program has a keychain of its own, which this command cannot reach.")
  }
}
