import WaylineNavigation
import WaylineSystem
import WaylineViews

/// A message of the shell itself: each says what happened to which named thing, then what to do.
///
/// It is also the error of everything that reads a line; nothing has happened then. The sentences
/// of routes, fields and stores are in their own rooms.
package enum ShellMessage: Error, Hashable, Sendable {
  // Reading a line.
  /// No enabled element has the number; the screen has this many, and labels with the number.
  case noElement(number: String, count: Int, nearest: Suggestions = [])
  /// A word after a colon, or after `help`, is not a command.
  case unknownCommand(String, nearest: Suggestions)
  /// The screen has no element with the label in quotes.
  case unknownLabel(String, nearest: Suggestions)
  /// Neither command nor label.
  case unknown(String, nearest: Suggestions)
  /// Several elements match.
  case ambiguous(String, choices: [Choice])
  /// The words after a command do not fit its form.
  case misused(usage: String)
  /// An option of a command cannot be read; the sentence says why.
  case misusedOption(command: String, String)
  /// The line of a command has bytes that are no text.
  case commandIsNoText
  /// A quote is not closed.
  case openQuote
  /// A value for an element that takes none.
  case takesNoValue(label: String)
  /// A line that begins like an object is not JSON; without its text if it may contain a secret.
  case brokenRequest(String?)
  /// A field of an object has a value of another type; without its text if it may contain a secret.
  case invalidRequest(String?)
  /// A command near a secret field was refused, and its reason would repeat its text.
  case refusedPrivately
  /// A line near a secret field could not be read; the reason does not repeat it.
  case unreadPrivately(reason: String)
  /// The way to enter the only secret of a screen.
  case typeNumber(Int, toEnter: String)
  /// The way to enter a secret without showing it, after it was shown while it was typed.
  case hiddenWay(Int, label: String)
  /// A line that may contain a secret is not a command.
  case unknownPrivately
  /// Words after a command that takes none.
  case takesNoWords(command: String)
  /// A line was taken as a command, and is the label of an element too.
  case labelIsCommand(label: String, number: Int)
  /// A line was taken as a command that has left the screen, and is the label of an element there; with the
  /// command that returns.
  case labelWasCommand(label: String, number: Int, returning: String)
  /// A line was taken as a comment, and is the label of an element, or begins it.
  case labelIsComment(label: String, number: Int)
  /// A line was taken as a comment, and begins the labels of several elements.
  case labelsAreComments
  /// The beginning of a label, where the element wants its whole label; with the line that names it.
  case needsWholeLabel(String, number: Int)
  /// A number or an answer that was typed before the screen with its element was printed.
  case typedAhead(String, word: String, number: Int)
  /// An object of JSON has none of the fields that request something.
  case incompleteRequest
  /// An object of JSON has fields that do not belong together.
  case contradictoryRequest

  // Questions.
  /// The fields of the screen are asked, one after the other.
  case filling
  /// The fields were asked; with the buttons that can be pressed now.
  case filled(buttons: String)
  /// The screen has no field that can be given a value.
  case nothingToFill
  /// A line that is not an answer, while a question is open to a program.
  case questionIsOpen(prompt: String)
  /// An answer without a question.
  case noQuestion
  /// A cancellation while no question is open and nothing runs.
  case nothingToCancel
  /// A question was left without an answer.
  case cancelled
  /// An answer to the question of a guard is neither `yes` nor `no`.
  case notConfirmed(String)
  /// The input ended before a question was answered.
  case inputEnded(prompt: String)
  /// An answer of several lines has more bytes than the limit.
  case answerTooLong(limit: Int)
  /// A pasted text of several lines, where the next line is a command.
  case pastedCommands(Int)
  /// A pasted text of several lines, where the answer is one line.
  case pastedAnswers(Int)
  /// A pasted text with the line that ends a text of several lines.
  case pastedEnd
  /// Something asked while no command was running, or while a question was open.
  case cannotAsk

  // Carrying out.
  /// The element is not on the present screen.
  case gone(label: String)
  /// The element is disabled.
  case unavailable(label: String, reason: String?)
  /// A sheet or a cover lies above the tabs.
  case tabCovered(String, by: String)
  /// The tab is shown already.
  case alreadySelected(String)
  /// The value that a command returned cannot be written as JSON.
  case unwritableValue(command: String, reason: String)
  /// A command that this build does not have.
  case notInThisBuild(String)
  /// The session has no navigator.
  case noPlaces
  /// No task has the name that `wait for` was given.
  case unknownTask(String, running: [String])
  /// The task that `wait for` was given runs in the background.
  case backgroundTask(String)
  /// The task that `wait for` was given awaits an answer of the user on a screen of this title.
  case awaitsAnswer(title: String)
  /// A word after `wait` is no time.
  case notADuration(String)
  /// The text that `wait until` was given has not appeared.
  case textNotShown(String, seconds: Double)
  /// The guard of a navigation takes its time, and a person can type meanwhile.
  case guardIsUndecided
  /// The running command was cancelled, and has not ended.
  case cancelling
  /// ^C has stopped a command; with its last report of progress, and the line that runs it again.
  case stoppedCommand(String, progress: String?, again: String)
  /// ^C has ended a `wait`; with what it waited for, the work that goes on, and the line that waits again.
  case stoppedWaiting(for: String?, running: [String], again: String)
  /// A second ^C ends the program, and with it this work.
  case leavingStops([String])
  /// `wait` gave up.
  case stillRunning(seconds: Double, tasks: [String])
  /// ^C on an empty line.
  case pressAgainToLeave
  /// ^D was pressed where a guard keeps the user.
  case pressEndAgain
  /// An edit that `undo` reverts.
  case canUndo(String)
  /// An edit was reverted.
  case undone(String)
  /// A reverted edit was repeated.
  case redone(String)
  /// The screen or the object of an edit that `undo` would revert does not exist any more.
  case cannotUndo(String)
  /// The screen or the object of an edit that `redo` would repeat does not exist any more.
  case cannotRedo(String)
  /// A guard keeps the user on the screen that `undo` would leave.
  case undoRefused(String, reason: String)

  // Long texts.
  /// Tab can list more lines than a few pages have.
  case manyCompletions(Int)
  /// Lines are left after a page.
  case moreLines(Int)
  /// Rows of a list are left after a page, of which some are not made yet.
  case moreRows(Int)
  /// Lines are left above a page.
  case earlierLines(Int)
  /// `more` without a long text.
  case noMoreLines
  /// More lines of the screen changed by themselves than are printed.
  case linesChanged(Int)
  /// More notices came at once than are printed.
  case noticesPassedOver(Int)
  /// Some of all lines contain a text.
  case linesFound(Int, of: Int, text: String)
  /// No line contains a text.
  case noLineFound(String)

  /// One of several elements that match.
  package struct Choice: Hashable, Sendable {
    /// The number on the screen.
    package let number: Int
    /// The label.
    package let label: String
    /// True if the element can be used now.
    package let isEnabled: Bool

    /// An element that matches.
    package init(number: Int, label: String, isEnabled: Bool = true) {
      (self.number, self.label, self.isEnabled) = (number, label, isEnabled)
    }
  }
}

