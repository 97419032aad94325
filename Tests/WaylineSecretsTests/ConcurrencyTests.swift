import Dispatch
import FoundationEssentials
import Synchronization
import Testing
import WaylineStorage

@testable import WaylineSecrets

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
