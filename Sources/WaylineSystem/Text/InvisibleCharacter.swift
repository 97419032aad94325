/// Characters without a shape of their own: with them, two different texts look the same.
///
/// They are shown as their code point, except where they have an effect on the character beside them:
/// joiners within an emoji and where letters join (`JoiningType`), the form of an emoji or of an
/// ideograph, the variants of Mongolian letters, and the tags of the three flags that have some. Source:
/// Unicode, Default_Ignorable_Code_Point of DerivedCoreProperties; UTS #51; UAX #31, section 2.3.
package enum InvisibleCharacter {
  /// True if a character has no shape of its own.
  ///
  /// The table is that of Unicode, with the marks of annotations, which have no shape either.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0xAD: false
    case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F: true
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164: true
    case 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB: true
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
    default: false
    }
  }

  /// True if the invisible character at an index changes what is beside it.
  package static func hasEffect(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    guard index > 0 else { return false }
    let before = scalars[index - 1]
    let next = index + 1 < scalars.count ? scalars[index + 1] : nil
    switch scalars[index].value {
    case 0x200C: return changesJoining(at: index, of: scalars)
    case 0x200D:
      return changesJoining(at: index, of: scalars) || joinsEmoji(at: index, of: scalars)
    case 0xFE0E, 0xFE0F:
      return before.properties.isEmoji && (before.value > 0x7F || next?.value == 0x20E3)
        && !isRepetition(at: index, of: scalars)
    case 0xFE00...0xFE02, 0xE0100...0xE01EF: return before.properties.isIdeographic
    case 0x180B...0x180D, 0x180F: return (0x1820...0x18AA).contains(before.value)
    case 0xE0020...0xE007F: return isOfFlag(at: index, of: scalars)
    default: return false
    }
  }

  /// True for U+FE0F after an emoji that has no other form unless it is asked for.
  ///
  /// Keyboards write it after some, so that it is left out and not shown.
  package static func isRepetition(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    scalars[index].value == 0xFE0F && index > 0
      && scalars[index - 1].properties.isEmojiPresentation
  }

  private static func joinsEmoji(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    guard index + 1 < scalars.count, isPictograph(scalars[index + 1]) else { return false }
    guard scalars[index - 1].value == 0xFE0F else { return isPictograph(scalars[index - 1]) }
    return hasEffect(at: index - 1, of: scalars) || isRepetition(at: index - 1, of: scalars)
  }

  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x7F && scalar.properties.isEmoji
  }

  /// After a virama, as in the scripts of India, or where letters join, as in Arabic: a non-joiner parts
  /// two that join, and a joiner joins one where the other does not.
  private static func changesJoining(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    if scalars[index - 1].properties.canonicalCombiningClass == .virama { return true }
    let before = scalars[..<index].last { !isTransparent($0) }.map(JoiningType.joinsNext) ?? false
    let next =
      scalars[(index + 1)...].first { !isTransparent($0) }
      .map(JoiningType.joinsPrevious) ?? false
    return scalars[index].value == 0x200C ? before && next : before != next
  }

  /// True for marks, through which letters join.
  private static func isTransparent(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
  }

  /// The tags after U+1F3F4 in the flags of England, Scotland and Wales.
  private static let flags = ["gbeng", "gbsct", "gbwls"].map { name in
    name.unicodeScalars.map { 0xE0000 + $0.value } + [0xE007F]
  }

  private static func isOfFlag(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let isTag = { (scalar: Unicode.Scalar) in (0xE0020...0xE007F).contains(scalar.value) }
    let first = (scalars[..<index].lastIndex { !isTag($0) }).map { $0 + 1 } ?? 0
    guard first > 0, scalars[first - 1].value == 0x1F3F4, index - first < 6 else { return false }
    return flags.contains(scalars[first...].prefix { isTag($0) }.map(\.value))
  }
}
