import Testing

@testable import WaylineSystem

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "Is that of each grapheme cluster",
    arguments: [
      ("", 0), ("abc", 3), ("Größe", 5), ("e\u{301}", 1), ("雪国", 4), ("ｱ", 1), ("Ａ", 2),
      ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("ก็", 1), ("กำ", 2), ("क्ष", 2), ("कि", 2),
      ("\u{200B}", 0), ("\u{301}", 0), ("①", 1), ("…", 1), ("–", 1),
    ])
  func scripts(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(
    "Of an emoji is two columns, however many characters it is made of",
    arguments: ["😀", "👩‍👩‍👧‍👦", "👍🏽", "🇫🇮", "❤️", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "☕", "⌚️"])
  func emoji(text: String) {
    #expect(DisplayWidth.of(text) == 2)
  }

  @Test("A character that may be an emoji has one column without U+FE0F")
  func textSigns() {
    #expect(DisplayWidth.of("❤") == 1)
    #expect(DisplayWidth.of("❤\u{FE0E}") == 1)
  }

  @Test("A long text is as wide as its clusters together")
  func sum() {
    #expect(DisplayWidth.of("Emma 雪国 👍🏽!") == 13)
    #expect(DisplayWidth.filled("雪国", to: 6) == "雪国  ")
    #expect(DisplayWidth.filled("雪国", to: 3) == "雪国")
  }

  @Test("The ranges of the tables are in order and do not overlap")
  func tables() {
    for bounds in [DisplayWidth.wide, DisplayWidth.zero, DisplayWidth.widened] {
      #expect(bounds.count.isMultiple(of: 2))
      for index in stride(from: 0, to: bounds.count, by: 2) {
        #expect(bounds[index] <= bounds[index + 1])
        #expect(index == 0 || bounds[index - 1] + 1 < bounds[index])
      }
    }
  }
}
