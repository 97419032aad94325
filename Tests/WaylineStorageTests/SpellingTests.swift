import FoundationEssentials
import Testing
import WaylineStorage

enum Shelf: String { case fiction, reference }
enum Loan: String, Codable { case short, long }
enum Floor: Int, Codable { case ground, first }
struct Member: Codable, Equatable, Identifiable {
  var id = 1
  var name = "Ada"
}

extension AppStorageKeys {
  var showsOverdue: AppStorageKey<Bool> { .init("showsOverdue", defaultValue: true) }
  var shelf: AppStorageKey<Shelf> { .init("shelf", defaultValue: .reference) }
  var loan: AppStorageKey<Loan> { .init("loan", defaultValue: .long) }
  var limit: AppStorageKey<Int?> { .init("limit", defaultValue: nil) }
  var lastShelf: AppStorageKey<Shelf?> { .init("lastShelf", defaultValue: nil) }
}

private let desk: any PersistentStore = MemoryStore()

struct Spellings {
  @AppStorage("copies") var copies = 0
  @AppStorage("fine") var fine = 0.5
  @AppStorage("open") var isOpen = false
  @AppStorage("title") var title = "The Go-Between"
  @AppStorage("page") var page = URL(string: "https://desk.example")!
  @AppStorage("cover") var cover = Data()
  @AppStorage("due") var due = Date(timeIntervalSinceReferenceDate: 0)
  @AppStorage("shelf") var shelf = Shelf.fiction
  @AppStorage("shelf") var typedShelf: Shelf = .fiction
  @AppStorage("loan") var loan = Loan.short
  @AppStorage("floor") var floor: Floor = .ground
  @AppStorage("optionalShelf") var optionalShelf: Shelf?
  @AppStorage("optionalShelf") var optionalShelfNil: Shelf? = nil
  @AppStorage("optionalLoan") var optionalLoan: Loan?
  @AppStorage("optionalLoan") var optionalLoanNil: Loan? = nil
  @AppStorage("optional") var optional: Int?
  @AppStorage("optional") var optionalNil: Int? = nil
  @AppStorage("member") var member = Member()
  @AppStorage("optionalMember") var optionalMember: Member?
  @AppStorage("tags") var tags: [String] = []
  @AppStorage("concrete", store: MemoryStore()) var concrete = 0
  @AppStorage("existential", store: desk) var existential = 0
  @AppStorage("optionalInStore", store: desk) var optionalInStore: Int?
  @AppStorage("shelfInStore", store: desk) var shelfInStore: Shelf?
  @AppStorage(\.showsOverdue) var showsOverdue
  @AppStorage(\.showsOverdue) var ownDefault: Bool = false
  @AppStorage(\.showsOverdue, store: desk) var inStore: Bool
  @AppStorage(wrappedValue: false, "named", store: desk) var named: Bool
  @AppStorage(wrappedValue: false, strongKey: AppStorageKeys().showsOverdue, store: desk)
  var strongKey: Bool
  @AppStorage(wrappedValue: false, strongKeyPath: \.showsOverdue, store: desk)
  var strongKeyPath: Bool
  @AppStorage(\.shelf) var keyedShelf
  @AppStorage(\.loan) var keyedLoan
  @AppStorage(\.limit) var keyedLimit
  @AppStorage(\.lastShelf) var keyedLastShelf
  @SceneStorage("draft") var draft = ""
  @SceneStorage("sceneShelf") var sceneShelf = Shelf.fiction
  @SceneStorage("sceneLoan") var sceneLoan = Loan.short
  @SceneStorage("sceneOptional") var sceneOptional: Shelf?
  @SceneStorage("selected") var selected: Int?
  @Persisted(key: "user", defaultValue: Member()) var user: Member
  @Persisted(key: "user", store: desk, defaultValue: Member()) var userInStore: Member
  @Persisted(key: "guest") var guest: Member?
  @KeychainStorage(key: "login") var login: Member?
  @KeychainStorage(provider: MemoryKeychain(), key: "flag") var flag = false
  @KeychainStorage(keychainProvider: MemoryKeychain(), key: "flag") var otherFlag = false
  @KeychainStorage(provider: MemoryKeychain(), key: "token") var token: String?
}

@Suite("Spellings")
struct SpellingTests {
  @Test("Every spelling shows its default and writes nothing (2)")
  func defaults() throws {
    let store = MemoryStore()
    DefaultStores(state: store, keychain: MemoryKeychain()).use {
      let all = Spellings()
      #expect(all.copies == 0 && all.fine == 0.5 && !all.isOpen && all.title == "The Go-Between")
      #expect(all.shelf == .fiction && all.loan == .short && all.floor == .ground)
      #expect(all.optionalShelf == nil && all.optionalLoan == nil && all.optional == nil)
      #expect(all.showsOverdue && !all.ownDefault && all.inStore && !all.strongKey)
      #expect(all.keyedShelf == .reference && all.keyedLoan == .long && all.keyedLimit == nil)
      #expect(all.draft == "" && all.user == Member() && all.guest == nil && all.login == nil)
    }
    #expect(try store.keys(in: nil).isEmpty)
  }

  @Test("A wrapper in a function reads and writes the store")
  func local() throws {
    let store = MemoryStore()
    @AppStorage(\.showsOverdue, store: store) var showsOverdue: Bool
    @AppStorage("copies", store: store) var copies = 1
    copies += 1
    showsOverdue = false
    #expect(try store.value(Int.self, for: "copies") == 2)
    #expect(try store.value(Bool.self, for: "showsOverdue") == false)
  }

  @Test("A raw value is stored as itself, whichever initialiser the compiler picks")
  func rawValues() throws {
    let store = MemoryStore()
    @AppStorage("shelf", store: store) var shelf: Shelf?
    @AppStorage("loan", store: store) var loan: Loan?
    @AppStorage("floor", store: store) var floor = Floor.ground
    (shelf, loan, floor) = (.reference, .long, .first)
    #expect(try store.bytes(for: StoreKey("shelf")) == StoredValue(encoding: "reference"))
    #expect(try store.bytes(for: StoreKey("loan")) == StoredValue(encoding: "long"))
    #expect(try store.bytes(for: StoreKey("floor")) == StoredValue(encoding: 1))
  }

  @Test("A projected value is a binding to the same key")
  func projection() {
    let store = MemoryStore()
    @AppStorage("member", store: store) var member = Member()
    $member.name.wrappedValue = "Grace"
    #expect(member == Member(name: "Grace"))
  }
}
