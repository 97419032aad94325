import Wayline

/// The samples of the articles Restoring state, and Renaming and migrating.
enum RestoringSample {
  struct WelcomeView: View {
    @Environment(\.router) private var router

    var body: some View {
      if let report = router.restorationReport, !report.isComplete {
        Text("\(report.dropped.count) screens could not be restored.")
      }
      Text("Welcome back.")
    }
  }

  struct DeskApp: App {
    init() {
      do { try Self.renameTheme() } catch { print("The theme could not be renamed: \(error)") }
    }

    static func renameTheme() throws {
      @AppStorage("theme") var old: String?
      @AppStorage("colours") var new: String?
      try DefaultStores.current.state.transaction {
        guard let value = old else { return }
        (new, old) = (value, nil)
      }
    }

    var body: some Scene { WindowGroup { WelcomeView() } }
  }

  enum DeskRoute: NavigationValue, LinkNamed, VersionedValue {
    case catalog
    case volume(id: Int)

    /// Version 0 had the same shape, with other numbers.
    static var version: Int { 1 }

    static var linkNames: LinkNames { LinkNames(aliases: ["book": "volume"]) }

    static func migrate(_ json: String, from version: Int) -> String? {
      version == 0 ? json : nil
    }
  }
}
