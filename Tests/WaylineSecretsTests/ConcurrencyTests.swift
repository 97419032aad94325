import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import Testing
import WaylineStorage

@testable import WaylineSecrets

/// Sealed values that pass on to others what they do not do themselves.
protocol ForwardingValues: PersistentStore {
  var base: any PersistentStore { get }
}

extension ForwardingValues {
  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try base.storedValue(for: key)
  }

  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try base.storedKeys(in: namespace)
  }

  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try base.withTransaction(body)
  }

  func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try base.withReadTransaction(body)
  }
}

/// Sealed values to which something else happens at a step of the store above.
final class InterruptedValues: ForwardingValues, StoreUpkeep {
  enum Step {
    case afterReading, beforeForgetting
  }

  let hub = StoreHub(name: "secrets")
  let base: any PersistentStore
  private let step: Step
  private let interruption: Mutex<Interruption?>

  private struct Interruption {
    let run: @Sendable () -> Void
  }

  init(_ base: any PersistentStore, _ step: Step, _ run: @escaping @Sendable () -> Void) {
    self.base = base
    self.step = step
    interruption = Mutex(Interruption(run: run))
  }

  private func reach(_ step: Step) {
    if step == self.step { interruption.withLock { $0.take() }?.run() }
  }

  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    let value = try base.storedValue(for: key)
    reach(.afterReading)
    return value
  }

  var upkeep: (any StoreUpkeep)? { self }
  var damagedFiles: Int { 0 }
  func close() {}
  func eraseDamagedFiles() {}

  func overwriteErased() {
    reach(.beforeForgetting)
    base.upkeep?.overwriteErased()
  }
}

@Suite("Secrets and threads") struct ConcurrencyTests {
  @Test("Threads that read, write, rotate, lock and unlock at once never see a wrong secret")
  func everythingAtOnce() throws {
    let store = SecretStore.sample()
    try store.set("0", "card")
    let surprises = Mutex<[String]>([])

    DispatchQueue.concurrentPerform(iterations: 400) { number in
      do {
        switch number % 8 {
        case 0: try store.rotate()
        case 1: store.lock()
        case 2, 3: try store.unlock()
        case 4, 5: try store.set("\(number)", "card")
        default:
          if Int(try store.text("card") ?? "") == nil { throw SecretError.emptyPassphrase }
        }
      } catch SecretError.locked, StoreError.locked {
      } catch {
        surprises.withLock { $0.append("\(error)") }
      }
    }

    try store.unlock()
    #expect(surprises.withLock { $0 } == [])
    #expect(try store.problems() == [])
  }

  @Test("A secret that is re-encrypted between reading its record and the header is still read")
  func rotationWhileReading() throws {
    let values = MemoryStore(name: "secrets")
    let writer = SecretStore.sample(values)
    try writer.set("Ada", "login")
    let base = InterruptedValues(values, .afterReading) { try? writer.rotate() }
    let reader = SecretStore(base: base, keys: writer.keys.storage)

    #expect(try reader.text("login") == "Ada")
  }

  @Test("Processes that write while another rotates lose nothing")
  func rotationAmongWriters() throws {
    let desk = try Desk()
    try desk.open().set("Ada", "login")
    let stores = (0..<4).map { _ in desk.open() }
    let surprises = Mutex<[String]>([])

    DispatchQueue.concurrentPerform(iterations: 4) { number in
      for round in 0..<25 {
        do {
          if number == 0 { try stores[0].rotate() }
          try stores[number].set("\(round)", "card \(number)")
          if try stores[number].text("login") != "Ada" { throw SecretError.emptyPassphrase }
        } catch {
          surprises.withLock { $0.append("\(error)") }
        }
      }
    }

    #expect(surprises.withLock { $0 } == [])
    for number in 0..<4 { #expect(try desk.open().text("card \(number)") == "24") }
    #expect(try desk.open().problems() == [])
  }

  @Test("A key file that replaces a passphrase is not deleted by the process that set it")
  func protectingTwice() throws {
    let desk = try Desk()
    try desk.open().set("Ada", "login")
    let other = desk.open()
    let base = InterruptedValues(desk.rows(), .beforeForgetting) {
      try? other.unlock(with: .horse)
      try? other.protectWithKeyFile()
    }
    let store = SecretStore(base: base, keys: KeyFolder(desk.keys), scrypt: .quick)
    try store.protect(with: .horse)

    #expect(desk.keyFiles.count == 1)
    #expect(try desk.open().text("login") == "Ada")
  }

  @Test("Processes that change the protection at once never end without a key")
  func protectingAtOnce() throws {
    let desk = try Desk(inMemory: true)
    try desk.open().set("Ada", "login")
    let stores = (0..<4).map { _ in desk.open() }
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      let store = stores[number]
      for _ in 0..<25 {
        if (try? store.unlock()) == nil { try? store.unlock(with: .horse) }
        if number % 2 == 0 {
          try? store.protect(with: .horse)
        } else {
          try? store.protectWithKeyFile()
        }
      }
    }

    let last = desk.open()
    if try last.status().protections == [.passphrase] {
      #expect(desk.keyFiles == [])
      try last.unlock(with: .horse)
    }
    #expect(try last.text("login") == "Ada")
  }

