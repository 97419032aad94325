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