// MARK: - What can be typed instead

/// The lines that can be typed instead of a refused one, each accepted as it is.
package struct Suggestions: Hashable, Sendable {
  /// The largest number of lines in a message.
  static let limit = 3

  /// The lines, nearest first.
  var lines: [String]

  /// The form of a line whose words are missing, such as `open place…`; nil without one.
  var form: String?

  /// Creates suggestions of lines, and of the form of another one.
  init(_ lines: [String], form: String? = nil) { (self.lines, self.form) = (lines, form) }

  /// True if nothing is near.
  var isEmpty: Bool { lines.isEmpty && form == nil }

  /// The suggestions with the form of another line.
  func with(form: String) -> Self { Self(lines, form: form) }
}

extension Suggestions: ExpressibleByArrayLiteral {
  /// Creates suggestions of lines.
  package init(arrayLiteral lines: String...) { self.init(lines) }
}

extension Suggestions: CustomStringConvertible {
  /// The end of a sentence about the refused line; the advice to ask for help without any.
  package var description: String {
    let names = lines.map { "'\($0)'" }
    guard let last = names.last else {
      return form.map { " The form is '\($0)'." } ?? " Type help to see what can be typed."
    }
    let others = names.dropLast().joined(separator: ", ")
    return " Did you mean \(others.isEmpty ? "" : others + " or ")\(last)?"
      + (form.map { " Or use the form '\($0)'." } ?? "")
  }
}

