/// The stable name of a kind of message, which programs read in place of its text.
///
/// This is the one table of the codes: `Protocol.md` and `Protocol.schema.json` list the same, which a test checks.
/// A message cannot be made without a code. A code never changes its meaning, and is not used again for another.
package enum MessageCode: String, CaseIterable, Hashable, Sendable {
  // Reading a line.
  /// No element of the screen has the number.
  case noElement = "no-such-number"
  /// No command has the name.
  case unknownCommand = "no-such-command"
  /// No element of the screen has the label.
  case unknownLabel = "no-such-label"
  /// The line is neither a command nor a label.
  case unknown = "unknown-line"
  /// Several elements fit the line.
  case ambiguous
  /// The words after a command do not fit its form.
  case misused = "usage"
  /// An option of a command cannot be read.
  case misusedOption = "option-refused"
  /// The command takes no words.
  case takesNoWords = "takes-no-arguments"
  /// The element takes no value.
  case takesNoValue = "takes-no-value"
  /// The element wants its number or its whole label.
  case needsWholeLabel = "needs-whole-label"
  /// The line was typed before the screen with its element was printed.
  case typedAhead = "typed-ahead"
  /// The line of a command is not UTF-8.
  case commandIsNoText = "line-not-text"
  /// A quote is not closed.
  case openQuote = "open-quote"
  /// The line is not valid JSON.
  case brokenRequest = "request-not-json"
  /// A field of the request has another type.
  case invalidRequest = "request-invalid"
  /// The request has none of the fields that request something.
  case incompleteRequest = "request-incomplete"
  /// The request has fields that exclude each other.
  case contradictoryRequest = "request-contradictory"
  /// The line was refused beside a secret field; the reason would repeat it.
  case refusedPrivately = "refused-privately"
  /// The line beside a secret field could not be read.
  case unreadPrivately = "unread-privately"
  /// A line that may contain a secret is not a command.
  case unknownPrivately = "unknown-privately"
  /// The line was taken as a command, and is a label too.
  case labelIsCommand = "label-is-command"
  /// The line was taken as a command that has left the screen with its label.
  case labelWasCommand = "label-was-command"
  /// The line was taken as a comment, and begins a label.
  case labelIsComment = "label-is-comment"
  /// The line was taken as a comment, and begins several labels.
  case labelsAreComments = "labels-are-comments"
  /// The line has more bytes than a line can have.
  case lineTooLong = "line-too-long"
  /// The terminal has cut the line.
  case lineCut = "line-cut"
  /// The input ended within a line, which was not run.
  case lineUnended = "line-unended"
  /// More lines were waiting than can wait.
  case linesRefused = "lines-refused"
  /// Bytes of the line that are no text were replaced.
  case bytesReplaced = "bytes-replaced"
  /// The input could not be read.
  case inputUnreadable = "input-unreadable"

  // Questions.
  /// A question is open, which the line does not answer.
  case questionIsOpen = "question-open"
  /// An answer came without a question.
  case noQuestion = "no-question"
  /// No question is open and nothing runs.
  case nothingToCancel = "nothing-to-cancel"
  /// What ran or was asked was cancelled.
  case cancelled
  /// The answer to a guard is neither yes nor no.
  case notConfirmed = "not-confirmed"
  /// The input ended before a question was answered.
  case inputEnded = "input-ended"
  /// An answer of several lines is too long.
  case answerTooLong = "answer-too-long"
  /// Several lines were pasted where a command is read.
  case pastedCommands = "pasted-commands"
  /// Several lines were pasted where one is the answer.
  case pastedAnswers = "pasted-answers"
  /// The pasted text has the line that ends a text.
  case pastedEnd = "pasted-end"
  /// Only a running command can ask.
  case cannotAsk = "cannot-ask"
  /// A line was discarded, because a question came up.
  case lineDropped = "line-dropped"
  /// The fields of the screen are asked one after the other.
  case filling
  /// The fields were asked; the buttons follow.
  case filled
  /// The screen has no field to fill.
  case nothingToFill = "nothing-to-fill"
  /// The place of a secret that a script names cannot be read.
  case secretSource = "secret-source"

  // Elements.
  /// The element is not on the screen any more.
  case gone = "element-gone"
  /// The element is disabled.
  case unavailable
  /// The element does not take the value.
  case valueRefused = "value-refused"
  /// The only empty field was given the line.
  case valueGiven = "value-given"
  /// A sheet, a cover or an alert lies above the tab.
  case tabCovered = "tab-covered"
  /// The tab is shown already.
  case alreadySelected = "already-selected"

  // Navigation.
  /// The program has no places.
  case noPlaces = "no-places"
  /// No place has the words or the link.
  case noSuchPlace = "no-such-place"
  /// A guard or the screen refuses the navigation.
  case navigationRefused = "navigation-refused"
  /// The outcome of a navigation.
  case navigationNote = "navigation-note"
  /// A navigation led to another place.
  case redirected
  /// A guard has not decided yet.
  case guardIsUndecided = "guard-undecided"
  /// The titles of the place, in the answer to `where`.
  case titles
  /// The link of the place.
  case placeLink = "place-link"
  /// The command that opens the place.
  case placeCommand = "place-command"
  /// The difference between the place and its link.
  case placeNote = "place-note"

  // Undo.
  /// An edit can be undone.
  case canUndo = "can-undo"
  /// An edit was undone.
  case undone
  /// An edit was repeated.
  case redone
  /// An edit can no longer be undone.
  case cannotUndo = "cannot-undo"
  /// An edit can no longer be repeated.
  case cannotRedo = "cannot-redo"
  /// A guard keeps the screen that `undo` would leave.
  case undoRefused = "undo-refused"

  // Work.
  /// The time was over before the work.
  case stillRunning = "still-running"
  /// The text has not appeared in time.
  case textNotShown = "text-not-shown"
  /// No task has the name.
  case unknownTask = "no-such-task"
  /// The task runs in the background.
  case backgroundTask = "background-task"
  /// The task awaits an answer of the user.
  case awaitsAnswer = "awaits-answer"
  /// The word is not a time.
  case notADuration = "not-a-time"
  /// The work that is running.
  case runningWork = "running-work"
  /// The work that runs in the background.
  case backgroundWork = "background-work"
  /// A command was stopped.
  case stoppedCommand = "stopped-command"
  /// A `wait` was stopped; what it waited for goes on.
  case stoppedWaiting = "stopped-waiting"
  /// The work that the end of the program stops.
  case leavingStops = "leaving-stops"
  /// The cancelled command has not ended.
  case cancelling
  /// A second ^C ends the program.
  case pressAgainToLeave = "press-again"
  /// A second ^D ends the program.
  case pressEndAgain = "press-end-again"

  // Texts.
  /// There are no more lines.
  case noMoreLines = "no-more-lines"
  /// Lines are left after a page.
  case moreLines = "more-lines"
  /// Rows are left after a page.
  case moreRows = "more-rows"
  /// Lines are left above a page.
  case earlierLines = "earlier-lines"
  /// The number of lines that contain a text.
  case linesFound = "lines-found"
  /// A line that contains the text.
  case foundLine = "found-line"
  /// No line contains the text.
  case noLineFound = "no-line-found"
  /// More lines changed by themselves than are printed.
  case linesChanged = "lines-changed"
  /// A line that is not on the screen any more.
  case removedLine = "removed-line"
  /// Earlier notices are not printed.
  case noticesPassedOver = "notices-passed-over"
  /// Messages were left out while the output was not read.
  case messagesLeftOut = "messages-left-out"
  /// Tab can list more lines than a few pages have.
  case manyCompletions = "many-completions"
  /// The way to enter a secret.
  case typeNumber = "type-number"
  /// The way to enter a secret without showing it.
  case hiddenWay = "hidden-way"
  /// The command is for debug builds only.
  case notInThisBuild = "debug-builds-only"
  /// A line of `help`.
  case help
  /// A line that was typed before.
  case history
  /// A line of `:tree` or `:why`.
  case diagnostics

  // Commands and the program.
  /// A line that a command of the program prints or returns.
  case output
  /// A notice of the program.
  case notice
  /// A command of the program failed.
  case commandFailed = "command-failed"
  /// A command of the program does not take its words.
  case commandMisused = "command-misused"
  /// A command could not read data.
  case dataUnreadable = "data-unreadable"
  /// A command needs a file or a session that is in use.
  case inUse = "in-use"
  /// A command needs a permission, or what is locked.
  case notPermitted = "not-permitted"
  /// A command could not write its output or a file.
  case notWritten = "not-written"
  /// A flow of a command ended without a result.
  case noResult = "no-result"
  /// The program around the session ends it.
  case terminated
  /// The value of a command cannot be written as JSON.
  case unwritableValue = "value-not-json"

  // Stores and sessions.
  /// A value could not be stored.
  case valueNotStored = "value-not-stored"
  /// A stored value cannot be shown.
  case valueUnreadable = "value-unreadable"
  /// Bytes that cannot be read were moved aside.
  case valueSetAside = "value-set-aside"
  /// A store is read-only, or cannot be opened.
  case storeProblem = "store-problem"
  /// A damaged store was put aside, and saved in part.
  case storeRecovered = "store-recovered"
  /// A store that existed before is empty or missing.
  case storeMissing = "store-missing"
  /// Part of the log of a store cannot be read.
  case storeLogDamaged = "store-log-damaged"
  /// The log of a store is missing.
  case storeLogMissing = "store-log-missing"
  /// The log of a store does not continue it.
  case storeLogMismatched = "store-log-mismatched"
  /// The secrets are locked.
  case secretsLocked = "secrets-locked"
  /// The saved session was restored.
  case sessionRestored = "session-restored"
  /// The saved session was restored in part.
  case sessionIncomplete = "session-incomplete"
  /// The saved session could not be read.
  case sessionUnreadable = "session-unreadable"
  /// The session is not saved.
  case sessionUnsaved = "session-unsaved"
  /// The session is open already; another one was begun.
  case sessionSecond = "session-second"
  /// A session that was not used for long was erased.
  case sessionErased = "session-erased"
  /// The open screens could not be saved.
  case placeNotSaved = "place-not-saved"
  /// The history could not be read or written.
  case historyProblem = "history-problem"
  /// The log could not be written, and is incomplete.
  case logIncomplete = "log-incomplete"
}

