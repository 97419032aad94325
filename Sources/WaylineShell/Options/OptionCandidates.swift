/// The words that may be typed for options, for completion at the prompt and in a shell.
package struct OptionCandidates {
  /// A word, and its meaning.
  package typealias Candidate = (word: String, meaning: String)

  private let options: [AppOptions.Element]

  /// The words for some options.
  package init(_ options: [AppOptions.Element]) { self.options = options }

  /// The flags and letters.
  package var flags: [Candidate] {
    options.map { ($0.flag, $0.summary) }
      + options.compactMap { option in option.letter.map { ($0, option.summary) } }
  }

  /// The option of a word: that of `--tag` or `-t`, or of the last letter of `-qt`.
  package func option(of word: String) -> AppOptions.Element? {
    if let option = options.first(where: { $0.flag == word }) { return option }
    guard word.hasPrefix("-"), let last = word.dropFirst().last else { return nil }
    let areSwitches = word.dropFirst().dropLast().allSatisfy { letter in
      options.contains { $0.short == letter && $0.operand == nil }
    }
    return areSwitches ? options.first { $0.short == last } : nil
  }

  /// The words that begin with the last one, after the words of a command.
  func following(_ words: [String], _ last: String) -> [Candidate] {
    var (open, isPlain): (AppOptions.Element?, Bool) = (nil, false)
    for word in words {
      if open != nil || isPlain {
        open = nil
      } else if word == "--" {
        isPlain = true
      } else {
        open = option(of: word).flatMap { $0.operand == nil ? nil : $0 }
      }
    }
    if let open { return choices(of: open, beginning: last) }
    guard !isPlain else { return [] }
    if let equals = last.firstIndex(of: "="), let option = option(of: String(last[..<equals])) {
      let start = last[...equals]
      return choices(of: option, beginning: String(last[equals...].dropFirst())).map {
        (start + $0.word, $0.meaning)
      }
    }
    return flags.filter { $0.word.hasPrefix(last) }
  }

  private func choices(of option: AppOptions.Element, beginning: String) -> [Candidate] {
    (option.choices ?? []).filter { $0.hasPrefix(beginning) }.map { ($0, "") }
  }
}
