import Foundation
import TestPrograms
import Testing
import WaylineTesting

@Suite("The page of differences from SwiftUI")
struct DifferencesTests {
  /// A row of the table: the names, their state, and the remark.
  private struct Row {
    let names: [String]
    /// Forms of names, such as `alert(item:content:)`.
    let forms: [String]
    let state: String
    let remark: String
    /// True for a value of the environment, which may have the name of a modifier.
    let isValue: Bool
  }

  private let rows: [Row]
  private static let unavailableFiles = Package.files(
    ending: ".swift", in: ["Sources"]
  ).filter { $0.split(separator: "/").last?.hasPrefix("Unavailable") == true }
  private let unavailable: String
  private let unavailableForms: String

  init() throws {
    let page = try Package.text(
      "Sources/WaylineViews/WaylineViews.docc/Differences-from-SwiftUI.md")
    let table = page.split(separator: "## Every view and modifier")[1].split(separator: "\n## ")[0]
    rows = table.split(separator: "\n### ").flatMap { section in
      section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
        let cells = line.split(separator: "|").map { String($0.trimmingPrefix(" ")) }
        return Row(
          names: cells[0].matches(of: /`(\w+)`/).map { String($0.1) },
          forms: cells[0].matches(of: /`(\w+\([\w:]*\))`/).map { String($0.1) },
          state: String(cells[1].prefix { $0 != " " }),
          remark: String(cells[2].reversed().drop { $0 == " " }.reversed()),
          isValue: section.hasPrefix("Environment values"))
      }
    }
    func text(_ isWanted: (String) -> Bool) throws -> String {
      try Self.unavailableFiles.filter(isWanted).map(Package.text).joined()
    }
    unavailable = try text {
      !$0.hasSuffix("Arguments.swift") && !$0.hasSuffix("Overloads.swift")
    }
    unavailableForms = try text { $0.hasSuffix("Overloads.swift") }
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
    for row in rows where !row.isValue {
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
    // An argument has the message of its name.
    let arguments: Set = ["WindowOption"]
    let named = announced.filter { !arguments.contains(String($0.prefix { $0 != ":" })) }
    #expect(Set(named) == Set(listed))
    #expect(announced.count > 40)
  }

  @Test("The compiler reports an unavailable form of a name with the remark of the table")
  func messagesOfForms() {
    let announced = unavailableForms.matches(of: /unavailable, message: "(.*)"/).map { $0.1 }
    #expect(Set(announced.map(String.init)) == Set(rows.filter { !$0.forms.isEmpty }.map(\.remark)))
  }

  @Test("Written as for SwiftUI, each unavailable name is reported as such, whatever its arguments")
  func spellings() throws {
    let (lines, source) = UnavailableSpellings.source
    let reports = try Compiler.errors(of: source)
    for row in rows where row.state == "unavailable" {
      for name in row.names + row.forms {
        let own = lines.filter { $0.value.name == name && $0.value.isValue == row.isValue }
        #expect(!own.isEmpty, "'\(name)' is not written.")
        // The compiler leaves out labels that are all `_`; a form of a type is its initializer.
        let base = String(name.prefix { $0 != "(" })
        let isInitializer = base != name && base.first?.isUppercase == true
        let reportedName = isInitializer ? "'init" : "'\(base)"
        for (line, spelling) in own {
          let reported = reports.filter { $0.line == line }.map(\.message)
          #expect(
            reported.contains {
              $0.contains(reportedName) && $0.hasSuffix(": \(row.remark)")
            }, "'\(spelling.code)' is reported as \(reported).")
        }
      }
    }
  }

  @Test("Every view and modifier of SwiftUI's public interface is in the table, once")
  func names() {
    let listed = rows.filter { !$0.isValue }.flatMap(\.names)
    for name in SwiftUINames.views + SwiftUINames.modifiers {
      #expect(listed.filter { $0 == name }.count == 1, "'\(name)' is missing, or there twice.")
    }
    #expect(SwiftUINames.modifiers.count > 450)
  }

  @Test("Every public modifier that is SwiftUI's is in the table")
  func complete() throws {
    let own: Set = [
      "guarding", "onLeave", "onResult", "coordinators", "defaultKeychain",
      "requiresWholeLabel", "shellCommand",
    ]
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
