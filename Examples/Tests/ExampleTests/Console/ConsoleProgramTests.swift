import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("The program of the console", .waitsForPrograms)
struct ConsoleProgramTests {
  private let console = Built("console")

  /// Runs lines of bash in which `$0` is the program; what it stores is in the home folder.
  private func shell(_ lines: String) throws -> ProgramRun {
    try console.shell("mkdir -p \"$HOME\"; \(lines)")
  }

  private func run(_ words: String...) throws -> ProgramRun {
    try console.run(["--speed", "100"] + words)
  }

  @MainActor
  @Test("A service is looked up in the scene, behind a pipe and at a terminal alike")
  func depths() async throws {
    let transcript = Transcript(
      """
      Console
      [1] Find a service: (empty)

      Services
      [2] catalog: up, 17 % load
      [3] loans: up, 40 % load
      [4] payments: up, 63 % load
      [5] search: up, 86 % load
      [6] web: up, 19 % load

      Deployments
      [7] New deployment
      > New deployment
      Sheet: New deployment
      [1] catalog
      [2] loans
      [3] payments
      [4] search
      [5] web
      > web
      Sheet: New deployment › Version
      [1] Version: (empty)
      [2] Target: staging (staging, production)
      [3] Next (unavailable)
      > Version: 2.x
      '2.x' cannot be read as Version; nothing was changed.
      > Version: 2.8
      Sheet: New deployment › Version
      [1] Version: 2.8
      [2] Target: staging (staging, production)
      [3] Next
      > Next
      Sheet: New deployment › Version › Summary
      web 2.8 to staging
      [1] Deploy now (destructive)
      > d
      Type 'Deploy now' or 1.
      """)
    let program = Program.built("console")
    for depth in [TestDepth.process(program), .terminal(program)] {
      let differences = transcript.differences(from: try await depth.session(transcript))
      #expect(differences.isEmpty, "\(depth): \(differences.map(\.description))")
    }
  }

  @Test("status prints lines for people, and values for programs")
  func status() throws {
    #expect(try run("status", "web").lines == ["web: up, 19 % load"])
    #expect(try run("status").lines.count == 5)
    let value = #"{"type":"value","command":"status","value":{"isUp":true,"load":19,"name":"web"}}"#
    #expect(try run("--json", "status", "web").lines.contains(value))
    let unknown = try run("status", "wbe")
    #expect(unknown.problems == ["There is no service 'wbe'. Type 'status' to list them."])
    #expect(unknown.status == 1)
  }

  @Test("logs goes on until nobody reads it")
  func logs() throws {
    let run = try shell("\"$0\" --speed 1000 logs web | head -2; echo \"${PIPESTATUS[0]}\"")
    #expect(run.lines == ["web GET /books/1 200", "web GET /books/2 200", "141"])
  }

  @Test("deploy waits for the end, and its status is that of the deployment")
  func deploy() throws {
    let good = try run("deploy", "web", "2.8")
    #expect(good.lines.last == "Deployment 1: web 2.8 to staging, succeeded" && good.status == 0)
    let broken = try run("deploy", "web", "2.9", "-e", "staging")
    #expect(broken.lines.last?.hasSuffix("The instances of 2.9 do not answer.") == true)
    #expect(broken.status == 4)
    #expect(try run("deploy", "web").status == 2)
    let target = try run("deploy", "web", "2.8", "--env", "moon")
    #expect(target.status == 2 && target.errors.contains("See 'help deploy'."))
  }

  /// Approves the deployment 1 in a second console, once it waits.
  private static let approval = """
    printf '%s\\n' 'wait 30 until waits for approval' 'open approval 1' '1 secret' 'Sign in' Approve |
      "$0" --speed 100 --user grace > "$HOME/approval" 2>&1
    """

