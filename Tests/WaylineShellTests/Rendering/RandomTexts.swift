import WaylineTestScale

/// Texts with everything that could harm a terminal or pose as the shell; the same in every run.
struct RandomTexts {
  private static let pieces: [String] =
    (0...0x9F).map { String(Unicode.Scalar(UInt8($0))) }
    + ["\r\n", "\u{200B}", "\u{301}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}"]
    + (0x202A...0x202E).map { String(Unicode.Scalar(UInt32($0)) ?? "?") }
    + (0x2066...0x2069).map { String(Unicode.Scalar(UInt32($0)) ?? "?") }
    + ["[1] ", "> ", "›", " › ", "Sheet: ", "Cover: ", "Alert: ", "…", "👩‍👧", "雪", " ", "a"]
    + [String(decoding: [0xFF, 0xC2, 0x9B, 0xE2, 0x80], as: UTF8.self)]

  private var random: Dice

  init(seed: UInt64) { random = Dice(seed: seed) }

  /// One text, of some pieces.
  mutating func next() -> String {
    var text = ""
    for _ in 0...Int.random(in: 0...6, using: &random) {
      text += Self.pieces.randomElement(using: &random) ?? ""
    }
    return text
  }

  /// Several texts.
  mutating func next(_ count: Int) -> [String] {
    (0..<count).map { _ in next() }
  }

  /// True if a character is a control, or changes the direction of reading.
  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value < 0x20 || (0x7F...0x9F).contains(value) || (0x202A...0x202E).contains(value)
      || (0x2066...0x2069).contains(value) || [0x61C, 0x200E, 0x200F].contains(value)
  }
}
