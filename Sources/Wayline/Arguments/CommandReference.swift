import WaylineShell
import WaylineStorage

/// The words of a program's command line with their meanings: the one table behind `--help`,
/// `--manual` and the completion of shells.
struct CommandReference {
  /// A form that can be typed, and its meaning.
  struct Entry: Hashable {
    let form: String
    let summary: String
  }

  var program: String
  var version = ""
  /// One line about the program; empty if it has none.
  var summary = ""
  /// The program's own options.
  var options: [AppOptions.Element] = []
  /// The program's own commands.
  var commands: [ShellCommand] = []
  /// The words that run something else than the screens, such as `explore`.
  var verbs: [LaunchVerb.Description] = []
  /// The commands that every program has for its stored data.
  var general: [ShellCommand] = []
  /// The forms of the places, such as `desk book <id>`.
  var places: [String] = []

  /// The parts of the description, in order; a part without entries is left out.
  var sections: [(title: String, entries: [Entry])] {
    let all: [(title: String, entries: [Entry])] = [
      ("Options", LaunchOption.all.map { Entry(form: $0.form, summary: $0.summary) }),
      ("Options of \(program)", options.map { Entry(form: $0.form, summary: $0.summary) }),
      ("Places", places.map { Entry(form: "\(program) \($0)", summary: "") }),
      ("Commands of \(program)", commands.flatMap(entries(of:))),
      (
        "Instead of the screens",
        verbs.map { Entry(form: "\(program) \($0.name)", summary: $0.summary) }
      ),
      (
        "Commands of every program",
        BuiltInCommand.all.map { Entry(form: $0.usage, summary: $0.summary) }
      ),
      ("Commands for stored data", Self.entries(general)),
      ("Exit status", Self.statuses),
      ("Environment", variables),
    ]
    return all.filter { !$0.entries.isEmpty }
  }

  /// The sentences after the parts.
  var remarks: [String] {
    [
      "Without a place, \(program) continues at its last screen when it is started from a terminal,",
      "and begins at its first screen otherwise. Type help at its prompt for the commands there.",
    ]
  }

  private static func entries(_ commands: [ShellCommand]) -> [Entry] {
    commands.map { Entry(form: $0.usage, summary: $0.summary) }
  }

  /// A command, and each of its options with the name of the command.
  private func entries(of command: ShellCommand) -> [Entry] {
    [Entry(form: command.listedUsage, summary: command.summary)]
      + valid(command).map { option in
        Entry(form: "\(command.name) \(option.form)", summary: option.summary)
      }
  }

  private func valid(_ command: ShellCommand) -> [AppOptions.Element] {
    command.checkedOptions(beside: options, isReserved: LaunchOption.isNamed).valid
  }

  private static let statuses = [
    Entry(form: "0", summary: "Success."),
    Entry(form: "1", summary: "A command failed, or a replay differed."),
    Entry(form: "2", summary: "The command line was not understood."),
    Entry(form: "3", summary: "The flow ended without a result."),
    Entry(form: "65", summary: "Data could not be read."),
    Entry(form: "73", summary: "A file could not be created."),
    Entry(form: "74", summary: "The output or a log could not be written."),
    Entry(form: "75", summary: "A file or session is in use; try again."),
    Entry(form: "77", summary: "Locked, or permission denied."),
    Entry(
      form: "129, 130, 141, 143", summary: "Hung up, interrupted, output closed, terminated."),
  ]

  private var variables: [Entry] {
    [
      Entry(form: StorePlace.variable(of: program), summary: "Same as --store."),
      Entry(
        form: StorePlace.variable(of: program, "PASSPHRASE_FILE"),
        summary: "Same as --passphrase-file."),
      Entry(
        form: StorePlace.variable(of: program, "PASSPHRASE"),
        summary: "The passphrase of the secrets."),
    ] + ownVariables + [
      Entry(
        form: "NO_COLOR, CLICOLOR_FORCE",
        summary: "Turn colour off, or on also without a terminal."),
      Entry(form: "ACCESSIBLE", summary: "The plainest form, as with --plain or TERM=dumb."),
      Entry(form: "XDG_STATE_HOME, XDG_DATA_HOME", summary: "The folders for state and secrets."),
    ]
  }
}

extension CommandReference {
  private var ownVariables: [Entry] {
    options.compactMap { variable(of: $0, "") }
      + commands.flatMap { command in
        valid(command).compactMap { variable(of: $0, " of \(command.name)") }
      }
  }

  private func variable(of option: AppOptions.Element, _ command: String) -> Entry? {
    option.variable.map {
      let each = option.repeats ? "; each line is a value" : ""
      return Entry(form: $0, summary: "Same as \(option.flag)\(command)\(each).")
    }
  }
}

// MARK: - Texts

extension CommandReference {
  /// The text of `--help`: each part in two columns.
  ///
  /// - Parameter columns: the width at which lines wrap; nil where they do not.
  func help(columns: Int?) -> [String] {
    let usage = "Usage: \(program) [options] [place or command …]"
    var lines = DefinitionList.wrap(usage, columns: columns, hanging: "Usage: ".count)
    if !summary.isEmpty { lines += [""] + DefinitionList.wrap(summary, columns: columns) }
    for section in sections {
      lines += [""] + DefinitionList.wrap(section.title, columns: columns)
      lines += DefinitionList(section.entries.map { ($0.form, $0.summary) }).lines(columns: columns)
    }
    guard let columns else { return lines + [""] + remarks }
    return lines + [""]
      + DefinitionList.wrap(remarks.joined(separator: " "), columns: columns)
  }

  /// A manual page for `man`, in the macros of its package `man`.
  var roff: [String] {
    let source = "\(program) \(version)".roff
    var lines = [".TH \"\(program.uppercased().roff)\" 1 \"\" \"\(source)\" \"User Commands\""]
    lines += [".SH NAME", summary.isEmpty ? program.roff : "\(program.roff) \\- \(summary.roff)"]
    lines += [".SH SYNOPSIS", ".B \(program.roff)", "[options] [place or command \\&...]"]
    for section in sections {
      lines.append(".SH \"\(section.title.uppercased().roff)\"")
      for entry in section.entries {
        lines += [".TP", ".B \"\(entry.form.roff)\""]
        if !entry.summary.isEmpty { lines.append(entry.summary.roff) }
      }
    }
    lines.append(".SH NOTES")
    return lines + remarks.map(\.roff)
  }

  /// The same as Markdown.
  var markdown: [String] {
    var lines = ["# \(program)", ""]
    if !summary.isEmpty { lines += [summary, ""] }
    lines.append("`\(program) [options] [place or command …]`")
    for section in sections {
      lines += ["", "## \(section.title)", ""]
      for entry in section.entries {
        lines.append(
          entry.summary.isEmpty ? "- `\(entry.form)`" : "- `\(entry.form)`: \(entry.summary)")
      }
    }
    lines.append("")
    return lines + remarks
  }
}

extension String {
  /// The text in a line of roff, where it means itself.
  fileprivate var roff: String {
    var text = ""
    for character in self {
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "\"": text += "\\(dq"
      case "…": text += "..."
      default: text.append(character)
      }
    }
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