// MARK: - Sentences

extension ShellMessage: CustomStringConvertible {
  /// The text that is printed.
  package var description: String {
    readingSentence ?? questionSentence ?? pageSentence ?? sessionSentence
  }

  private var readingSentence: String? {
    switch self {
    case .noElement(let number, let count, let nearest):
      Self.missing(Self.shortened(number), count) + (nearest.isEmpty ? "" : "\(nearest)")
    case .unknownCommand("", _): "Type a command after the colon."
    case .unknownCommand(let word, let nearest):
      "There is no command '\(Self.shortened(word))'." + "\(nearest)"
    case .unknownLabel(let label, let nearest):
      "Nothing here is labelled '\(Self.shortened(label))'." + "\(nearest)"
    case .unknown(let line, let nearest):
      "'\(Self.shortened(line))' is neither a command nor a label here." + "\(nearest)"
    case .ambiguous(let text, let choices): Self.several(text, choices)
    case .misusedOption(let command, let sentence): "\(sentence) See 'help \(command)'."
    case .misused(let usage): "Usage: \(usage)"
    case .commandIsNoText:
      "Nothing was done: the line of a command has to be UTF-8. A file whose name is not can be given on "
        + "the command line of the program."
    case .openQuote: "A quote is not closed. Close it, or put a backslash before it."
    case .takesNoValue(let label): "'\(label)' takes no value."
    case .brokenRequest(let line): "\(Self.named(line: line)) is not valid JSON."
    case .invalidRequest(let line): "\(Self.named(line: line)) \(Self.requestRule)"
    case .refusedPrivately: "The line was refused. It \(Self.notRepeated)"
    case .unreadPrivately(let reason): "\(reason) The line \(Self.notRepeated)"
    case .typeNumber(let number, let label): "Type \(number) to enter '\(label)'."
    case .hiddenWay(let number, let label):
      "Type \(number) alone to enter '\(label)' without showing it."
    case .unknownPrivately: "Unknown command. Type help to see what can be typed."
    case .takesNoWords(let command): "'\(command)' takes no arguments."
    case .labelIsCommand(let label, let number):
      "'\(label)' was taken as the command. To choose it on the screen, type \(number)."
    case .labelWasCommand(let label, let number, let command):
      "'\(label)' was taken as the command. To choose it on the screen before, type \(command), then \(number)."
    case .labelIsComment(let label, let number):
      "A line that begins with '#' is a comment. To choose '\(label)', type \(number)."
    case .labelsAreComments:
      "A line that begins with '#' is a comment. Type the number of an item."
    case .needsWholeLabel(let line, let number): "Type '\(line)' or \(number)."
    case .typedAhead(let line, let word, let number):
      "\(word) was typed before this screen was printed. Type '\(line)' or \(number)."
    case .incompleteRequest:
      "The request needs one of the fields `command`, `number`, `label`, `answer`, `cancel` and "
        + "`changes`."
    case .contradictoryRequest:
      "The request has fields that exclude each other: send one of `command`, `number`, `label`, "
        + "`answer`, `cancel` and `changes`; `value` goes with `number` or `label`."
    default: nil
    }
  }

  private static let notRepeated = "is not repeated, because this screen has a secret field."

  /// The rule that a line broke, without its text; nil where the description repeats no typed text.
  var ruleAlone: String? {
    switch self {
    case .noElement: "No item on this screen has that number."
    case .unknownCommand: "There is no command after the colon."
    case .unknownLabel: "Nothing on this screen has that label."
    case .unknown:
      "No label or command begins like this line. After a label, a value needs a colon."
    case .ambiguous: "Several labels begin like this line. Type the number of one."
    case .notADuration: "The word after the command is not a time. \(Self.durationRule)"
    default: nil
    }
  }

  private static let durationRule =
    "Type seconds, such as 10 or 0.5, or 500ms, 2s, 1m or 1h, up to a day."

