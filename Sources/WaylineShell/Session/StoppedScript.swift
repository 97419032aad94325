/// What ^C has stopped of a script, for standard error: programs that read the output have the status 130.
struct StoppedScript: CustomStringConvertible {
  /// What the last line ran; nil if it was complete.
  let running: String?
  /// The number of the last line that was read.
  let line: Int

  /// The sentences: what was stopped, what was carried out, and how to continue.
  var description: String {
    let done = running == nil ? line : line - 1
    let lines =
      switch done {
      case 0: "No line before it was carried out."
      case 1: "Line 1 was carried out, and what it has done is kept."
      case 2: "Lines 1 and 2 were carried out, and what they have done is kept."
      default: "Lines 1 to \(done) were carried out, and what they have done is kept."
      }
    return "^C stopped \(running.map { "'\($0)'" } ?? "the script"). \(lines) "
      + "To continue, run the lines from \(done + 1) on."
  }
}
