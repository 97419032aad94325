import TestPrograms
import Testing
import WaylineTesting

@Suite("Messages of the compiler")
struct CompilerMessageTests {
  private static let string = "a Text shows a string: write Text(\"\\(value)\")"
  private static let text = "import Foundation, or write lowercased().contains(other.lowercased())"
  private static let missing = "give the property a default value with '=', or an optional type"
  private static let handle =
    "write func handle(_ action: …) -> Bool, which returns whether the action was handled"

  private static let start = """
    import Wayline
    enum Act: Sendable { case lend }
    struct Member: Codable { var name: String }
    let (number, flag, list, maybe) = (3, true, ["x"], String?.none)

    """

  /// Mistakes, each in a declaration of its own, with the end of their message.
  private static let mistakes = [
    ("@MainActor func v0() -> some View { Text(3) }", string),
    (
      "@MainActor func v1() -> some View { VStack { Text(\"x\"); Text(number); Text(flag) } }",
      string
    ),
    ("@MainActor func v2() -> some View { Text(list) }", string),
    ("@MainActor func v3() -> some View { Text(maybe) }", string),
    ("func f0(_ a: String, _ b: String) -> Bool { a.localizedStandardContains(b) }", text),
    (
      "func f1(_ a: [String]) -> [String] { a.filter { $0.localizedStandardContains(\"b\") } }",
      text
    ),
    ("struct S0 { @Persisted(key: \"a\") var a: Member }", missing),
    ("struct S1 { @Persisted(key: \"a\") var a: [String] }", missing),
    ("struct S2 { @AppStorage(\"a\") var a: Int }", missing),
    ("struct S3 { @SceneStorage(\"a\") var a: String }", missing),
    ("struct S4 { @KeychainStorage(key: \"a\") var a: String }", missing),
    (
      "struct S5 { @KeychainStorage(provider: MemoryKeychain(), key: \"a\") var a: Member }",
      missing
    ),
    (coordinator(0, "func handle(_ action: Act) {}"), handle),
    (coordinator(1, "func handle(_ action: Act) -> Int { 1 }"), handle),
    (coordinator(2, ""), handle),
  ]

  /// The same without the mistake.
  private static let correct = [
    "@MainActor func w0() -> some View { VStack { Text(\"\\(number)\"); Text(number, format: .number) } }",
    "struct T0 { @Persisted(key: \"a\") var a: Member?; @Persisted(key: \"b\") var b = [\"x\"] }",
    "struct T1 { @AppStorage(\"a\") var a: Int?; @AppStorage(\"b\") var b = 1 }",
    "struct T2 { @SceneStorage(\"a\") var a: String?; @SceneStorage(\"b\") var b = \"x\" }",
    "struct T3 { @KeychainStorage(key: \"a\") var a: String? }",
    "func g0(_ a: String, _ b: String) -> Bool { a.localizedStandardContains(b) }",
    coordinator(3, "func handle(_ action: Act) -> Bool { true }"),
    coordinator(4, "func handle(_ action: any Sendable) -> Bool { true }"),
  ]

  private static func coordinator(_ number: Int, _ member: String) -> String {
    "struct C\(number): FlowCoordinator { func start() -> some View { Text(\"x\") }; \(member) }"
  }

  @Test("A value that is wrong, missing or not returned is reported with what to write instead")
  func mistaken() throws {
    let first = Self.start.split(separator: "\n", omittingEmptySubsequences: false).count
    let source = Self.start + Self.mistakes.map(\.0).joined(separator: "\n") + "\n"
    let errors = try Compiler.errors(of: source)
    for (index, mistake) in Self.mistakes.enumerated() {
      let reported = errors.filter { $0.line == first + index }.map(\.message)
      #expect(
        reported.contains { $0.hasSuffix(": \(mistake.1)") },
        "'\(mistake.0)' is reported as \(reported).")
    }
  }

  @Test("What is written instead compiles, with the names of Foundation where it is imported")
  func corrected() throws {
    let source = "import Foundation\n" + Self.start + Self.correct.joined(separator: "\n") + "\n"
    let errors = try Compiler.errors(of: source)
    #expect(errors.isEmpty, "\(errors)")
  }
}
