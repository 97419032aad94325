/// Finds the labels that contain what was typed, to suggest them where nothing begins with it or is near.
///
/// A part counts at the beginning of a word, and within one if it has at least three letters: `hub` for
/// `github`, `views` for `Two views`. A number counts as a whole one only: `16` for `16.2`, not for `2016`.
struct LabelParts {
  /// The most labels that are suggested.
  private static let limit = 3
  /// The fewest letters that are looked for within a word.
  private static let fewestWithin = 3

  private let part: String

  init(_ typed: some StringProtocol) { part = typed.lowercased() }

  /// The labels with the part, each once: those with a word that begins with it come first.
  func found(in labels: [String]) -> [String] {
    guard !part.isEmpty else { return [] }
    var (first, others): ([String], [String]) = ([], [])
    for label in labels where !first.contains(label) && !others.contains(label) {
      switch place(in: Array(label.lowercased())) {
      case .word: first.append(label)
      case .within: others.append(label)
      case nil: continue
      }
    }
    return Array((first + others).prefix(Self.limit))
  }

  private enum Place { case word, within }

  /// The place of the part in a label; nil where it is none.
  private func place(in label: [Character]) -> Place? {
    let part = Array(part)
    guard label.count > part.count else { return nil }
    var best: Place?
    for start in 0...(label.count - part.count)
    where label[start..<(start + part.count)].elementsEqual(part) {
      let end = start + part.count
      let isCut = { (index: Int) in label[index].isNumber && label[index - 1].isNumber }
      if start > 0 && isCut(start) || end < label.count && isCut(end) { continue }
      if start == 0 || !(label[start - 1].isLetter || label[start - 1].isNumber) { return .word }
      if part.count >= Self.fewestWithin { best = .within }
    }
    return best
  }
}