  private static let requestRule =
    "is not a valid request: `number` must be an integer, `cancel` and `changes` booleans; "
    + "`command`, `label`, `value` and `answer` must be strings."

  private static func named(line: String?) -> String {
    line.map { "'\(shortened($0))'" } ?? "The line"
  }

  private var questionSentence: String? {
    switch self {
    case .questionIsOpen(let prompt):
      "'\(prompt)' is not answered yet. Send {\"answer\": \"…\"} or {\"cancel\": true}."
    case .filling: "Enter keeps a value, < goes back, and ^C leaves with what was filled."
    case .filled(let buttons): "Next: \(buttons)"
    case .nothingToFill: "This screen has no field to fill."
    case .noQuestion: "No question is open."
    case .nothingToCancel: "There is nothing to cancel."
    case .cancelled: "Cancelled."
    case .inputEnded(let prompt): "The input ended before '\(prompt)' was answered."
    case .answerTooLong(let limit):
      "The text was refused: it has more than \(limit) bytes. Nothing was changed."
    case .pastedCommands(let count):
      "The pasted text has \(count) lines. None was run: paste one line, or use --script FILE."
    case .pastedAnswers(let count):
      "The pasted text has \(count) lines, but the answer is one line. Nothing was changed."
    case .pastedEnd:
      "The pasted text has a line that is a single dot, which ends a text. Nothing was changed."
    case .cannotAsk: "Only a running command can ask."
    default: nil
    }
  }

  private var pageSentence: String? {
    switch self {
    case .moreLines(let count):
      "… \(NumberFormatting.grouped(count)) more line\(count == 1 ? "" : "s"): more, /text, top, all"
    case .moreRows(let count):
      "… \(NumberFormatting.grouped(count)) more row\(count == 1 ? "" : "s"): more, /text, top, all"
    case .earlierLines(let count):
      "… \(NumberFormatting.grouped(count)) earlier line\(count == 1 ? "" : "s"): more, /text, top, all"
    case .manyCompletions(let count):
      "\(NumberFormatting.grouped(count)) possibilities. Press Tab again to list them."
    case .noMoreLines: "There are no more lines. Type show to print the screen again."
    case .linesChanged(let count):
      "\(NumberFormatting.grouped(count)) lines changed. Type show to print them."
    case .linesFound(let count, let total, let text):
      "\(NumberFormatting.grouped(count)) of \(NumberFormatting.grouped(total)) lines contain\(count == 1 ? "s" : "") "
        + "'\(SafeText.line(of: Self.shortened(text)))'."
    case .noticesPassedOver(let count):
      "\(NumberFormatting.grouped(count)) earlier notice\(count == 1 ? "" : "s") \(count == 1 ? "is" : "are") not shown."
    case .noLineFound(let text):
      "No line on this screen contains '\(SafeText.line(of: Self.shortened(text)))'."
    default: nil
    }
  }

