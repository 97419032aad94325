import Wayline

// Every spelling of storage.

enum Theme: String { case light, dark }

enum Paper: String, Codable { case plain, ruled }

struct Borrower: Codable { var age = 1 }

struct Login: Codable, Identifiable {
  var id: String { name }
  let name: String
}

extension AppStorageKeys {
  var showOnboarding: AppStorageKey<Bool> { .init("showOnboarding", defaultValue: true) }
  var theme: AppStorageKey<Theme> { .init("theme", defaultValue: .light) }
  var paper: AppStorageKey<Paper> { .init("paper", defaultValue: .plain) }
  var limit: AppStorageKey<Int?> { .init("limit", defaultValue: nil) }
}

let store: any PersistentStore = MemoryStore()

struct SettingsView: View {
  @AppStorage("count") var count = 0
  @AppStorage("weight") var weight = 1.0
  @AppStorage("site") var site = URL(string: "https://example.com")
  @AppStorage("cover") var cover = Data()
  @AppStorage("since") var since = Date(timeIntervalSince1970: 0)
  @AppStorage("theme") var theme = Theme.light
  @AppStorage("paper") var paper = Paper.plain
  @AppStorage("other theme") var otherTheme: Theme?
  @AppStorage("other paper") var otherPaper: Paper?
  @AppStorage("limit") var limit: Int?
  @AppStorage("explicit limit") var explicitLimit: Int? = nil
  @AppStorage("borrower") var borrower = Borrower()
  @AppStorage("other borrower") var otherBorrower: Borrower?
  @AppStorage("count", store: store) var storedCount = 0
  @AppStorage(\.showOnboarding) var showOnboarding
  @AppStorage(\.showOnboarding) var showOnboardingFirst: Bool = false
  @AppStorage(\.showOnboarding, store: store) var first: Bool
  @AppStorage(wrappedValue: false, "name", store: store) var second: Bool
  @AppStorage(wrappedValue: false, strongKey: AppStorageKeys().showOnboarding, store: store)
  var third: Bool
  @AppStorage(wrappedValue: false, strongKeyPath: \.showOnboarding, store: store)
  var fourth: Bool
  @AppStorage(\.theme) var keyedTheme
  @AppStorage(\.paper) var keyedPaper
  @AppStorage(\.limit) var keyedLimit
  @SceneStorage("draft") var draft = ""
  @Persisted(key: "user", defaultValue: Borrower(age: 1)) var user: Borrower
  @Persisted(key: "user", store: store, defaultValue: Borrower(age: 1)) var storedUser: Borrower
  @KeychainStorage(key: "login") var login: Login?
  @KeychainStorage(provider: DeskKeychain(), key: "flag") var flag = false
  @KeychainStorage(keychainProvider: DeskKeychain(), key: "other flag") var otherFlag = false

  var body: some View {
    Toggle("Show onboarding", isOn: $showOnboarding)
    TextField("Draft", text: $draft)
    Button("Older") { user = Borrower(age: user.age + 1) }
      .fullScreenCover(item: $login) { login in Text(login.name) }
  }
}

struct DeskKeychain: KeychainProvider {
  func setData(_ data: Data, forKey key: String) -> Bool { false }
  func getData(forKey key: String) -> Data? { nil }
  func deleteData(forKey key: String) -> Bool { false }
}

func readsOutsideAView() -> Bool {
  @AppStorage(\.showOnboarding, store: store) var local: Bool
  return local
}
