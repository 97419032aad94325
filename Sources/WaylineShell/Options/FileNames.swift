import WaylineSystem
import WaylineViews

/// The files that a person names at the prompt: `~` is the home folder, and Tab completes their names.
package struct FileNames: Sendable {
  /// The path of the home folder, which is asked for where one is typed.
  private let findHome: @Sendable () -> String
  private var home: String { findHome() }

  /// The files of a person with this home folder.
  package init(home: @autoclosure @escaping @Sendable () -> String) { findHome = home }

  /// The path of a typed name: that of the home folder for `~`, and below it for `~/x`.
  func path(of typed: some StringProtocol) -> String {
    if typed == "~" { return home }
    guard typed.hasPrefix("~/") else { return String(typed) }
    return (home == "/" ? "" : home) + typed.dropFirst()
  }

  /// The names that begin as typed, in order; those of folders end with a slash.
  ///
  /// A hidden file is named if its dot is typed. A name that a screen does not show as it is cannot be typed.
  func beginning(with typed: some StringProtocol) -> [String] {
    if typed == "~" { return ["~/"] }
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let start = String(typed.dropFirst(folder.count))
    let path = folder.isEmpty ? "." : path(of: folder)
    let names = (try? FileSystem.names(in: path)) ?? []
    return names.filter {
      $0.hasPrefix(start) && (!$0.hasPrefix(".") || start.hasPrefix("."))
        && SafeText.line(of: $0) == $0
    }
    .sorted().map { name in
      // The status of a link is that of the link itself.
      let isFolder = (try? FileSystem.status(of: "\(path)/\(name)/.")) != nil
      return folder + name + (isFolder ? "/" : "")
    }
  }
}

/// The words of a command that name files, as its usage and its options say: `FILE` or `FOLDER`.
///
///     store [export [secrets] FILE|import FILE]
package struct FileArguments {
  private let forms: [[Word]]
  private let options: OptionCandidates

  /// The files among the words of a command.
  package init(of command: ShellCommand) {
    forms = Word.forms(of: command.usage)
    options = OptionCandidates(command.validOptions)
  }

  /// The part of a word that names a file, after other words of the command; nil for none.
  package func file(in word: String, after words: some Sequence<String>) -> Substring? {
    var (plain, open, isPlain): ([String], AppOptions.Element?, Bool) = ([], nil, false)
    for word in words {
      if open != nil {
        open = nil
      } else if isPlain || !word.hasPrefix("-") {
        plain.append(word)
      } else if word == "--" {
        isPlain = true
      } else {
        open = options.option(of: word).flatMap { $0.operand == nil ? nil : $0 }
      }
    }
    if let open { return Self.namesFile(open.operand) ? word[...] : nil }
    if !isPlain, let equals = word.firstIndex(of: "="),
      let option = options.option(of: String(word[..<equals]))
    {
      return Self.namesFile(option.operand) ? word[word.index(after: equals)...] : nil
    }
    return forms.contains { Self.takesFile($0[...], after: plain[...]) } ? word[...] : nil
  }

  /// The words with the paths of the files in place of their typed names.
  func words(_ words: [String], _ files: FileNames) -> [String] {
    words.indices.map { index in
      guard let name = file(in: words[index], after: words[..<index]) else { return words[index] }
      return words[index].dropLast(name.count) + files.path(of: name)
    }
  }

  /// True if the name of a value says that it is one of a file or a folder.
  package static func namesFile(_ name: String?) -> Bool {
    name.map { $0.hasPrefix("FILE") || $0.hasPrefix("FOLDER") } ?? false
  }

  private static func takesFile(_ form: ArraySlice<Word>, after words: ArraySlice<String>) -> Bool {
    guard let word = form.first else { return false }
    let rest = form.dropFirst()
    guard let typed = words.first else {
      return word.isFile || word.isOptional && takesFile(rest, after: words)
    }
    if word.fits(typed), takesFile(word.repeats ? form : rest, after: words.dropFirst()) {
      return true
    }
    return word.isOptional && takesFile(rest, after: words)
  }
}

/// A word of a usage.
private struct Word {
  /// The words that may be typed; empty for a value.
  let literals: [String]
  let isFile: Bool
  let isOptional: Bool
  let repeats: Bool

  init(_ text: Substring) {
    let name = text.filter { !"[]()<>.…".contains($0) }
    isFile = FileArguments.namesFile(name)
    let isLiteral = name.allSatisfy { $0.isLowercase || "|-".contains($0) }
    literals = isLiteral ? name.split(separator: "|").map(String.init) : []
    (isOptional, repeats) = (text.hasPrefix("["), text.contains("…") || text.contains("..."))
  }

  func fits(_ typed: String) -> Bool { literals.isEmpty || literals.contains(typed) }

  /// The forms of the words after the name of a command: one for each alternative of its brackets.
  static func forms(of usage: String) -> [[Word]] {
    let words = usage.drop { $0 != " " }.drop { $0 == " " }
    let isChoice = words.hasPrefix("[") && words.hasSuffix("]") && words.contains("|")
    let forms = isChoice ? alternatives(words.dropFirst().dropLast()) : [words]
    return forms.map { $0.split(separator: " ").map(Word.init) }
  }

  /// The alternatives between the bars that are in no further brackets.
  private static func alternatives(_ text: Substring) -> [Substring] {
    var depth = 0
    return text.split(omittingEmptySubsequences: false) { mark in
      if mark == "[" { depth += 1 }
      if mark == "]" { depth -= 1 }
      return mark == "|" && depth == 0
    }
  }
}
