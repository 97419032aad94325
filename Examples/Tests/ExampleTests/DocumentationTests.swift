import FoundationEssentials
import TestThreads
import Testing
import WaylineTesting

/// The package's files, as tests of its documentation read them.
enum Package {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The files with an ending below some folders, as paths from the root.
  static func files(ending: String, in folders: [String]) -> [String] {
    folders.flatMap { folder in
      let found = FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []
      return found.filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }
        .filter { !$0.contains("/.build/") }.sorted()
    }
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  /// The lines of a sample without indentation and without empty lines.
  static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty }
  }
}

@Suite("The documentation", .waitsForPrograms)
struct DocumentationTests {
  private static let pages = Package.files(ending: ".md", in: ["Sources"]) + ["README.md"]
  private static let articles = pages.filter { $0.contains("/Articles/") }

  /// The tutorial's files; the check that follows the tutorial compiles them.
  private static let tutorial = articles.filter {
    $0.hasSuffix("From-nothing-to-a-tested-program.md")
  }
  private static let compiled: [String] =
    (Package.files(ending: ".swift", in: ["Examples", "Tests"])
    .compactMap { try? Package.text($0) }
    + tutorial.flatMap { page in
      (try? Package.text(page)).map { Transcript.blocks(in: $0, language: "swift") } ?? []
    })
    .map { Package.lines($0).joined(separator: "\n") }

  @Test("Each sample longer than two lines stands in a file that is compiled", arguments: pages)
  func samples(page: String) throws {
    for sample in Transcript.blocks(in: try Package.text(page), language: "swift") {
      let lines = Package.lines(sample)
      guard lines.count > 2 else { continue }
      let text = lines.joined(separator: "\n")
      #expect(Self.compiled.contains { $0.contains(text) }, "\(page): \(lines[0]) …")
    }
  }

  @Test("A documentation comment is followed by its declaration, so that DocC reads it")
  func attached() throws {
    for file in Package.files(ending: ".swift", in: ["Sources"]) {
      let lines = Package.lines(try Package.text(file))
      for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("///") {
        let isRemark = next.hasPrefix("// ") && !next.hasPrefix("// swift-format-ignore")
        #expect(!isRemark, "\(file): \(next)")
      }
    }
  }

