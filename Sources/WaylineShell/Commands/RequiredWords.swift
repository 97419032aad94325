extension ShellCommand {
  /// The number of words without which a command says its usage: 2 of `deploy SERVICE VERSION [NOTE]`.
  ///
  /// Words in brackets may be left out, options as well, and `a|b` is one word.
  static func requiredWords(of usage: String, name: String) -> Int {
    var (count, depth, isWord, isAlternative) = (0, 0, false, false)
    let first = usage.prefix { $0 != " " }
    let rest = first.lowercased() == name.lowercased() ? usage[first.endIndex...] : usage[...]
    for mark in rest {
      switch mark {
      case "[": depth += 1
      case "]": depth -= 1
      case " ": isWord = false
      case "|": isAlternative = true
      case _ where depth == 0 && !isWord:
        isWord = true
        if !isAlternative, mark != "-" { count += 1 }
        isAlternative = false
      default: isAlternative = false
      }
    }
    return count
  }
}
