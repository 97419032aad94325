import Testing

@testable import WaylineSystem

@Suite("Safe text")
struct SafeTextTests {
  @Test(
    "A control byte shows as what it is",
    arguments: [
      ("a\u{0}b", "a␀b"), ("a\tb", "a␉b"), ("a\rb", "a␍b"), ("\u{1B}[2J", "␛[2J"),
      ("a\u{7F}", "a␡"), ("a\u{9B}2J", "a<U+009B>2J"), ("a\u{85}b", "a<U+0085>b"),
      ("a\u{C}b\u{B}c", "a␌b␋c"),
    ])
  func controls(data: String, shown: String) {
    #expect(SafeText.line(of: data) == shown)
    #expect(SafeText.lines(of: data) == [shown])
  }

  @Test("A text is plain if all of its bytes are printable, at every length and position")
  func plainBytes() {
    for count in 1...20 {
      for place in 0..<count {
        for code in UInt8(0)...0x7F {
          var bytes = [UInt8](repeating: 0x20, count: count)
          bytes[place] = code
          let text = String(decoding: bytes, as: UTF8.self)
          #expect(SafeText.isPlain(text) == (0x20..<0x7F).contains(code), "\(code), \(place)")
        }
        let before = String(repeating: "~", count: place)
        #expect(SafeText.isPlain(before + "\u{E9}") == SafeText.isPlain("\u{E9}"))
        #expect(!SafeText.isPlain(before + "\u{9B}"))
      }
    }
  }

  @Test(
    "A label is plain if it is printed as it is: of printable bytes, without a blank at its ends",
    arguments: [
      ("", true), ("Lend", true), ("To the  shelf", true), (" Lend", false), ("Lend ", false),
      ("Le\tnd", false), ("Le\u{7F}nd", false), ("L\u{E9}nd", false), ("Le\u{A0}nd", false),
    ])
  func plainLabel(text: String, isPlain: Bool) {
    #expect(SafeText.isPlainLabel(text) == isPlain)
    if isPlain { #expect(SafeText.label(of: text) == text) }
  }

  @Test(
    "A character that turns the reading direction shows as its code point",
    arguments: [0x061C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069, 0x2028, 0x2029])
  func directions(code: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(code))
    let digits = String(code, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 4 - digits.count) + digits
    #expect(SafeText.line(of: "a\(scalar)b") == "a<U+\(padded)>b")
  }

  @Test("A byte of a path that is not UTF-8 shows as its number")
  func bytes() {
    for byte in UInt8(0x80)...0xFF {
      let digits = String(byte, radix: 16, uppercase: true)
      let path = String(systemBytes: [0x73, 0x74, byte])
      #expect(SafeText.line(of: path) == "st\\x\(digits)" && SafeText.lines(of: path).count == 1)
    }
    #expect(SafeText.line(of: "\u{10FF7F}") == "\u{10FF7F}")
  }

  @Test("The characters without a shape are those of Unicode, and the marks of annotations")
  func invisibleTable() {
    let differing = (UInt32(0)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init).filter {
      InvisibleCharacter.contains($0)
        != ($0.properties.isDefaultIgnorableCodePoint || (0xFFF9...0xFFFB).contains($0.value))
    }
    #expect(Array(differing).isEmpty)
  }

