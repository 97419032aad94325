import Glibc
import TestThreads
import Testing
import WaylineTesting

@Suite(
  "The tour in lockstep", .waitsForPrograms,
  .enabled(if: access("/bin/bash", X_OK) == 0, "bash is not installed."))
struct LockstepTests {
  private let tour = Built("tour")

  /// Runs a script of bash with the tour beside it: `say` types a line, `hear` prints what comes up to
  /// a text, `end` ends the input and prints the rest; none of them waits longer than a minute.
  ///
  /// NB: bash closes the descriptors of a coprocess when it ends, read or not, so they are copied.
  private func drive(_ words: String, _ script: String) throws -> ProgramRun {
    let functions = """
      coproc desk { "$TOUR" --store "$STORE" \(words); }
      exec 3<&"${desk[0]}" 4>&"${desk[1]}" {desk[0]}<&- {desk[1]}>&-
      say() { printf '%s\\n' "$1" >&4; }
      hear() {
        local line
        while true; do
          IFS= read -r -t 60 line <&3 || {
            [ $? -le 128 ] || { echo "Nothing came for a minute."; exit 9; }
            return
          }
          printf '%s\\n' "$line"
          case $line in *"$1"*) return ;; esac
        done
      }
      end() { exec 4>&-; hear $'\\n'; }
      """
    return try Program(path: "/bin/bash").run(
      ["-c", "\(functions)\n\(script)"],
      environment: [
        "TOUR": tour.program.path, "STORE": tour.store.path, "HOME": tour.store.path,
        "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
      ])
  }

  @Test(
    "A number whose element no longer exists does nothing, and the present screen is printed")
  func gone() throws {
    _ = try tour.run([], "Log in\nPasscode: 1234\nLog in\n")
    let run = try drive(
      "desk book 42",
      """
      hear '[1] Lend'
      printf 'Lend\\nAda\\n' | "$TOUR" --store "$STORE" desk book 42 2>&1
      echo "The other program ended with $?."
      say 1
      end
      """)
    #expect(
      run.lines.suffix(5) == [
        "line 1: 'Lend' is not on the screen any more. Nothing was done.",
        "Tour › Desk › The Go-Between", "L. P. Hartley, number 42.", "Lent to Ada.", "[1] Return",
      ], "\(run.output)")
  }

  @Test(
    "A screen that comes by itself is marked in JSON, and printed by no script")
  func unasked() throws {
    let posts = LoopbackServer.answer(#"[{"id": 7, "title": "Closed", "body": "On Monday."}]"#)
    // What comes at once is a part of the first screen.
    let signal = tour.store.path + ".answer"
    let feed = LoopbackServer(posts, onceExists: signal)
    defer { unlink(signal) }
    let objects = try drive(
      "--json --feed \(feed.address) feed",
      "hear Loading; touch '\(signal)'; hear '\"async\":true'; say quit; end")
    #expect(objects.lines.contains { $0.contains(#""async":true"#) && $0.contains("On Monday.") })
    #expect(objects.lines.last == #"{"type":"bye","status":0}"#, "\(objects.output)")

    unlink(signal)
    let lines = try drive(
      "--feed \(feed.address) feed",
      "hear Loading; touch '\(signal)'; say 'wait 20'; hear Monday; end")
    #expect(
      lines.lines == ["Tour › Feed", "Loading the feed …", "Tour › Feed", "Closed", "On Monday."])
  }
}