  @Test("A store that is locked while it is being unlocked stays locked")
  func lockingMeanwhile() throws {
    let values = MemoryStore(name: "secrets")
    let first = SecretStore.sample(values)
    try first.set("Ada", "login")
    let lock = Mutex<(any Sendable & AnyObject)?>(nil)
    let base = InterruptedValues(values, .afterReading) {
      lock.withLock { ($0 as? SecretStore)?.lock() }
    }
    let store = SecretStore(base: base, keys: first.keys.storage, scrypt: .quick)
    lock.withLock { $0 = store }

    #expect(throws: SecretError.locked) { try store.unlock() }
    #expect(throws: StoreError.locked(store: "secrets")) { try store.text("login") }
    try store.unlock()
    #expect(try store.text("login") == "Ada")
  }

  @Test("Locking while other threads read leaves no secret behind")
  func lockingReaders() throws {
    let store = SecretStore.sample()
    @KeychainStorage(provider: store, key: "login") var login: String?
    login = "Ada"
    for _ in 0..<100 {
      try store.unlock()
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        @KeychainStorage(provider: store, key: "login") var login: String?
        if number == 0 { store.lock() } else { _ = login }
      }
      #expect(login == nil)
      #expect(store.getData(forKey: "login") == nil)
    }
  }

  @Test("A check of secrets that are busy ends at once, without a wait for each of them (16)")
  func busyCheck() throws {
    let values = MemoryStore(name: "secrets")
    let writer = SecretStore.sample(values)
    for name in ["card", "login", "pin"] { try writer.set("Ada", name) }
    let base = BusyValues(values, freeReads: 2)
    let store = SecretStore(base: base, keys: writer.keys.storage)
    let busy = StoreError.busy(store: "secrets", milliseconds: 2000)

    #expect(throws: SecretError.store(busy)) { try store.problems() }
    // The header, the first secret, and the second one, which was not waited for again.
    #expect(base.reads.withLock { $0 } == 3)
  }

  @Test("A store that was used very often can report and be released")
  func manyUses() throws {
    let desk = try Desk(inMemory: true)
    let store = desk.open()
    try store.set("Ada", "login")
    for _ in 0..<100_000 { store.base.checkForeignChanges() }
    try PrivateFile("\(desk.secrets.path)/secrets.sqlite3").remove()
    store.checkForeignChanges()

    #expect(try store.text("login") == nil)
  }

  @Test("A passphrase is stretched outside of transactions, for which other processes would wait")
  func stretchingOutside() throws {
    let values = MemoryStore(name: "secrets")
    let costly = Scrypt(logCost: 15, blockSize: 8, parallelism: 1)
    let stretching = try processorTime { _ = try StretchedSlot(.horse, costly) }
    for _ in 0..<2 {
      let base = TimedValues(values)
      let store = SecretStore(base: base, keys: KeysInMemory(), scrypt: costly)
      store.supply(.horse)
      try store.set("Ada", "login")
      // The first round makes the store, the second opens it.
      #expect(base.longest.withLock { $0 } < stretching / 2)
    }
  }
}

/// Sealed values that another process holds after some reads.
private final class BusyValues: ForwardingValues {
  let hub = StoreHub(name: "secrets")
  let reads = Mutex(0)
  let base: any PersistentStore
  private let freeReads: Int

  init(_ base: MemoryStore, freeReads: Int) {
    (self.base, self.freeReads) = (base, freeReads)
  }

  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    let number = reads.withLock { reads in
      reads += 1
      return reads
    }
    guard number <= freeReads else { throw .busy(store: hub.name, milliseconds: 2000) }
    return try base.storedValue(for: key)
  }
}

/// The time that the processor spends for this thread, which other work on the machine does not change.
private func processorTime(_ action: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  try action()
  return now() - start
}

/// Sealed values that measure their longest transaction.
private final class TimedValues: ForwardingValues {
  let hub = StoreHub(name: "secrets")
  let longest = Mutex(Duration.zero)
  let base: any PersistentStore

  init(_ base: MemoryStore) {
    self.base = base
  }

  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    let time = try processorTime { try base.withTransaction(body) }
    longest.withLock { $0 = max($0, time) }
  }
}
