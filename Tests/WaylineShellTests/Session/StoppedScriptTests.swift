import Testing

@testable import WaylineShell

@Suite("What ^C has stopped of a script")
struct StoppedScriptTests {
  @Test("Says what was stopped, which lines were carried out, and where to continue")
  func sentences() {
    func text(_ running: String?, _ line: Int) -> String {
      "\(StoppedScript(running: running, line: line))"
    }
    #expect(
      text("wait", 12)
        == "^C stopped 'wait'. Lines 1 to 11 were carried out, and what they have done is kept. "
        + "To continue, run the lines from 12 on.")
    #expect(
      text("wait", 3)
        == "^C stopped 'wait'. Lines 1 and 2 were carried out, and what they have done is kept. "
        + "To continue, run the lines from 3 on.")
    #expect(
      text("import", 1)
        == "^C stopped 'import'. No line before it was carried out. "
        + "To continue, run the lines from 1 on.")
    #expect(
      text(nil, 1)
        == "^C stopped the script. Line 1 was carried out, and what it has done is kept. "
        + "To continue, run the lines from 2 on.")
  }
}
