import FoundationEssentials
import Wayline

@testable import WaylineTesting

extension Planted {
  /// Correct programs on a platform with one bug: a driver, a renderer or a store that fails.
  static let platforms: [Planted] = [
    planted("two sheets at a time", .oneModal, []) {
      $0.problems = { _ in ["Two sheets are presented by one binding."] }
    },
    planted("a renderer that lets escapes through", .noControlBytes, ["Lent"]) {
      $0.send = { scene, line in scene.send(line).map { "\u{1B}[1m" + $0 } }
    },
    planted("a JSON renderer that leaves unavailable elements out", .jsonSame, []) {
      $0.json = { scene in
        let labels = scene.elements.filter(\.isEnabled).map(\.label)
        let items = labels.enumerated().map { #"{"number":\#($0 + 1),"label":"\#($1)"}"# }
        return #"{"elements":[\#(items.joined(separator: ","))]}"#
      }
    },
    planted("an end of input that is not seen", .endOfInput, []) {
      $0.receive = { scene, event in if event != .endOfInput { scene.receive(event) } }
    },
    planted("a ^C that is ignored", .interrupt, []) {
      $0.receive = { scene, event in if event != .interrupt { scene.receive(event) } }
    },
    planted("a closed output that is not noticed", .closedOutput, []) {
      $0.receive = { scene, event in if event != .closedOutput { scene.receive(event) } }
    },
    planted("a line without an answer", .badInput, []) {
      $0.send = { scene, line in
        let printed = scene.send(line)
        return line == "999999" ? [] : printed
      }
    },
    planted("a bad line that opens a screen", .badInput, []) {
      $0.send = { scene, line in scene.send(line == "999999" ? "Shelf" : line) }
    },
    planted("a second process that changes the screen of the first", .secondProcess, []) {
      $0.lines = { $0.lines + ["Another process has started."] }
    },
    planted("a redo that goes back at once", .undoRedo, ["Shelf", "undo", "redo"]) {
      $0.send = { scene, line in scene.send(line) + (line == "redo" ? scene.send("back") : []) }
    },
    forgetting("a store that swallows a full disk", .fullDisk) {
      if case .full = $0 { true } else { false }
    },
    forgetting("a store that swallows a refusal", .refusedSave) {
      if case .refused = $0 { true } else { false }
    },
    Planted("a keychain that writes although it is locked", "locked-secrets", ["Remember"]) {
      Explorer(program: "desk") { stores, clock in
        scene(
          SceneStores(
            state: stores.state, keychain: ForcedKeychain(base: stores.keychain), scene: nil), clock
        )
      }
    },
  ]

  private static func planted(
    _ name: String, _ law: Law, _ commands: [String],
    _ change: @escaping @Sendable (inout SceneDriver) -> Void
  ) -> Planted {
    Planted(name, law.rawValue, commands) {
      Explorer { StoredDesk() }.with { change(&$0.subject.driver) }
    }
  }

  private static func forgetting(
    _ name: String, _ law: Law, _ isForgotten: @escaping @Sendable (StoreError) -> Bool
  ) -> Planted {
    Planted(name, law.rawValue, ["Lent"]) {
      Explorer(program: "desk") { stores, clock in
        let state = ForgetfulStore(stores.state, isForgotten)
        return scene(SceneStores(state: state, keychain: stores.keychain, scene: nil), clock)
      }
    }
  }

  @MainActor
  private static func scene(_ stores: SceneStores, _ clock: TestClock) -> SceneHost {
    let scene = SceneHost(program: "desk", stores: stores) {
      StoredDesk(hasShelf: false).environment(\.clock, clock)
    }
    scene.takePrinted()
    return scene
  }
}

private struct StoredDesk: View {
  enum Place: NavigationValue {
    case shelf
  }

  /// False where no place is saved.
  let hasShelf: Bool
  @AppStorage("isLent") private var isLent = false
  @KeychainStorage(key: "login") private var login: String?

  init(hasShelf: Bool = true) {
    self.hasShelf = hasShelf
  }

  var body: some View {
    NavigationStack {
      Form {
        Toggle("Lent", isOn: $isLent)
        Button("Sell") {}.disabled(true)
        Button(login == nil ? "Remember" : "Forget") { login = login == nil ? "Ann" : nil }
        if hasShelf { NavigationLink("Shelf", value: Place.shelf) }
      }
      .navigationDestination(for: Place.self) { _ in Text("Books") }
    }
  }
}

/// A store that reports a write as done although it failed.
private final class ForgetfulStore: PersistentStore {
  private let base: any PersistentStore
  private let isForgotten: @Sendable (StoreError) -> Bool
  let hub: StoreHub

  init(_ base: any PersistentStore, _ isForgotten: @escaping @Sendable (StoreError) -> Bool) {
    (self.base, self.isForgotten) = (base, isForgotten)
    hub = StoreHub(name: "state")
  }

  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try base.storedValue(for: key)
  }

  func setStoredValue(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    do throws(StoreError) {
      try base.setStoredValue(value, for: key)
    } catch {
      if !isForgotten(error) { throw error }
    }
  }

  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try base.storedKeys(in: namespace)
  }

  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    do {
      try base.withTransaction(body)
    } catch let error as StoreError where isForgotten(error) {
      return
    }
  }

  func checkForeignChanges() { base.checkForeignChanges() }
}

/// A keychain that makes the store below accept what it refuses.
private struct ForcedKeychain: KeychainProvider {
  let base: any KeychainProvider

  func setData(_ data: Data, forKey key: String) -> Bool {
    if base.setData(data, forKey: key) { return true }
    (base as? StoreKeychain)?.unlock()
    return base.setData(data, forKey: key)
  }

  func getData(forKey key: String) -> Data? { base.getData(forKey: key) }
  func deleteData(forKey key: String) -> Bool { base.deleteData(forKey: key) }
}

extension StoreKeychain {
  /// Lets writes through again.
  fileprivate func unlock() { store.refuseWrites(with: nil) }
}
