/// The names of what can be chosen, and what a person's word means among them.
struct Choices {
  let names: [String]

  /// Why a word was refused, as a whole sentence.
  struct Refusal: Error, Equatable {
    let sentence: String
  }

  /// The choice that a word means: its name in any case, its number, or the unique beginning of
  /// its name.
  func find(_ typed: String) -> Result<Int, Refusal> {
    let word = typed.lowercased()
    let exact = names.indices.filter { names[$0].lowercased() == word }
    if exact.count == 1 { return .success(exact[0]) }
    if exact.isEmpty, let number = Int(typed), names.indices.contains(number - 1) {
      return .success(number - 1)
    }
    let similar = names.indices.filter { !word.isEmpty && names[$0].lowercased().hasPrefix(word) }
    if similar.count == 1 { return .success(similar[0]) }
    return .failure(refusal(of: SafeText.line(of: typed), exact: exact, similar: similar))
  }

  /// Names in a sentence: `fiction, history or poetry`.
  private static func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  private func refusal(of word: String, exact: [Int], similar: [Int]) -> Refusal {
    if names.isEmpty { return Refusal(sentence: "There is nothing to choose from.") }
    if exact.count > 1 {
      let numbers = exact.map { "\($0 + 1)" }.joined(separator: ", ")
      return Refusal(
        sentence: "'\(word)' names \(exact.count) choices; give one of the numbers \(numbers).")
    }
    if similar.count > 1 {
      let fitting = similar.map { names[$0] }.joined(separator: ", ")
      return Refusal(sentence: "'\(word)' fits \(fitting); give more of the name.")
    }
    return Refusal(
      sentence: "'\(word)' is not a choice. Choose \(Self.listed(names)).")
  }
}
