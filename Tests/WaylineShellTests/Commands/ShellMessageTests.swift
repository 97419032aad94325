import Testing

@testable import WaylineShell

@Suite("Messages of the shell")
struct ShellMessageTests {
  private static let messages: [(ShellMessage, String)] = [
    (
      .noElement(number: "9", count: 0),
      "There is no 9 on this screen: nothing here has a number."
    ),
    (.noElement(number: "9", count: 1), "There is no 9 on this screen: the only number is 1."),
    (
      .noElement(number: "16", count: 3, nearest: ["16.2", "Mac 16"]),
      "There is no 16 on this screen: the numbers are 1 to 3. Did you mean '16.2' or 'Mac 16'?"
    ),
    (.noElement(number: "9", count: 3), "There is no 9 on this screen: the numbers are 1 to 3."),
    (.unknownCommand("", nearest: []), "Type a command after the colon."),
    (
      .unknownCommand("bakc", nearest: ["back"]),
      "There is no command 'bakc'. Did you mean 'back'?"
    ),
    (
      .unknownLabel("Membr", nearest: ["Member", "Members"]),
      "Nothing here is labelled 'Membr'. Did you mean 'Member' or 'Members'?"
    ),
    (
      .unknown("zzz", nearest: []),
      "'zzz' is neither a command nor a label here. Type help to see what can be typed."
    ),
    (
      .ambiguous(
        "Le", choices: [.init(number: 1, label: "Lend"), .init(number: 4, label: "Let")]),
      "'Le' could be one of these. Type the number:\n  [1] Lend\n  [4] Let"
    ),
    (
      .ambiguous(
        "Le",
        choices: [
          .init(number: 1, label: "Lend", isEnabled: false),
          .init(number: 4, label: "Let", isEnabled: false),
        ]),
      "'Le' could be one of these. All are unavailable now; 'help' has the reasons:\n  [1] Lend\n  [4] Let"
    ),
    (.misused(usage: "back [n]"), "Usage: back [n]"),
    (
      .commandIsNoText,
      "Nothing was done: the line of a command has to be UTF-8. A file whose name is not can be given on "
        + "the command line of the program."
    ),
    (.openQuote, "A quote is not closed. Close it, or put a backslash before it."),
    (.takesNoValue(label: "Lend"), "'Lend' takes no value."),
    (.brokenRequest("{"), "'{' is not valid JSON."),
    (.brokenRequest(nil), "The line is not valid JSON."),
    (
      .invalidRequest(#"{"number":"1"}"#),
      #"'{"number":"1"}' is not a valid request: `number` must be an integer, `cancel` and "#
        + "`changes` booleans; `command`, `label`, `value` and `answer` must be strings."
    ),
    (
      .invalidRequest(nil),
      "The line is not a valid request: `number` must be an integer, `cancel` and `changes` "
        + "booleans; `command`, `label`, `value` and `answer` must be strings."
    ),
    (
      .refusedPrivately,
      "The line was refused. It is not repeated, because this screen has a secret field."
    ),
    (
      .unreadPrivately(reason: "There is no command after the colon."),
      "There is no command after the colon. "
        + "The line is not repeated, because this screen has a secret field."
    ),
    (
      .tabCovered("Settings", by: "cover"),
      "The cover covers the tab 'Settings'. Type dismiss to close it."
    ),
    (.typeNumber(2, toEnter: "Passcode"), "Type 2 to enter 'Passcode'."),
    (
      .hiddenWay(2, label: "Passcode"), "Type 2 alone to enter 'Passcode' without showing it."
    ),
    (.unknownPrivately, "Unknown command. Type help to see what can be typed."),
    (.takesNoWords(command: "lock"), "'lock' takes no arguments."),
    (
      .labelIsCommand(label: "Unlock", number: 2),
      "'Unlock' was taken as the command. To choose it on the screen, type 2."
    ),
    (
      .labelIsComment(label: "#1", number: 2),
      "A line that begins with '#' is a comment. To choose '#1', type 2."
    ),
    (.labelsAreComments, "A line that begins with '#' is a comment. Type the number of an item."),
    (.needsWholeLabel("Deploy now", number: 2), "Type 'Deploy now' or 2."),
    (
      .typedAhead("Deploy now", word: "2", number: 2),
      "2 was typed before this screen was printed. Type 'Deploy now' or 2."
    ),
    (.unknownTask("fed", running: []), "There is no task 'fed'. No task is running."),
    (.unknownTask("fed", running: ["feed"]), "There is no task 'fed'. Running: feed."),
    (
      .contradictoryRequest,
      "The request has fields that exclude each other: send one of `command`, `number`, `label`, "
        + "`answer`, `cancel` and `changes`; `value` goes with `number` or `label`."
    ),
    (
      .incompleteRequest,
      "The request needs one of the fields `command`, `number`, `label`, `answer`, `cancel` and "
        + "`changes`."
    ),
    (
      .questionIsOpen(prompt: "Name"),
      "'Name' is not answered yet. Send {\"answer\": \"…\"} or {\"cancel\": true}."
    ),
    (.noQuestion, "No question is open."),
    (.cancelled, "Cancelled."),
    (.inputEnded(prompt: "Name"), "The input ended before 'Name' was answered."),
    (
      .answerTooLong(limit: 8),
      "The text was refused: it has more than 8 bytes. Nothing was changed."
    ),
    (.cannotAsk, "Only a running command can ask."),
    (.nothingToCancel, "There is nothing to cancel."),
    (.gone(label: "Lend"), "'Lend' is not on the screen any more. Nothing was done."),
    (.unavailable(label: "Lend", reason: nil), "'Lend' is unavailable."),
    (
      .unavailable(label: "Lend", reason: "Choose a member first."),
      "'Lend' is unavailable: Choose a member first."
    ),
    (.alreadySelected("Books"), "'Books' is already shown."),
    (.notInThisBuild("tree"), "':tree' is available in debug builds only."),
    (.noPlaces, "This program has no places to go to."),
    (.stillRunning(seconds: 1, tasks: ["a task"]), "Still running after 1 s: a task."),
    (.stillRunning(seconds: 0.5, tasks: []), "Still running after 0.5 s: updates."),
    (
      .backgroundTask("refresh"),
      "'refresh' runs in the background, and nothing waits for it. Type 'wait until TEXT'."
    ),
    (.awaitsAnswer(title: "Member"), "Waiting for your answer in 'Member'."),
    (.awaitsAnswer(title: ""), "Waiting for your answer."),
    (.textNotShown("Saved", seconds: 2), "'Saved' was not shown within 2 s."),
    (
      .notADuration("5x"),
      "'5x' is not a time. Type seconds, such as 10 or 0.5, or 500ms, 2s, 1m or 1h, up to a day."
    ),
    (.notConfirmed("of course"), "'of course' is neither yes nor no. Type yes or no."),
    (.notConfirmed(""), "Type yes or no."),
    (.guardIsUndecided, "A guard has not decided yet. You can continue to type."),
    (
      .stoppedCommand("scan", progress: nil, again: "scan shelf"),
      "Stopped 'scan'. What it has done so far is kept. To run it again, use 'scan shelf'."
    ),
    (
      .stoppedCommand("scan", progress: "Scanning: 4 of 10, 40 %", again: "scan"),
      "Stopped 'scan' (Scanning: 4 of 10, 40 %). What it has done so far is kept. "
        + "To run it again, use 'scan'."
    ),
    (
      .stoppedWaiting(for: "Saved", running: ["feed", "import"], again: "wait until Saved"),
      "Stopped waiting for 'Saved'. Still running: feed, import. "
        + "To wait again, type 'wait until Saved'."
    ),
    (
      .stoppedWaiting(for: nil, running: [], again: "wait"),
      "Stopped waiting. To wait again, type 'wait'."
    ),
    (.leavingStops(["feed"]), "Leaving stops what is running: feed."),
    (.cancelling, "Cancelling. Press ^C again to end the program."),
    (.pressAgainToLeave, "Press ^C again to leave."),
    (.pressEndAgain, "Press ^D again to leave anyway."),
    (.canUndo("Cancel all orders"), "You can undo: Cancel all orders."),
    (.undone("Cancel all orders"), "Undone: Cancel all orders."),
    (.cannotUndo("Cancel all orders"), "'Cancel all orders' can no longer be undone."),
    (.cannotUndo(""), "The last edit can no longer be undone."),
    (.cannotRedo("Cancel all orders"), "'Cancel all orders' can no longer be redone."),
    (
      .undoRefused("opening 'Orders'", reason: "'Emma' has not been sent. Send it first."),
      "Cannot undo opening 'Orders': 'Emma' has not been sent. Send it first."
    ),
    (.redone(""), "Redone: the last edit."),
    (.moreLines(1), "… 1 more line: more, /text, top, all"),
    (.moreLines(9_980), "… 9,980 more lines: more, /text, top, all"),
    (.moreRows(99_978), "… 99,978 more rows: more, /text, top, all"),
    (.noMoreLines, "There are no more lines. Type show to print the screen again."),
    (.linesChanged(12), "12 lines changed. Type show to print them."),
    (.linesFound(2, of: 1_234_567, text: "a\u{1B}"), "2 of 1,234,567 lines contain 'a␛'."),
    (.noLineFound("zzz"), "No line on this screen contains 'zzz'."),
  ]

  @Test(
    "The hint below a page takes one row as long as one word of it fits",
    arguments: [
      (nil, "… 93 more lines: more, /text, top, all"),
      (39, "… 93 more lines: more, /text, top, all"),
      (37, "… 93 more lines: more, all"), (25, "… 93 more lines: more"), (20, "more"),
    ] as [(Int?, String)])
  func hint(columns: Int?, text: String) {
    #expect(ShellMessage.moreLines(93).hint(columns: columns) == text)
  }

  @Test("A code is one or more lower-case words, and no two are the same")
  func codes() {
    let raw = MessageCode.allCases.map(\.rawValue)
    #expect(Set(raw).count == raw.count)
    #expect(raw.allSatisfy { $0.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil })
  }

  @Test("Each says what happened to which named thing, then what to do", arguments: messages)
  func sentence(message: ShellMessage, text: String) {
    #expect(message.description == text)
  }
}
