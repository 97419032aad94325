import Foundation
import Testing
import WaylineFoundation
import WaylineStorage

enum Shelf: String { case fiction, reference }
enum Loan: String, Codable { case short, long }
struct Member: Codable, Equatable { var name = "Ada" }

extension AppStorageKeys {
  var showsOverdue: AppStorageKey<Bool> { .init("showsOverdue", defaultValue: true) }
  var shelf: AppStorageKey<Shelf> { .init("shelf", defaultValue: .reference) }
  var loan: AppStorageKey<Loan> { .init("loan", defaultValue: .long) }
}

struct Spellings {
  @AppStorage("copies", store: .standard) var copies = 0
  @AppStorage("copies", store: UserDefaults(suiteName: "desk")!) var copiesInSuite = 0
  @AppStorage("optional", store: .standard) var optional: Int?
  @AppStorage("shelf", store: .standard) var shelf = Shelf.fiction
  @AppStorage("loan", store: .standard) var loan = Loan.short
  @AppStorage("optionalShelf", store: .standard) var optionalShelf: Shelf?
  @AppStorage("optionalLoan", store: .standard) var optionalLoan: Loan?
  @AppStorage("member", store: .standard) var member = Member()
  @AppStorage(\.showsOverdue, store: UserDefaults.standard) var showsOverdue: Bool
  @AppStorage(\.showsOverdue, store: UserDefaults.standard) var ownDefault: Bool = false
  @AppStorage(\.shelf, store: UserDefaults.standard) var keyedShelf: Shelf
  @AppStorage(\.loan, store: UserDefaults.standard) var keyedLoan: Loan
  @AppStorage(wrappedValue: false, "named", store: .standard) var named: Bool
  @AppStorage(wrappedValue: false, strongKey: AppStorageKeys().showsOverdue, store: .standard)
  var strongKey: Bool
  @AppStorage(wrappedValue: false, strongKeyPath: \.showsOverdue, store: UserDefaults.standard)
  var strongKeyPath: Bool
  @AppStorage(\.showsOverdue, store: .standard) var inferred
  @AppStorage(\.shelf, store: UserDefaults(suiteName: "desk")!) var inferredShelf
  @Persisted(key: "user", store: .standard, defaultValue: Member()) var user: Member
  @AppStorage("memory", store: MemoryStore()) var memory = 0
  @AppStorage("plain") var plain = 0
}

@Suite("UserDefaults", .serialized)
final class UserDefaultsTests {
  let suite = "wayline-tests-\(UInt64.random(in: .min ... .max))"
  var defaults: UserDefaults { UserDefaults(suiteName: suite)! }

  deinit {
    defaults.removePersistentDomain(forName: suite)
    let variables = ProcessInfo.processInfo.environment
    let folder = variables["XDG_CONFIG_HOME"] ?? NSHomeDirectory() + "/.config"
    try? FileManager.default.removeItem(atPath: "\(folder)/\(suite).plist")
  }

  @Test("Every spelling takes UserDefaults and shows its default")
  func spellings() {
    let all = Spellings()
    #expect(all.copies == 0 && all.copiesInSuite == 0 && all.optional == nil)
    #expect(all.shelf == .fiction && all.keyedShelf == .reference && all.showsOverdue)
  }

  @Test("A scalar is stored as Foundation stores it, both ways")
  func scalars() {
    let defaults = defaults
    @AppStorage("copies", store: defaults) var copies = 1
    @AppStorage("open", store: defaults) var isOpen = false
    copies = 5
    isOpen = true
    #expect(defaults.integer(forKey: "copies") == 5 && defaults.bool(forKey: "open"))
    defaults.set(6, forKey: "copies")
    #expect(copies == 6)
  }

  @Test("Structures, URLs and dates come back as they were")
  func structures() {
    let (page, day) = (URL(string: "https://desk.example")!, Date(timeIntervalSince1970: 5))
    @AppStorage("member", store: defaults) var member = Member()
    @AppStorage("page", store: defaults) var url: URL?
    @AppStorage("due", store: defaults) var due: Date?
    (member, url, due) = (Member(name: "Grace"), page, day)
    @AppStorage("member", store: defaults) var again = Member()
    @AppStorage("page", store: defaults) var pageAgain: URL?
    @AppStorage("due", store: defaults) var dueAgain: Date?
    #expect(again == Member(name: "Grace") && pageAgain == page && dueAgain == day)
  }

  @Test("A write is in the file at once")
  func synchronised() throws {
    @AppStorage("copies", store: defaults) var copies = 1
    copies = 7
    let fresh = UserDefaults(suiteName: suite)!
    #expect(fresh.integer(forKey: "copies") == 7)
  }

  @Test("Two objects for one suite see each other's writes")
  func notices() throws {
    let (here, there) = (UserDefaultsStore.of(defaults)!, UserDefaultsStore.of(defaults)!)
    #expect(try here.value(Int.self, for: "copies") == nil)
    try there.set(3, for: "copies")
    #expect(try here.value(Int.self, for: "copies") == 3)
  }

  @Test("An object that no wrapper stored is not overwritten")
  func foreignObject() {
    let defaults = defaults
    defaults.set([1, 2], forKey: "copies")
    @AppStorage("copies", store: defaults) var copies = 1
    copies = 2
    #expect(copies == 1 && _copies.error != nil)
    #expect(defaults.array(forKey: "copies") as? [Int] == [1, 2])
  }

  @Test(
    "An object that no wrapper stored comes back when its transaction is undone, and stays for nil")
  func foreignObjectUndone() throws {
    let defaults = defaults
    defaults.set([1, 2], forKey: "copies")
    let store = UserDefaultsStore.of(defaults)!
    #expect(throws: StoreError.self) {
      try store.transaction {
        try store.erase("copies")
        throw StoreError.full(store: "UserDefaults")
      }
    }
    @AppStorage("copies", store: defaults) var copies: Int?
    copies = nil
    #expect(defaults.array(forKey: "copies") as? [Int] == [1, 2])
  }
}