  @Test(
    "A character without a shape shows as its code point where it changes nothing",
    arguments: [
      ("Le\u{200B}nd", "Le<U+200B>nd"), ("\u{FEFF}Lend", "<U+FEFF>Lend"),
      ("Lend\u{2060}", "Lend<U+2060>"), ("Le\u{AD}nd", "Le<U+00AD>nd"),
      ("Le\u{200D}nd", "Le<U+200D>nd"), ("Lend\u{FE0F}", "Lend<U+FE0F>"),
      ("1\u{FE0F}", "1<U+FE0F>"), ("Lend\u{E0041}", "Lend<U+E0041>"),
      ("👩\u{200D}", "👩<U+200D>"), ("👍\u{FE0F}\u{FE0F}", "👍<U+FE0F>"),
      ("雪\u{FE0F}", "雪<U+FE0F>"), ("雪\u{FE03}", "雪<U+FE03>"),
      ("a\u{FE0F}\u{200D}👧", "a<U+FE0F><U+200D>👧"), ("\u{3164}", "<U+3164>"),
      ("🏴\u{E0067}\u{E007F}", "🏴<U+E0067><U+E007F>"), ("سل\u{200B}ام", "سل<U+200B>ام"),
      // Letters that do not join, or join anyway: dal and alef, seen and lam, a repeated mark.
      ("\u{62F}\u{200C}\u{627}", "\u{62F}<U+200C>\u{627}"),
      ("\u{62F}\u{64E}\u{200C}\u{627}", "\u{62F}\u{64E}<U+200C>\u{627}"),
      ("\u{633}\u{200D}\u{644}", "\u{633}<U+200D>\u{644}"),
      ("\u{62F}\u{200D}", "\u{62F}<U+200D>"), ("\u{633}\u{200C}", "\u{633}<U+200C>"),
      ("\u{633}\u{200C}\u{200C}\u{644}", "\u{633}<U+200C><U+200C>\u{644}"),
    ])
  func invisible(data: String, shown: String) {
    #expect(SafeText.line(of: data) == shown)
    #expect(SafeText.line(of: shown) == shown)
  }

  @Test(
    "Joiners, forms and tags stay where they have an effect",
    arguments: [
      "👩\u{200D}👧", "❤\u{FE0F}\u{200D}🔥", "1\u{FE0F}\u{20E3}", "❤\u{FE0E}",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "می\u{200C}خواهم",
      "क\u{94D}\u{200D}ष", "葛\u{E0100}", "ᠠ\u{180B}", "\u{647}\u{200D}",
      "\u{633}\u{650}\u{200C}\u{644}", "\u{62F}\u{200D}\u{647}", "\u{1E922}\u{200C}\u{1E923}",
    ])
  func effective(text: String) {
    #expect(SafeText.line(of: text) == text)
  }

  @Test(
    "The selector of the form that an emoji has without it is left out",
    arguments: [
      ("👍\u{FE0F}", "👍"), ("\u{231A}\u{FE0F} 9:00", "\u{231A} 9:00"),
      ("👨\u{FE0F}\u{200D}👧", "👨\u{200D}👧"),
    ])
  func repeated(data: String, shown: String) {
    #expect(SafeText.line(of: data) == shown)
  }

  @Test("Only lines end at a newline; on one line it shows")
  func newlines() {
    #expect(SafeText.lines(of: "a\nb\r\nc\n") == ["a", "b", "c", ""])
    #expect(SafeText.lines(of: "\n") == ["", ""])
    #expect(SafeText.line(of: "a\nb\r\nc") == "a␤b␍␤c")
  }

  @Test(
    "Text without control bytes is returned as it is",
    arguments: ["", "“Größe” – … é 雪国 👩‍👧", "سلام"])
  func plain(text: String) {
    #expect(SafeText.line(of: text) == text)
    #expect(SafeText.lines(of: text) == [text])
  }

  @Test(
    "A line that begins like an element, a prompt or a place poses as the shell",
    arguments: [
      "[1] Delete", "[42]", "[2] Delete (unavailable)", "> quit", ">", "\u{200B}[1] Delete",
      "\u{301}> quit", "Desk › Catalog", "[ › x", "… › Catalog", "Sheet: Lend", "Cover: Lend",
      "Alert: Lend",
    ])
  func posing(line: String) {
    #expect(SafeText.posesAsShell(line))
  }

  @Test(
    "Other lines do not",
    arguments: ["", " [1] a", " Desk › Catalog", "[a] b", "[] b", "[1 b", "a > b", "- a", "–"])
  func harmless(line: String) {
    #expect(!SafeText.posesAsShell(line))
  }
}
