import WaylineViews

/// The lines that say where one is.
package enum Place {
  /// What stands between two titles.
  package static let separator = " › "

  /// The lines above a screen: the titles, then what is presented above them.
  package static func lines(of screen: Screen) -> [String] {
    switch screen.layer {
    case .root: line(screen.titles).map { [$0] } ?? []
    case .sheet(let title): [header("Sheet", title)]
    case .cover(let title): [header("Cover", title)]
    case .alert(let title, let message): alert(title, message)
    }
  }

  /// The first title, …, and the last three; nil without titles.
  package static func line(_ titles: [String]) -> String? {
    let titles = titles.filter { !$0.isEmpty }
    return wholeLine(titles.count > 4 ? [titles[0], "…"] + titles.suffix(3) : titles)
  }

  /// All titles; nil without any.
  package static func wholeLine(_ titles: [String]) -> String? {
    let titles = titles.filter { !$0.isEmpty }.map(plain)
    guard let first = titles.first else { return nil }
    let line = titles.joined(separator: separator)
    return SafeText.posesAsShell(first) ? " " + line : line
  }

  /// A title cannot pose as two.
  private static func plain(_ title: String) -> String {
    title.utf8.contains(0xE2) ? title.replacing("›", with: "<U+203A>") : title
  }

  private static func header(_ kind: String, _ title: String) -> String {
    title.isEmpty ? "\(kind):" : "\(kind): \(title)"
  }

  private static func alert(_ title: String, _ message: String) -> [String] {
    let lines = message.split(separator: "\n").map { line in
      SafeText.posesAsShell(String(line)) ? " \(line)" : String(line)
    }
    return [header("Alert", title)] + lines
  }
}