  @Test("An example that teaches one thing has at most 300 lines, and a file of one at most 150")
  func exampleSizes() throws {
    let files = Package.files(ending: ".swift", in: ["Examples"])
    // The folder of tools is a package with three of them.
    let folders = Set(files.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
      .filter { folder in
        !["/Tour", "/Console", "/Tests"].contains { folder.contains($0) }
          && !["Examples", "Examples/Tools"].contains(folder)
      }
    #expect(folders.count > 7)
    for folder in folders {
      let lines = try files.filter { $0.hasPrefix("\(folder)/") }
        .map { try Package.text($0).count { $0 == "\n" } }.reduce(0, +)
      #expect(lines <= 300, "\(folder)")
    }
    // The other two are whole programs, of files that each have one subject.
    for file in files where !file.contains("/Tests/") {
      #expect(try Package.text(file).count { $0 == "\n" } <= 150, "\(file)")
    }
  }

  @Test("Each article is in a list of topics")
  func listed() throws {
    let lists = try Self.pages.filter { !$0.contains("/Articles/") }.map(Package.text).joined()
    for page in Self.articles {
      let name = page.split(separator: "/").last.map { $0.dropLast(3) } ?? ""
      #expect(lists.contains("<doc:\(name)>"), "\(name)")
    }
  }

  @Test(
    "Each promise is split into claims, and each claim names tests that exist",
    arguments: [
      "WaylineNavigation/WaylineNavigation.docc/Promises-of-Navigation.md",
      "WaylineStorage/WaylineStorage.docc/Promises-of-Storage.md",
    ])
  func promises(page: String) throws {
    let text = try Package.text("Sources/\(page)")
    let numbers = text.matches(of: #/\n### (\d+)\. /#).compactMap { Int($0.1) }
    #expect(numbers == Array(1...25))
    let tests = try Self.testNames
    var letters: [Int: [Character]] = [:]
    let claim = /^- \*\*(\d+)([a-z])\*\* (.+\n(?:  .+\n)*)/.anchorsMatchLineEndings()
    for bullet in text.matches(of: claim) {
      let (number, letter) = (try #require(Int(bullet.1)), bullet.2)
      letters[number, default: []] += letter
      let named = bullet.3.matches(of: /`(\w+Tests\.\w+)`/).map { String($0.1) }
      #expect(!named.isEmpty, "The claim \(number)\(letter) names no test.")
      for name in named {
        #expect(tests.contains(name), "The claim \(number)\(letter) names '\(name)'.")
      }
    }
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
    for number in numbers {
      let found = letters[number] ?? []
      #expect(!found.isEmpty && found == Array(alphabet.prefix(found.count)), "\(number)")
    }
  }

  /// The functions with `@Test`, each with its suite.
  private static var testNames: Set<String> {
    get throws {
      var names: Set<String> = []
      for path in Package.files(ending: "Tests.swift", in: ["Tests", "Examples/Tests"]) {
        var (suite, isTest) = ("", false)
        for line in try Package.text(path).split(separator: "\n") {
          if let type = line.firstMatch(of: /\b(?:struct|class|extension) (\w+Tests)\b/) {
            suite = String(type.1)
          }
          if line.hasPrefix("  @Test") { isTest = true }
          if isTest, let function = line.firstMatch(of: /^  .*\bfunc (\w+)/) {
            names.insert("\(suite).\(function.1)")
            isTest = false
          }
        }
      }
      return names
    }
  }

  @Test("Each public type and function is in a list of topics")
  func topics() throws {
    let catalogs = Set(
      Self.pages.compactMap { page in
        page.split(separator: "/").dropFirst().first.map(String.init)
      })
    for room in catalogs where room != "README.md" {
      let lists = try Self.pages.filter { $0.hasPrefix("Sources/\(room)/") }
        .map(Package.text).joined()
      for path in Package.files(ending: ".swift", in: ["Sources/\(room)"]) {
        for symbol in try Package.text(path).matches(of: Self.publicSymbol)
        where !symbol.0.contains("@available(*, unavailable") && !symbol.1.hasPrefix("_") {
          let isListed = lists.contains("- ``\(symbol.1)``") || lists.contains("- ``\(symbol.1)(")
          #expect(isListed, "'\(symbol.1)' of \(path) is in no list of topics of \(room).")
        }
      }
    }
  }

  /// A public declaration at the top of a file.
  private static var publicSymbol: Regex<(Substring, Substring)> {
    /\n(?:@.*\s+)*(?:nonisolated )?public (?:indirect )?(?:final )?(?:struct|class|enum|protocol|actor|typealias|func) (\w+)/
  }

  @Test("Each exchange of JSON lines is what the built example prints", arguments: articles)
  func exchanges(page: String) throws {
    for block in Transcript.blocks(in: try Package.text(page), language: "json-counter") {
      let exchange = Transcript(block)
      let run = try Built("counter").run(["--json"], exchange.input)
      #expect(run.lines == exchange.lines.filter { !$0.hasPrefix("> ") })
    }
  }

  @Test(
    "Each transcript of an article is what the built example prints",
    arguments: articles, ["counter", "tour", "lend", "vault"])
  func transcripts(page: String, program: String) throws {
    for block in Transcript.blocks(in: try Package.text(page), language: program) {
      let transcript = Transcript(block)
      let run = try Built(program).run(["--echo"], transcript.input)
      let differences = transcript.differences(from: run.session)
      #expect(differences.isEmpty, "\(differences.map(\.description).joined(separator: "\n"))")
    }
  }

  @Test("Each stop in the life of a command names a function of its file, and no file twice")
  func stops() throws {
    let page = try Package.text("Sources/Wayline/Wayline.docc/Articles/The-life-of-a-command.md")
    let stops = page.split(separator: "\n").compactMap { row -> (name: String, file: String)? in
      let cells = row.split(separator: "|").map { $0.filter { $0 != "`" && $0 != " " } }
      return cells.count == 3 && cells[2].hasSuffix(".swift") ? (cells[1], cells[2]) : nil
    }
    #expect(stops.count > 15)
    #expect(Set(stops.map(\.file)).count == stops.count)
    for stop in stops {
      let source = try Package.text(stop.file)
      let name = stop.name == "init" ? "package init" : "func \(stop.name)"
      let isThere = source.contains("\(name)(") || source.contains("\(name)<")
      #expect(isThere, "\(stop.file) has no \(stop.name).")
    }
  }
}
