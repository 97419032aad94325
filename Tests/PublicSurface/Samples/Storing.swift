import Observation
import Wayline

/// The samples of the article Storing settings.
enum StoringSample {
  struct Settings: Codable, Hashable {
    var loanDays = 14
    var reminders = true
  }

  struct SettingsView: View {
    @AppStorage("theme") private var theme = "dark"
    @Persisted(key: "settings") private var settings = Settings()
    @SceneStorage("draft") private var draft = ""

    var body: some View {
      Picker("Theme", selection: $theme) {
        ForEach(["dark", "light"], id: \.self) { Text($0) }
      }
      Stepper("Loan days", value: $settings.loanDays, in: 1...60)
      TextField("Draft", text: $draft)
    }
  }

  static func move(_ copies: Int, in store: any PersistentStore) throws {
    @AppStorage("onShelf", store: store) var onShelf = 0
    @AppStorage("lent", store: store) var lent = 0
    try store.transaction {
      onShelf -= copies
      lent += copies
    }
  }

  static func migrate(_ store: any PersistentStore) {
    store.hub.register(
      Migration(StoreKey("loanWeeks"), from: 1) { (weeks: Int) in weeks * 7 })
  }
}

/// An object whose properties are stored.
final class LoanSettings: ObservableObject {
  @AppStorage("copies") var copies = 1
  @KeychainStorage(key: "pin") var pin: String?
}

@Observable
final class ShelfSettings {
  @ObservationIgnored @AppStorage("copies") var copies = 1
}

struct ShelfRoot: View {
  @State private var settings = ShelfSettings()

  var body: some View { ShelfSign().environment(settings) }
}

struct ShelfSign: View {
  @Environment(ShelfSettings.self) private var settings

  var body: some View { Stepper("Copies", value: Bindable(settings).copies, in: 0...9) }
}