  @Test("A job waits for a second console, which shares its store and approves")
  func approved() throws {
    let run = try shell(
      """
      printf 'secret\\n' | "$0" --speed 100 deploy web 2.8 --env production > "$HOME/job" & job=$!
      \(Self.approval) || cat "$HOME/approval"
      wait $job; echo "status $?"; cat "$HOME/job"
      """)
    #expect(
      run.lines == [
        "status 0", "Deployment 1 is stored. 'console deployment 1' shows it.",
        "Deployment 1: web 2.8 to production, succeeded",
      ], "\(run)")
    let late = try console.shell("\"$0\" --speed 100 --user grace approval 1 </dev/null")
    #expect(late.output.contains("Deployment 1 does not wait for approval."), "\(late)")
  }

  @Test("The script of a release goes to production only if staging has succeeded")
  func release() throws {
    let script = Self.folder + "/release.sh"
    let broken = try shell(
      "CONSOLE=$0 CONSOLE_SPEED=100 \(script) web 2.9 </dev/null; echo \"status $?\"")
    #expect(broken.lines.last == "status 4" && !broken.output.contains("production"), "\(broken)")
    let second = Self.approval.replacing("approval 1", with: "approval 3")
    let good = try shell(
      """
      printf 'secret\\n' | CONSOLE=$0 CONSOLE_SPEED=100 \(script) web 2.8 > "$HOME/job" & job=$!
      \(second) || cat "$HOME/approval"
      wait $job; echo "status $?"; tail -n 1 "$HOME/job"
      """)
    #expect(
      good.lines == ["status 0", "Deployment 3: web 2.8 to production, succeeded"], "\(good)")
  }

  /// A job whose process a signal ends in the middle.
  private func ended(by signal: String) throws -> ProgramRun {
    try shell(
      """
      "$0" deploy web 2.8 > "$HOME/job" 2>&1 & job=$!
      until grep -q stored "$HOME/job"; do sleep 0.05; done
      kill -\(signal) $job; wait $job; echo "status $?"
      """)
  }

  @Test("SIGTERM leaves a deployment that is interrupted, which any console continues")
  func terminated() throws {
    #expect(try ended(by: "TERM").lines == ["status 143"])
    let next = try shell(
      "printf 'Continue\\nwait 30\\n' | \"$0\" --speed 100 deployment 1")
    #expect(next.lines.contains("State: interrupted") && next.lines.last == "State: succeeded")
    #expect(next.status == 0)
  }

  @Test("SIGTERM withdraws a deployment that waits for approval, which nobody can approve then")
  func withdrawn() throws {
    let ended = try shell(
      """
      printf 'secret\\n' > "$HOME/passcode"
      "$0" deploy web 2.8 -e production < "$HOME/passcode" > "$HOME/job" 2>&1 & job=$!
      until grep -q stored "$HOME/job"; do sleep 0.05; done
      kill -TERM $job; wait $job; echo "status $?"
      """)
    #expect(ended.lines == ["status 143"], "\(ended)")
    let late = try console.shell("\"$0\" --user grace deployment 1 </dev/null")
    #expect(late.lines.contains("State: rolled back. Withdrawn by ada."), "\(late)")
    #expect(!late.output.contains("Approve"), "\(late)")
  }

  @Test("A notice tells the end of a deployment to a script that reads another screen")
  func notice() throws {
    let run = try shell(
      """
      printf '%s\\n' 'New deployment' web 'Version: 2.8' Next 'Deploy now' 'open service catalog' \
        'wait 30 until 2.8 to staging, succeeded' where | "$0" --speed 100
      """)
    #expect(run.status == 0, "\(run)")
    let notices = run.lines.filter { $0.contains("web 2.8 to staging, succeeded") }
    #expect(notices == ["[1] Deployment 1: web 2.8 to staging, succeeded"], "\(run)")
    #expect(run.lines.contains { $0.contains("Console › catalog") }, "\(run)")
  }

  @Test("After kill -9 the deployment is where it was, and its screen says how far")
  func killed() throws {
    #expect(try ended(by: "KILL").lines.last == "status 137")
    let next = try shell("\"$0\" deployment 1 </dev/null")
    #expect(next.lines.contains("State: running"))
    #expect(next.lines.contains { $0.hasSuffix(" %") } && next.status == 0, "\(next)")
  }

  private static let folder = #filePath.components(separatedBy: "/Tests/")[0] + "/Console"
}
