/// A rule that every program keeps, checked by an ``Explorer`` unless it is switched off.
public enum Law: String, Hashable, Sendable, CaseIterable, Codable {
  /// Going back from a pushed screen shows the screen and place of before.
  case popAfterPush = "pop-after-push"
  /// Closing a sheet or cover shows the screen and place of before.
  case dismissAfterPresent = "dismiss-after-present"
  /// The link of a place opens that place, also in a new process.
  case linkRoundTrip = "link-round-trip"
  /// A new process with the same stores begins at the saved place.
  case restoresPlace = "restores-place"
  /// Undo and then redo shows the same.
  case undoRedo = "undo-redo"
  /// The first screen can be reached from everywhere.
  case reachesFirstScreen = "reaches-first-screen"
  /// A state from which the program can be left can be reached from everywhere.
  case reachesQuit = "reaches-quit"
  /// Some action leads to another state.
  case deadEnd = "dead-end"
  /// Every route is reached, or listed as not covered.
  case routeCoverage = "route-coverage"
  /// A guard is asked at most once for each navigation.
  case guardOnce = "guard-once"
  /// The navigation keeps its invariants: one modal at a time for each binding, no empty stack.
  case oneModal = "one-modal"
  /// A flow has one ending.
  case flowEndsOnce = "flow-ends-once"
  /// No view of a scene, no object that a view stores, and neither its router, is in memory after its end.
  ///
  /// These are objects that announce their changes; one that several scenes share may stay. Another object of the program that retains itself is found by
  /// ``TestHost/watch(_:as:)``.
  case noLeak = "no-leak"
  /// A body depends on nothing but its inputs: run again, it shows the same.
  case pureBody = "pure-body"
  /// An update comes to rest.
  case settles
  /// No mistake of the programmer is reported.
  case noMisuse = "no-misuse"
  /// The program does not crash.
  case noCrash = "no-crash"
  /// No two elements of a screen have one label.
  case uniqueLabels = "unique-labels"
  /// No label is a built-in command.
  case labelIsCommand = "label-is-command"
  /// The value of a secret field is never printed.
  case noSecretShown = "no-secret-shown"
  /// No control byte is printed.
  case noControlBytes = "no-control-bytes"
  /// JSON has the same elements in the same order.
  case jsonSame = "json-same"
  /// No label is wider than a terminal.
  case width
  /// The end of the input ends the program in order, and its place is restored.
  case endOfInput = "end-of-input"
  /// ^C ends the program with 130.
  case interrupt
  /// An output that is closed ends the program with 141.
  case closedOutput = "closed-output"
  /// A refused save is reported, and the screen shows the old value.
  case refusedSave = "refused-save"
  /// Secrets that cannot be written are reported.
  case lockedSecrets = "locked-secrets"
  /// A full disk is reported, and the screen shows the old value.
  case fullDisk = "full-disk"
  /// A line that means nothing changes nothing and is refused.
  case badInput = "bad-input"
  /// A second process on the same store disturbs nothing.
  case secondProcess = "second-process"
}