extension ShellMessage {
  /// The code of the message; each kind has its own.
  package var code: MessageCode {
    switch self {
    case .noElement: .noElement
    case .unknownCommand: .unknownCommand
    case .unknownLabel: .unknownLabel
    case .unknown: .unknown
    case .ambiguous: .ambiguous
    case .misused: .misused
    case .misusedOption: .misusedOption
    case .commandIsNoText: .commandIsNoText
    case .openQuote: .openQuote
    case .takesNoValue: .takesNoValue
    case .brokenRequest: .brokenRequest
    case .invalidRequest: .invalidRequest
    case .refusedPrivately: .refusedPrivately
    case .unreadPrivately: .unreadPrivately
    case .typeNumber: .typeNumber
    case .hiddenWay: .hiddenWay
    case .unknownPrivately: .unknownPrivately
    case .takesNoWords: .takesNoWords
    case .labelIsCommand: .labelIsCommand
    case .labelWasCommand: .labelWasCommand
    case .labelIsComment: .labelIsComment
    case .labelsAreComments: .labelsAreComments
    case .needsWholeLabel: .needsWholeLabel
    case .typedAhead: .typedAhead
    case .incompleteRequest: .incompleteRequest
    case .contradictoryRequest: .contradictoryRequest
    case .filling: .filling
    case .filled: .filled
    case .nothingToFill: .nothingToFill
    case .questionIsOpen: .questionIsOpen
    case .noQuestion: .noQuestion
    case .nothingToCancel: .nothingToCancel
    case .cancelled: .cancelled
    case .notConfirmed: .notConfirmed
    case .inputEnded: .inputEnded
    case .answerTooLong: .answerTooLong
    case .pastedCommands: .pastedCommands
    case .pastedAnswers: .pastedAnswers
    case .pastedEnd: .pastedEnd
    case .cannotAsk: .cannotAsk
    case .gone: .gone
    case .unavailable: .unavailable
    case .tabCovered: .tabCovered
    case .alreadySelected: .alreadySelected
    case .unwritableValue: .unwritableValue
    case .notInThisBuild: .notInThisBuild
    case .noPlaces: .noPlaces
    case .unknownTask: .unknownTask
    case .backgroundTask: .backgroundTask
    case .awaitsAnswer: .awaitsAnswer
    case .notADuration: .notADuration
    case .textNotShown: .textNotShown
    case .guardIsUndecided: .guardIsUndecided
    case .cancelling: .cancelling
    case .stoppedCommand: .stoppedCommand
    case .stoppedWaiting: .stoppedWaiting
    case .leavingStops: .leavingStops
    case .stillRunning: .stillRunning
    case .pressAgainToLeave: .pressAgainToLeave
    case .pressEndAgain: .pressEndAgain
    case .canUndo: .canUndo
    case .undone: .undone
    case .redone: .redone
    case .cannotUndo: .cannotUndo
    case .cannotRedo: .cannotRedo
    case .undoRefused: .undoRefused
    case .manyCompletions: .manyCompletions
    case .moreLines: .moreLines
    case .moreRows: .moreRows
    case .earlierLines: .earlierLines
    case .noMoreLines: .noMoreLines
    case .linesChanged: .linesChanged
    case .noticesPassedOver: .noticesPassedOver
    case .linesFound: .linesFound
    case .noLineFound: .noLineFound
    }
  }
}
