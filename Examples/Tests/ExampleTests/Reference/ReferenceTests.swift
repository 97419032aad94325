import FoundationEssentials
import Testing
import Wayline
import WaylineTesting

@Suite("The reference pages")
@MainActor
struct ReferenceTests {
  nonisolated private static let articles = "Sources/Wayline/Wayline.docc/Articles"

  /// True while `WAYLINE_RECORD=1` writes the rows of the page anew.
  private static let records = ProcessInfo.processInfo.environment["WAYLINE_RECORD"] == "1"

  private static let samples = Sample.elements + Sample.texts + Sample.inputs + Sample.navigation

  /// The tables of elements and modifiers: those with a description, a use, and what it prints.
  private static let elements = "\(articles)/Elements-and-modifiers.md"

  @Test("Each element and each modifier has a line, a use that is compiled, and what it prints")
  func rows() async throws {
    let page = try Package.text(Self.elements)
    let sources = try Package.files(
      ending: "Samples.swift", in: ["Examples/Tests/ExampleTests/Reference"]
    )
    .map(Package.text).joined()
    let samples = Dictionary(uniqueKeysWithValues: Self.samples.map { ($0.name, $0) })
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var shown: Set<String> = []
    for (number, line) in lines.enumerated() {
      guard let cells = line.wholeMatch(of: /\| `(\w+)` \| (.+?) \| .+ \|/) else { continue }
      let name = String(cells.1)
      // The values of the environment have a type in the second column.
      if cells.2.hasPrefix("`") { continue }
      let sample = try #require(samples[name], "The row of '\(name)' has no sample.")
      shown.insert(name)
      let row = try await sample.row(String(cells.2), sources: sources)
      if Self.records { lines[number] = row }
      #expect(lines[number] == row)
    }
    #expect(shown == Set(samples.keys))
    if Self.records {
      let file = Package.root.appending(path: Self.elements)
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
    }
  }

  @Test("Every public modifier and every view of the package is on the page of elements")
  func complete() throws {
    let page = try Package.text("\(Self.articles)/Elements-and-modifiers.md")
    let sources = try Package.files(ending: ".swift", in: ["Sources"])
      .filter { !$0.contains("/Unavailable/") }.map(Package.text)
    let extensions = sources.flatMap {
      $0.matches(of: /\nextension View(?: where [^{]*)? \{\n([\s\S]*?)\n\}/)
    }
    let modifiers = Set(
      extensions.flatMap {
        $0.1.matches(of: /\n? +(?:nonisolated )?public (?:consuming )?func (\w+)/).map {
          String($0.1)
        }
      })
    #expect(modifiers.count > 100)
    let effective = Set(Self.samples.map(\.name))
    let inert = try #require(page.firstMatch(of: /### Modifiers without effect\n[\s\S]*?\n#/)).0
    for name in modifiers.subtracting(effective).sorted() {
      #expect(inert.contains("`\(name)`"), "The modifier '\(name)' is missing.")
    }
    let views = Set(
      sources.flatMap { $0.matches(of: /\npublic struct (\w+)[\s\S]*?\n\}/) }.map { String($0.1) })
    let shown = Set(
      sources.flatMap { $0.matches(of: /\nextension (\w+): (?:Primitive)?View\b/) }.map {
        String($0.1)
      })
    for name in views.intersection(shown).sorted() {
      #expect(page.contains(name), "The view '\(name)' is missing.")
    }
  }

  @Test("Every public value of the environment is on the page of elements")
  func environment() throws {
    let page = try Package.text("\(Self.articles)/Elements-and-modifiers.md")
    let files = Package.files(ending: ".swift", in: ["Sources"])
      .filter { !$0.contains("/Unavailable/") }
    let names = try files.flatMap { path in
      try Package.text(path).matches(of: /\nextension EnvironmentValues \{\n([\s\S]*?)\n\}/)
        .flatMap { $0.1.matches(of: /\n? +public var (\w+): (.+?) {/) }
        .map { "| `\($0.1)` | `\($0.2)` | " }
    }
    #expect(names.count > 10)
    for row in names {
      #expect(page.contains(row), "The environment value of the row '\(row)' is missing.")
    }
  }

  @Test("Every verb of the router is in the table of verbs, and every outcome is named")
  func verbs() throws {
    let page = try Package.text("\(Self.articles)/Navigating.md")
    let router = "Sources/WaylineNavigation/Router"
    let verbs = try ["NavigationVerbs", "RouterLinks"].flatMap { file in
      try Package.text("\(router)/\(file).swift").matches(of: /\n +public func (\w+)/).map { $0.1 }
    }
    #expect(verbs.count > 15)
    for verb in Set(verbs) {
      #expect(page.contains("`\(verb)("), "The verb '\(verb)' is missing.")
    }
    let outcomes = try Package.text("\(router)/NavigationOutcome.swift").matches(
      of: /\n  case (\w+)/)
    for outcome in outcomes {
      #expect(page.contains("`.\(outcome.1)"), "The outcome '\(outcome.1)' is missing.")
    }
  }

  #if Postgres
    nonisolated private static let isPlain = false
  #else
    nonisolated private static let isPlain = true
  #endif

  @Test(
    "The page of commands and options is the manual of a program without commands of its own",
    .enabled(if: isPlain, "The page has the options of a program without the trait 'Postgres'."))
  nonisolated func commands() throws {
    let manual = try Built("counter").run(["--manual=markdown"]).lines
    let shown = manual.drop { $0 != "## Options" }.joined(separator: "\n")
    let page = try Package.text("\(Self.articles)/Commands-and-options.md")
    let isShown = page.contains(shown.trimmingPrefix("\n"))
    #expect(isShown, "Run 'counter --manual=markdown' and replace the lists of the page.")
  }
}
