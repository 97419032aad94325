import Testing
import WaylineTesting

@Suite("The documentation of declarations")
struct DeclarationTests {
  private static let sources = Package.files(ending: ".swift", in: ["Sources"])
    .filter { !$0.contains("/Unavailable/") }

  /// All code that is compiled beside the rooms, without blanks and comments.
  private static let compiled: [String] = Package.files(
    ending: ".swift", in: ["Examples", "Tests"]
  )
  .compactMap { try? Package.text($0) }.map(bare)

  @Test("Each sample stands in a file that is compiled", arguments: sources)
  func samples(path: String) throws {
    let source = try Package.text(path)
    guard source.contains("/// ```swift") else { return }
    for sample in source.matches(of: /\/\/\/ ```swift\n((?: *\/\/\/.*\n)*?) *\/\/\/ ```/) {
      let lines = sample.1.split(separator: "\n").map { line in
        line.trimmingPrefix(/[ ]*\/\/\/ ?/)
      }
      for part in lines.split(whereSeparator: { $0.isEmpty || $0 == "…" }) {
        let code = Self.bare(part.joined(separator: "\n"))
        #expect(
          Self.compiled.contains { $0.contains(code) }, "\(path): \(part.first ?? "") …")
      }
    }
  }

  @Test("Each protocol, property wrapper, class and view that a program makes has a sample")
  func present() throws {
    let files = try Self.sources.filter { !$0.contains("/Decorative/") }
      .map { (path: $0, text: "\n" + (try Package.text($0))) }
    let all = files.map(\.text).joined()
    let views = Set(all.matches(of: Self.view).map { String($0.1) })
    let made = Set(
      all.matches(of: Self.type).filter { $0.2.contains(Self.initialiser) }.map { String($0.1) })
    // A program meets these only as types of values that it is given.
    let given: Set = ["Graph", "ModifiedContent", "TupleView"]
    var count = 0
    for file in files {
      for declaration in file.text.matches(of: Self.declaration) {
        let (_, documentation, attributes, kind, name) = declaration.output
        let isUsed =
          switch kind {
          case "protocol": true
          case "class": made.contains(String(name))
          default:
            attributes.contains("@propertyWrapper")
              || views.contains(String(name)) && made.contains(String(name))
          }
        guard isUsed, !attributes.contains("unavailable"), !given.contains(String(name)) else {
          continue
        }
        count += 1
        #expect(documentation.contains("```swift"), "\(name) of \(file.path) has no sample.")
      }
    }
    #expect(count > 100)
  }

  private static func bare(_ code: String) -> String {
    String(code.replacing(/(^|\s)\/\/.*/, with: "").filter { !$0.isWhitespace })
  }

  private static var view: Regex<(Substring, Substring)> {
    /\n(?:public struct|extension) (\w+)[^{\n]*: [^{\n]*\b(?:Primitive)?View\b/
  }

  /// A type or an extension, and its content.
  private static var type: Regex<(Substring, Substring, Substring)> {
    /\n(?:nonisolated )?(?:public |final )*(?:struct|class|extension) (\w+).*\{\n((?:(?:  .*)?\n|\n)*?)\}/
  }

  private static var initialiser: Regex<Substring> {
    /\n  (?:@\S+ |nonisolated )*public (?:convenience )?init/
  }

  /// The documentation, the attributes, the kind and the name of a public type.
  private static var declaration: Regex<(Substring, Substring, Substring, Substring, Substring)> {
    /\n((?:\/\/\/.*\n)+)((?:[@\/#].*\n)*)(?:nonisolated )?public (?:final )?(struct|class|protocol) (\w+)/
  }
}
