import Testing
import WaylineSystem

@testable import WaylineShell

/// Keys in all the forms in which terminals send them.
@Suite("Keys that are no characters")
struct KeySequenceTests {
  /// What the editor gets for bytes that come one by one, or all at once.
  private func meaning(of bytes: String, atOnce: Bool = false) -> String {
    var (typed, found) = (TypedBytes(), String.UnicodeScalarView())
    for byte in bytes.utf8 {
      typed.append(byte)
      while !atOnce, let scalar = typed.next() { found.append(scalar) }
    }
    while let scalar = typed.next() { found.append(scalar) }
    return String(found)
  }

  private static let modifiers = ["", ";2", ";3", ";5", ";6", ";1"]

  @Test("Keys that move are understood in the forms of every terminal")
  func known() {
    let keys: [(forms: [String], meaning: String)] = [
      (["\u{1B}[A", "\u{1B}OA", "\u{1B}[1;1A", "\u{1B}[1;5A", "\u{1B}[a"], "\u{10}"),
      (["\u{1B}[B", "\u{1B}OB", "\u{1B}[1;2B", "\u{1B}Ob"], "\u{E}"),
      (["\u{1B}[C", "\u{1B}OC", "\u{1B}[1;1C", "\u{1B}[c"], "\u{6}"),
      (["\u{1B}[D", "\u{1B}OD", "\u{1B}\u{1B}[D"], "\u{2}"),
      (["\u{1B}[1;5D", "\u{1B}[1;3D", "\u{1B}[1;2D", "\u{1B}O5D", "\u{1B}Od"], "\u{1B}b"),
      (["\u{1B}[1;5C", "\u{1B}[1;3C", "\u{1B}O5C", "\u{1B}Oc"], "\u{1B}f"),
      (["\u{1B}[H", "\u{1B}OH", "\u{1B}[1~", "\u{1B}[7~", "\u{1B}[1;5H"], "\u{1}"),
      (["\u{1B}[F", "\u{1B}OF", "\u{1B}[4~", "\u{1B}[8~", "\u{1B}[1;2F"], "\u{5}"),
      (["\u{1B}[3~", "\u{1B}[3;5~"], "\u{1B}[3~"),
      (["\u{1B}OM"], "\n"), (["\u{1B}Oj"], "*"), (["\u{1B}Op"], "0"), (["\u{1B}Oy"], "9"),
      (["\u{1B}b"], "\u{1B}b"), (["\u{1B}f"], "\u{1B}f"), (["\u{1B}\u{7F}"], "\u{1B}\u{7F}"),
    ]
    for key in keys {
      for form in key.forms {
        for atOnce in [true, false] {
          #expect(meaning(of: form, atOnce: atOnce) == key.meaning, "\(form.debugDescription)")
          #expect(meaning(of: "é\(form)x", atOnce: atOnce) == "é\(key.meaning)x")
        }
      }
    }
  }

  @Test("No other key enters one of its bytes, whatever its number, modifier and end")
  func unknown() {
    let finals = (0x40...0x7E).map { Character(Unicode.Scalar($0)!) }
    var keys = ["A", "B", "C", "D", "E"].map { "\u{1B}[[\($0)" }
    for final in finals where final != "[" {
      for parameters in ["", "1", "15", "24", "200", "<0;1;1", "?1;2", "1;2:3", "27;5;9"] {
        keys += Self.modifiers.map { "\u{1B}[\(parameters)\($0)\(final)" }
      }
    }
    keys += finals.map { "\u{1B}[3 \($0)" }
    let plain: (Unicode.Scalar) -> Bool = { $0.value >= 0x20 && $0 != "\u{7F}" }
    for key in keys {
      // The few keys of the editor are control characters, or begin with an escape.
      let found = meaning(of: key + "x").unicodeScalars.dropLast()
      let isKnown = ["\u{1B}b", "\u{1B}f", "\u{1B}[3~"].contains(String(found))
      #expect(isKnown || !found.contains(where: plain), "\(key.debugDescription): \(found)")
      #expect(meaning(of: key + "x").hasSuffix("x"), "\(key.debugDescription)")
      #expect(KeySequence.removed(from: "pass\(key)code") == "passcode", "\(key.debugDescription)")
    }
  }

  @Test("A sequence that is cut off or broken takes nothing of the next characters")
  func broken() {
    #expect(meaning(of: "\u{1B}[1;5") == "")
    #expect(meaning(of: "\u{1B}[1;5é") == "é")
    #expect(meaning(of: "\u{1B}[12\n") == "\n")
    #expect(meaning(of: "\u{1B}[3$x") == "x")
    #expect(meaning(of: "\u{1B}O\u{4}") == "\u{4}")
    #expect(meaning(of: "\u{1B}é") == "é")
    #expect(meaning(of: "\u{1B}[" + String(repeating: "1", count: 40)) == "11111111")
    #expect(KeySequence.removed(from: "pass\u{1B}[1") == "pass")
    #expect(KeySequence.removed(from: "pass\u{1B}") == "pass")
  }

  @Test("An escape alone is the key Esc, and the beginning of a key only with what follows")
  func escape() {
    var typed = TypedBytes()
    typed.append(KeySequence.escape)
    #expect(typed.next() == nil && typed.isEscape)
    typed.append(0x5B)
    #expect(typed.next() == nil && !typed.isEscape)
    typed.append(0x43)
    #expect(typed.next() == "\u{6}" && typed.isEmpty)
    typed.append(KeySequence.escape)
    typed.takeEscape()
    typed.append(0x78)
    #expect(typed.next() == "x")
  }

  @Test("The marks of a paste are not taken for keys where they are looked for")
  func pasted() {
    var typed = TypedBytes()
    typed.readsPastes = true
    for byte in (PastedText.begin + "ab" + PastedText.end).utf8 {
      #expect(typed.next() == nil)
      typed.append(byte)
    }
    #expect(typed.takePaste()?.lines == ["ab"])
  }
}
