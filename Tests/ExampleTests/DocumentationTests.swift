import FoundationEssentials
import Testing
import WaylineTesting

/// The package's files, as tests of its documentation read them.
private enum Package {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The files with an ending below some folders, as paths from the root.
  static func files(ending: String, in folders: [String]) -> [String] {
    folders.flatMap { folder in
      let found = FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []
      return found.filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
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

@Suite("The documentation")
struct DocumentationTests {
  private static let pages =
    Package.files(ending: ".md", in: ["Sources"]).filter { $0.contains("/Articles/") }
    + ["README.md"]
  private static let compiled: [String] =
    Package.files(ending: ".swift", in: ["Examples", "Tests"])
    .compactMap { try? Package.lines(Package.text($0)).joined(separator: "\n") }

  // The files of the tutorial are compiled by the check that follows it.
  @Test(
    "Each sample longer than two lines stands in a file that is compiled",
    arguments: pages.filter { !$0.hasSuffix("From-nothing-to-a-tested-program.md") })
  func samples(page: String) throws {
    for sample in Transcript.blocks(in: try Package.text(page), language: "swift") {
      let lines = Package.lines(sample)
      guard lines.count > 2 else { continue }
      let text = lines.joined(separator: "\n")
      #expect(Self.compiled.contains { $0.contains(text) }, "\(page): \(lines[0]) …")
    }
  }

  @Test(
    "Each transcript of an article is what the built example prints",
    arguments: pages.filter { $0.contains("/Articles/") },
    ["counter", "tour", "lend", "vault"])
  func transcripts(page: String, program: String) throws {
    for block in Transcript.blocks(in: try Package.text(page), language: program) {
      let transcript = Transcript(block)
      let run = try Built(program).run(["--echo"], transcript.input)
      let differences = transcript.differences(from: run.lines)
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
