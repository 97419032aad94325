import Wayline
import WaylineFoundation

/// The samples in the documentation of declarations: scenes, stores and options.
enum StoreDeclarations {
  struct DeskView: View {
    @Environment(\.options) private var options
    var body: some View { Text("At the \(options[DeskApp.desk]) desk.") }
  }

  struct DeskApp: App {
    static let desk = AppOption("desk", operand: "NAME", default: "main", summary: "Work at NAME.")
    static let copies = AppOption("copies", operand: "N", default: 1, summary: "Lend N copies.")
      .requiring("a number from 1 to 9") { (1...9).contains($0) }
    static let options = AppOptions(desk, copies)
    var body: some Scene { WindowGroup { DeskView() } }
  }

  final class ReadOnlyKeychain: KeychainProvider {
    func setData(_ data: Data, forKey key: String) -> Bool { false }
    func getData(forKey key: String) -> Data? { nil }
    func deleteData(forKey key: String) -> Bool { false }
  }

  struct ServiceKeychain: KeychainProvider {
    let service: String
    let provider: any KeychainProvider

    func setData(_ data: Data, forKey key: String) -> Bool {
      provider.setData(data, forKey: "\(service)/\(key)")
    }

    func getData(forKey key: String) -> Data? {
      provider.getData(forKey: "\(service)/\(key)")
    }

    func deleteData(forKey key: String) -> Bool {
      provider.deleteData(forKey: "\(service)/\(key)")
    }
  }

  struct CardView: View {
    @KeychainStorage(key: "card") private var card: String?
    var body: some View { Text(card ?? "No card") }
  }

  @MainActor
  static func wrapped(_ keychain: any KeychainProvider) -> some View {
    CardView().defaultKeychain(ServiceKeychain(service: "desk", provider: keychain))
  }

  static func claimed(
    _ claims: any SceneClaims, _ state: any PersistentStore, _ keychain: any KeychainProvider
  ) throws {
    guard let claim = try claims.claimFirstFree() else { return }
    let stores = SceneStores(state: state, keychain: keychain, claim: claim, of: claims)
    print(stores.state.hub.name)
  }

  static func claimsOfFiles() throws {
    let claims = FileSceneClaims("/home/ada/.local/state/desk")
    let claim = try claims.claimFirstFree()
    print(claim?.name ?? "none")
  }

  static func claimsInMemory() throws {
    let claims = MemorySceneClaims()
    let claim = try claims.claimFirstFree()
    print(claim?.name ?? "none")
  }

  static func ownClaim() {
    let claim = SceneClaim("main", token: 7, isNew: true) { print("The scene 'main' is free.") }
    print(claim.token)
  }

  static func discardDamaged(_ store: any PersistentStore) throws(StoreError) {
    if let upkeep = store.upkeep, upkeep.damagedFiles > 0 {
      try upkeep.eraseDamagedFiles()
    }
  }

  /// A store whose values other processes change, too, and tell of it over a socket.
  final class TeamStore: PersistentStore {
    let hub = StoreHub(name: "team")
    private let values = MemoryStore()
    private let socket: Int32

    init(socket: Int32) { self.socket = socket }

    var notice: StoreNotice? {
      StoreNotice(descriptor: { self.socket }, look: { self.hub.refresh(from: self) })
    }

    func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
      try values.storedValue(for: key)
    }

    func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
      try values.storedKeys(in: namespace)
    }

    func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
      try values.withTransaction(body)
    }
  }

  static func copy(
    _ key: StoreKey, to other: StoreKey, in transaction: some StoreTransaction
  ) throws(StoreError) {
    try transaction.set(transaction.value(for: key), for: other)
  }

  @MainActor
  static func wrappers() {
    let store = MemoryStore()
    @AppStorage("lent", store: store) var lent = 0
    let keychain = MemoryKeychain()
    @KeychainStorage(provider: keychain, key: "card") var card: String?
    let observation = store.observe(StoreKey("lent")) { print("lent is now \($0 as Any)") }
    lent += 1
    card = "1234"
    observation.cancel()

    DefaultStores(state: MemoryStore(), keychain: MemoryKeychain()).use {
      @AppStorage("copies") var copies = 1
      copies += 1
    }
  }

  struct Member: Codable, Hashable, Sendable {
    var name: String
  }

  enum Theme: String, Codable, Sendable { case light, dark }

  static func more(_ store: any PersistentStore, _ keychain: any KeychainProvider) throws {
    @AppStorage("copies") var copies = 1
    @AppStorage(\.showsOverdue) var showsOverdue
    @AppStorage("theme", store: store) var theme: Theme?
    try _copies.update { $0 += 1 }
    @KeychainStorage(key: "login") var login: Member?
    @KeychainStorage(provider: keychain, key: "remembers") var remembers = false
    @Persisted(key: "member", defaultValue: Member(name: "Ada")) var member: Member
    print(copies, showsOverdue, theme as Any, login as Any, remembers, member)
  }

  static func files() {
    let store = SQLiteStore("/home/ada/.local/state/desk/state.sqlite3")
    @AppStorage("count", store: store) var count = 0
    let secrets = SecretStore(folder: "/home/ada/share", keyFolder: "/home/ada/state/keys")
    @KeychainStorage(provider: secrets, key: "login") var login: Member?
    print(count, login as Any)
  }

  static func message(_ days: Int, for member: String) -> Text {
    Text("Lent to \(Text(member).bold()) for \(days) days")
  }

  @MainActor
  static func host() {
    let host = SceneHost { CounterView() }
    print(host.send("Lend").joined(separator: "\n"))
    host.end()
  }

  struct CounterView: View {
    @AppStorage("count") private var count = 0
    var body: some View { Button("Lend") { count += 1 } }
  }

  struct NoteView: View {
    @State private var note = ""
    @State private var orders = ["Emma"]
    @State private var problem: String?
    @Environment(\.terminal) private var terminal
    @Environment(\.undoManager) private var undoManager

    var body: some View {
      Text(problem ?? note)
      Button("Write in an editor") {
        do { note = try terminal.edit(note) } catch { problem = "\(error)" }
      }
      .disabled(!terminal.isAvailable)
      Button("Cancel all orders", role: .destructive) {
        let before = orders
        orders = []
        undoManager?.registerUndo("Cancel all orders") { orders = before }
      }
    }
  }
}

extension AppStorageKeys {
  var showsOverdue: AppStorageKey<Bool> { .init("showsOverdue", defaultValue: true) }
}