  private var sessionSentence: String {
    switch self {
    case .gone(let label): "'\(label)' is not on the screen any more. Nothing was done."
    case .unavailable(let label, let reason):
      "'\(label)' is unavailable" + (reason.map { ": \($0)" } ?? ".")
    case .tabCovered(let name, let form):
      "The \(form) covers the tab '\(name)'. Type dismiss to close it."
    case .alreadySelected(let name): "'\(name)' is already shown."
    case .unwritableValue(let name, let reason):
      "The value of '\(name)' cannot be written as JSON: \(reason)"
    case .notInThisBuild(let word): "':\(word)' is available in debug builds only."
    case .noPlaces: "This program has no places to go to."
    case .unknownTask(let name, let running):
      "There is no task '\(SafeText.line(of: Self.shortened(name)))'. "
        + (running.isEmpty ? "No task is running." : "Running: \(running.joined(separator: ", ")).")
    case .backgroundTask(let name):
      "'\(SafeText.line(of: name))' runs in the background, and nothing waits for it. "
        + "Type 'wait until TEXT'."
    case .awaitsAnswer(let title):
      title.isEmpty
        ? "Waiting for your answer." : "Waiting for your answer in \(Self.quoted(title))."
    case .notADuration(let word):
      "'\(SafeText.line(of: Self.shortened(word)))' is not a time. \(Self.durationRule)"
    case .textNotShown(let text, let seconds):
      "'\(SafeText.line(of: Self.shortened(text)))' was not shown within \(Self.time(seconds)) s."
    case .notConfirmed(let line):
      line.isEmpty ? "Type yes or no." : "'\(line)' is neither yes nor no. Type yes or no."
    case .guardIsUndecided: "A guard has not decided yet. You can continue to type."
    case .stoppedCommand(let name, let progress, let line):
      "Stopped '\(name)'\(progress.map { " (\($0))" } ?? ""). What it has done so far is kept. "
        + "To run it again, use '\(line)'."
    case .stoppedWaiting(let goal, let tasks, let line):
      "Stopped waiting\(goal.map { " for '\(SafeText.line(of: Self.shortened($0)))'" } ?? ""). "
        + (tasks.isEmpty ? "" : "Still running: \(tasks.joined(separator: ", ")). ")
        + "To wait again, type '\(SafeText.line(of: line))'."
    case .leavingStops(let tasks):
      "Leaving stops what is running: \(tasks.joined(separator: ", "))."
    case .cancelling: "Cancelling. Press ^C again to end the program."
    case .stillRunning(let seconds, let tasks):
      "Still running after \(Self.time(seconds)) s: "
        + "\(tasks.isEmpty ? "updates" : tasks.joined(separator: ", "))."
    case .pressAgainToLeave: "Press ^C again to leave."
    case .pressEndAgain: "Press ^D again to leave anyway."
    case .canUndo(let name): "You can undo: \(SafeText.line(of: name))."
    case .undone(let name): "Undone\(Self.named(name))."
    case .redone(let name): "Redone\(Self.named(name))."
    case .cannotUndo(let name): "\(Self.quoted(name)) can no longer be undone."
    case .cannotRedo(let name): "\(Self.quoted(name)) can no longer be redone."
    case .undoRefused(let name, let reason): "Cannot undo \(SafeText.line(of: name)): \(reason)"
    default: ""
    }
  }

  /// The hint below a page, which takes one row of a window of this width, as far as it can.
  func hint(columns: Int?) -> String {
    let whole = description
    let count = whole.prefix { $0 != ":" }
    let forms = [whole, "\(count): more, all", "\(count): more"]
    return forms.first { $0.count <= columns ?? .max } ?? "more"
  }

  /// The hint below a page as a sentence, which is read aloud.
  var spokenHint: String {
    let (count, thing): (Int, String)
    switch self {
    case .moreLines(let lines): (count, thing) = (lines, lines == 1 ? "more line" : "more lines")
    case .moreRows(let rows): (count, thing) = (rows, rows == 1 ? "more row" : "more rows")
    case .earlierLines(let lines):
      (count, thing) = (lines, lines == 1 ? "earlier line" : "earlier lines")
    default: return description
    }
    return
      "\(NumberFormatting.grouped(count)) \(thing). Type more, all, or a slash and a text to find."
  }

  /// The beginning of a text that the user typed, short enough for one line.
  package static func shortened(_ text: String) -> String {
    text.count <= 60 ? text : "\(text.prefix(60))…"
  }

  private static func missing(_ number: String, _ count: Int) -> String {
    switch count {
    case 0: "There is no \(number) on this screen: nothing here has a number."
    case 1: "There is no \(number) on this screen: the only number is 1."
    default: "There is no \(number) on this screen: the numbers are 1 to \(count)."
    }
  }

  private static func several(_ text: String, _ choices: [Choice]) -> String {
    let listed = choices.prefix(8).map { "  [\($0.number)] \($0.label)" }
    let more = choices.count > 8 ? ["  … and \(choices.count - 8) more"] : []
    let advice =
      choices.contains(where: \.isEnabled)
      ? "Type the number:" : "All are unavailable now; 'help' has the reasons:"
    let head = "'\(shortened(text))' could be one of these. \(advice)"
    return ([head] + listed + more).joined(separator: "\n")
  }

  private static func named(_ edit: String) -> String {
    edit.isEmpty ? ": the last edit" : ": \(SafeText.line(of: edit))"
  }

  private static func quoted(_ edit: String) -> String {
    edit.isEmpty ? "The last edit" : "'\(SafeText.line(of: edit))'"
  }

  private static func time(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }
}
