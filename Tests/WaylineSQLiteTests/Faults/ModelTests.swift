import FoundationEssentials
import Testing
import WaylineFaultRuns
import WaylineStorage
import WaylineTestScale

@testable import WaylineSQLite

@Suite("A store against a model")
struct ModelTests {
  private struct Abandoned: Error {}

  /// The store under test, closed and opened anew now and then, and what it has to hold.
  private final class Subject {
    var store: any PersistentStore
    let reopened: () -> any PersistentStore
    var model: [String: Int] = [:]

    init(_ reopened: @escaping () -> any PersistentStore) {
      self.reopened = reopened
      store = reopened()
    }

    func change(_ dice: inout Dice, _ model: inout [String: Int]) throws {
      let name = "key\(Int.random(in: 0..<8, using: &dice))"
      if Bool.random(using: &dice) {
        let value = Int.random(in: 0..<100, using: &dice)
        try store.set(value, for: name)
        model[name] = value
      } else {
        try store.erase(name)
        model[name] = nil
      }
    }

    func step(_ dice: inout Dice) throws {
      switch Int.random(in: 0..<10, using: &dice) {
      case 0: store = reopened()
      case 1: model = try store.eraseAll(in: StoreKey.app) >= 0 ? [:] : model
      case 2...4: try transaction(&dice)
      default: try change(&dice, &model)
      }
    }

    private func transaction(_ dice: inout Dice) throws {
      var copy = model
      let isAbandoned = Bool.random(using: &dice)
      do {
        try store.transaction {
          for _ in 0..<3 { try change(&dice, &copy) }
          if isAbandoned { throw Abandoned() }
        }
        model = copy
      } catch is Abandoned {}
    }

    var content: [String: Int] {
      get throws {
        var content: [String: Int] = [:]
        for key in try store.keys() { content[key.name] = try store.value(for: key.name) }
        return content
      }
    }
  }

  @Test("Two stores that have not seen each other's writes leave what a dictionary holds (10)")
  func twoStores() throws {
    for seed in 0..<UInt64(Scale.rounds(4)) {
      let place = Place(inMemory: true)
      let stores = [place.store, place.store]
      var dice = Dice(seed: seed)
      var model: [String: Int] = [:]
      for number in 0..<100 {
        let name = "key\(Int.random(in: 0..<3, using: &dice))"
        let value = Int.random(in: 0..<3, using: &dice)
        try stores[number % 7 % 2].set(value == 0 ? nil : value, for: name)
        model[name] = value == 0 ? nil : value
        let subject = Subject { place.store }
        #expect(try subject.content == model, "seed \(seed), step \(number)")
      }
    }
  }

  @Test("Random operations leave what a dictionary holds", arguments: [true, false])
  func operations(isFile: Bool) throws {
    for seed in 0..<UInt64(Scale.rounds(4)) {
      let place = Place(inMemory: true)
      let memory = MemoryStore()
      let subject = Subject { isFile ? place.store as any PersistentStore : memory }
      var dice = Dice(seed: seed)
      for number in 0..<100 {
        try subject.step(&dice)
        #expect(try subject.content == subject.model, "seed \(seed), step \(number)")
      }
    }
  }
}
