import FoundationEssentials
import Testing

@Suite("The texts of the rooms")
struct MessageTests {
  /// True while `WAYLINE_RECORD=1` writes the tables anew.
  private static let records = ProcessInfo.processInfo.environment["WAYLINE_RECORD"] == "1"

  @Test(
    "Each text that a person can see is in the table of its room, and no other is",
    arguments: MessageTable.rooms)
  func table(room: String) throws {
    let table = try MessageTable(room: room).text
    let path = MessageTable.path(of: room)
    if Self.records { try Data(table.utf8).write(to: Package.root.appending(path: path)) }
    let differences = MessageTable.differences(from: try Package.text(path), to: table)
    #expect(
      differences.isEmpty,
      """
      Read the changed texts of \(room), then run this test with WAYLINE_RECORD=1:
      \(differences.joined(separator: "\n"))
      """)
  }

  @Test("Each room has a table")
  func rooms() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Package.root.appending(path: "Sources").path)
    #expect(Set(folders.filter { $0.hasPrefix("Wayline") }) == Set(MessageTable.rooms))
    let tables = Package.files(ending: ".txt", in: [MessageTable.folder])
    #expect(Set(tables) == Set(MessageTable.rooms.map(MessageTable.path)))
  }

  @Test(
    "A text is read as it is written",
    arguments: [
      (#"Text("On the shelf")"#, ["On the shelf"]),
      (
        #"say("Lent \(number(at: "the desk"))")"#, [#"Lent \(number(at: "the desk"))"#, "the desk"]
      ),
      (##"#"A "quoted" title"#"##, [#"A "quoted" title"#]),
      (##"#"Shelf \#(number) is \(full)"#"##, [##"Shelf \#(number) is \(full)"##]),
      ("\"\"\"\n    Two\n      lines\n    \"\"\"", ["Two\n  lines"]),
      (#""The book " + "is lent.""#, ["The book is lent."]),
      (#"// "A comment" /* "or" */"#, []),
      (#"/* "a /* nested */ one" */ "A // text""#, ["A // text"]),
      (#"["status", "--store", "a/path.txt", "Content-Type"]"#, []),
      (#"("SELECT name FROM value", "Cancelled.", "(empty)")"#, ["Cancelled.", "(empty)"]),
    ])
  func texts(source: String, texts: [String]) {
    #expect(
      LiteralScanner.literals(in: source).filter(MessageTable.isText).map(\.text) == texts)
  }
}
