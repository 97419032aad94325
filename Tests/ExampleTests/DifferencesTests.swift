import Foundation
import Testing
import WaylineTesting

@Suite("The page of differences from SwiftUI")
struct DifferencesTests {
  /// A row of the table: the names, their state, and the remark.
  private struct Row {
    let names: [String]
    let state: String
    let remark: String
  }

  private let rows: [Row]
  private static let unavailableFiles = Package.files(
    ending: ".swift", in: ["Sources/WaylineViews/Modifiers/Unavailable"])
  private let unavailable: String

  init() throws {
    let page = try Package.text(
      "Sources/WaylineViews/WaylineViews.docc/Differences-from-SwiftUI.md")
    let table = page.split(separator: "## Every view and modifier")[1].split(separator: "\n## ")[0]
    rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|").map { String($0.trimmingPrefix(" ")) }
      return Row(
        names: cells[0].matches(of: /`(\w+)`/).map { String($0.1) },
        state: String(cells[1].prefix { $0 != " " }),
        remark: String(cells[2].reversed().drop { $0 == " " }.reversed()))
    }
    unavailable = try Self.unavailableFiles.filter { !$0.hasSuffix("Arguments.swift") }
      .map(Package.text).joined()
  }

  /// The names of public functions and types, outside of what is unavailable.
  private static let declared: Set<Substring> = {
    let kinds: Set<Substring> = ["func", "struct", "enum", "typealias"]
    let files = Package.files(ending: ".swift", in: ["Sources"])
      .filter { !unavailableFiles.contains($0) }
    let lines = files.flatMap { (try? Package.text($0).split(separator: "\n")) ?? [] }
    return Set(
      lines.compactMap { line in
        let words = line.split(separator: " ")
        // A static function is no modifier; a sample in a comment is no declaration.
        guard words.contains("public"), !words.contains("static"), !line.contains("//"),
          let kind = words.firstIndex(where: kinds.contains),
          kind + 1 < words.count
        else { return nil }
        return words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      })
  }()

  private func isDeclared(_ name: String) -> Bool { Self.declared.contains(name[...]) }

  @Test("Names that are the same, differ or have no effect are declared, and absent ones are not")
  func declared() {
    #expect(rows.count > 100)
    for row in rows {
      for name in row.names {
        switch row.state {
        case "same", "differs", "no": #expect(isDeclared(name), "'\(name)' is not declared.")
        case "absent", "unavailable": #expect(!isDeclared(name), "'\(name)' is declared.")
        default: Issue.record("'\(row.state)' is no state.")
        }
      }
    }
  }

  @Test("Every name that is held is used by a client that sees only what is public")
  func compiled() throws {
    let files = Package.files(ending: ".swift", in: ["Tests/PublicSurface"])
    let text = try files.map(Package.text).joined()
    let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    for row in rows where ["same", "differs"].contains(row.state) {
      for name in row.names {
        let isUsed = words.contains(name[...])
        #expect(isUsed, "'\(name)' is not used.")
      }
    }
  }

  @Test("The compiler reports an unavailable name with the remark of the table")
  func messages() {
    let announced = unavailable.matches(
      of: /unavailable, message: "(.*)"\)\n.*?(?:\n.*?)?(?:func|struct|var) (\w+)/
    )
    .map { "\($0.2): \($0.1)" }
    let listed = rows.filter { $0.state == "unavailable" }.flatMap { row in
      row.names.map { "\($0): \(row.remark)" }
    }
    #expect(Set(announced) == Set(listed))
    #expect(announced.count > 40)
  }

  @Test("Written as for SwiftUI, each unavailable name is reported as such, whatever its arguments")
  func spellings() throws {
    let file = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    let (lines, source) = UnavailableSpellings.source
    try Data(source.utf8).write(to: URL(filePath: file.path + "/Spellings.swift"))
    let built = URL(filePath: Program.built("tour").path).deletingLastPathComponent().path
    let compiler = Program(path: "/usr/bin/env")
    let run = try compiler.run(
      [
        "swiftc", "-typecheck", "-diagnostic-style", "llvm", "-I", "\(built)/Modules", "-Xcc",
        "-fmodule-map-file=\(built)/CSystem.build/module.modulemap", file.path + "/Spellings.swift",
      ], environment: ProcessInfo.processInfo.environment)

    let reports = run.errors.matches(of: /Spellings.swift:(\d+):\d+: error: (.*)/)
    for row in rows where row.state == "unavailable" {
      for name in row.names {
        let own = lines.filter { $0.value.name == name }
        #expect(!own.isEmpty, "'\(name)' is not written.")
        for (line, spelling) in own {
          let reported = reports.filter { $0.1 == "\(line)" }.map { String($0.2) }
          #expect(
            reported.contains { $0.contains("'\(name)") && $0.hasSuffix(": \(row.remark)") },
            "'\(spelling.code)' is reported as \(reported).")
        }
      }
    }
  }

  @Test("Every view and modifier of SwiftUI's public interface is in the table, once")
  func names() {
    let listed = rows.flatMap(\.names)
    for name in SwiftUINames.views + SwiftUINames.modifiers {
      #expect(listed.filter { $0 == name }.count == 1, "'\(name)' is missing, or there twice.")
    }
    #expect(SwiftUINames.modifiers.count > 450)
  }

  @Test("Every public modifier that is SwiftUI's is in the table")
  func complete() throws {
    let own: Set = ["guarding", "onLeave", "onResult", "coordinators", "defaultKeychain"]
    let listed = Set(rows.flatMap(\.names))
    let files = Package.files(ending: ".swift", in: ["Sources"])
      .filter { !Self.unavailableFiles.contains($0) }
    let extensions = try files.map(Package.text).flatMap {
      $0.matches(of: /\nextension View(?: where [^{]*)? \{\n([\s\S]*?)\n\}/)
    }
    let modifiers = extensions.flatMap {
      $0.1.matches(of: /\n? +(?:nonisolated )?public (?:consuming )?func (\w+)/).map {
        String($0.1)
      }
    }
    for name in Set(modifiers).subtracting(own) {
      #expect(listed.contains(name), "'\(name)' is missing.")
    }
  }
}
