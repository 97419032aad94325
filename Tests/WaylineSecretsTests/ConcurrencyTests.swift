import Dispatch
import FoundationEssentials
import Synchronization
import Testing
import WaylineStorage

@testable import WaylineSecrets

/// Sealed values that something else happens to right after the first of them is read.
private final class Interrupted: SecretBacking {
  private let base: SecretsInMemory
  private let interruption: Mutex<(@Sendable () -> Void)?>

  init(_ values: MemoryStore, _ interruption: @escaping @Sendable () -> Void) {
    base = SecretsInMemory(values)
    self.interruption = Mutex(interruption)
  }

  var name: String { base.name }
  var place: String { base.place }
  var changeDescriptor: Int32? { nil }

  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    let value = try base.storedValue(for: key)
    interruption.withLock { $0.take() }?()
    return value
  }

  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try base.storedKeys(in: namespace)
  }

  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try base.withTransaction(body)
  }

  func hasForeignChanges() -> Bool { false }
  func forgetDeleted() throws(StoreError) {}
  func observeFindings(_ observer: @escaping @Sendable (SecretFinding) -> Void) {}
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

  @Test("A secret that is sealed anew between its record and the header is read nevertheless")
  func rotationWhileReading() throws {
    let values = MemoryStore(name: "secrets")
    let writer = SecretStore.sample(values)
    try writer.set("Ada", "login")
    let base = Interrupted(values) { try? writer.rotate() }
    let reader = SecretStore(base: base, keys: writer.keys)

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
}
