import Wayline

// The samples of the article Localising.

enum Phrase: String {
  case lend = "Lend"
  case giveBack = "Return"

  func text(in language: String) -> String {
    let german: [Phrase: String] = [.lend: "Ausleihen", .giveBack: "Zurückgeben"]
    return language == "de" ? german[self] ?? rawValue : rawValue
  }
}

enum LanguageKey: EnvironmentKey {
  static var defaultValue: String {
    String((ProcessInfo.processInfo.environment["LANG"] ?? "en").prefix(2))
  }
}

extension EnvironmentValues {
  var language: String {
    get { self[LanguageKey.self] }
    set { self[LanguageKey.self] = newValue }
  }
}

struct LendingView: View {
  @Environment(\.language) private var language
  @State private var copies = 0

  var body: some View {
    Button(Phrase.lend.text(in: language)) { copies += 1 }
    Button(Phrase.giveBack.text(in: language)) { copies -= 1 }.disabled(copies == 0)
  }
}
