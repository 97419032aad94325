import Testing
import WaylineTesting

@Suite("Transcripts")
struct TranscriptTests {
  private let transcript = Transcript(
    """
    Copies: {number}
    [1] Lend
    > Lend
    Copies: {number}
    [1] Lend
    > 1 two words

    """)

  @Test("Lines that begin with a prompt are typed")
  func typed() {
    #expect(transcript.typed == ["Lend", "1 two words"])
    #expect(transcript.input == "Lend\n1 two words\n")
  }

  @Test("The same session has no differences, whatever stands in its holes")
  func same() {
    let session = ["Copies: 8", "[1] Lend", "> Lend", "Copies: 7", "[1] Lend", "> 1 two words"]
    #expect(transcript.differences(from: session).isEmpty)
    #expect(transcript.differences(from: session + ["", "  "]).isEmpty)
  }

  @Test("A line that differs is reported with its number and both texts")
  func differing() {
    let session = ["Copies: none", "[1] Lend", "> Lend", "Copies: 7", "[1] Lent", "> 1 two words"]
    let differences = transcript.differences(from: session)
    #expect(differences.map(\.number) == [1, 5])
    #expect(
      differences.last?.description == "line 5\n  expected: [1] Lend\n  actual:   [1] Lent")
  }

  @Test("Lines that are missing or too many are reported")
  func lengths() {
    let short = Transcript("one\ntwo").differences(from: ["one"])
    #expect(short.map(\.description) == ["line 2\n  expected: two\n  actual:   (nothing)"])
    let long = Transcript("one").differences(from: ["one", "two"])
    #expect(long.map(\.description) == ["line 2\n  expected: (nothing)\n  actual:   two"])
  }

  @Test("A line that is missing or too many at the beginning is one difference")
  func aligned() {
    let lines = (1...2_000).map { "Copy \($0 % 7)" }
    let transcript = Transcript(lines.joined(separator: "\n"))
    #expect(
      transcript.differences(from: ["Desk"] + lines).map(\.description)
        == ["line 1\n  expected: (nothing)\n  actual:   Desk"])
    let fewer = transcript.differences(from: Array(lines.dropFirst(3)))
    #expect(fewer.map(\.expected) == ["Copy 1", "Copy 2", "Copy 3"])
    #expect(fewer.map(\.number) == [1, 2, 3] && fewer.allSatisfy { $0.actual == nil })
  }

  @Test("Lines are aligned across holes, and a changed line beside a new one stays one line")
  func alignedHoles() {
    let text = "Desk\nCopies: {number}\n[1] Lend\n> Lend\nCopies: {number}\n[1] Lend"
    let session = ["Desk", "New.", "Copies: 8", "[1] Lend", "> Lend", "Copies: 7", "[1] Lent"]
    #expect(
      Transcript(text).differences(from: session).map(\.description) == [
        "line 2\n  expected: (nothing)\n  actual:   New.",
        "line 6\n  expected: [1] Lend\n  actual:   [1] Lent",
      ])
  }

  @Test("Two long sessions without a common line are compared line by line")
  func nothingInCommon() {
    let lines = (1...3_000).map { "Copy \($0)" }
    let transcript = Transcript(lines.joined(separator: "\n"))
    let differences = transcript.differences(from: lines.map { "Book \($0)" })
    #expect(differences.count == 3_000)
    #expect(differences.last?.expected == "Copy 3000")
    #expect(differences.last?.actual == "Book Copy 3000")
  }

  @Test("An empty transcript expects nothing")
  func empty() {
    #expect(Transcript("\n \n").lines.isEmpty)
    #expect(Transcript("").differences(from: []).isEmpty)
  }
}

@Suite("Blocks of a Markdown text")
struct TranscriptBlockTests {
  private let text = """
    # Title
    ```desk
    one

    two
    ```
    ```swift
    let three = 3
    ```
    ```desk
    ```
    ```desk
    never closed
    """

  @Test("Those of a language are found in order, blank lines and empty blocks included")
  func found() {
    #expect(Transcript.blocks(in: text, language: "desk") == ["one\n\ntwo", ""])
    #expect(Transcript.blocks(in: text, language: "swift") == ["let three = 3"])
  }

  @Test("A language is meant by its whole name")
  func wholeName() {
    #expect(Transcript.blocks(in: text, language: "des").isEmpty)
    #expect(Transcript.blocks(in: text, language: "").isEmpty)
  }
}
