import Glibc
import Testing
import WaylineGraph
import WaylineSystem
import WaylineViews

@testable import WaylineShell

@Suite("Numbers that were typed ahead", .serialized)
@MainActor
struct TypedAheadTests {
  /// A page that leads to a button which destroys something, and stays there.
  private struct DeployPage: View {
    @State private var step = 0
    @State private var deployed = 0

    var body: some View {
      Text("Deployed: \(deployed)")
      if step == 0 {
        Button("Next") { step = 1 }
      } else {
        Button("Deploy now", role: .destructive) { deployed += 1 }
        Button("Note") { step += 1 }
        Text("Notes: \(step)")
      }
    }
  }

  private func run(
    isEdited: Bool, _ course: @escaping @Sendable (Talk) -> Void
  ) throws -> (status: ShellStatus, talk: Talk) {
    let ends = try Ends.terminal()
    var options = SceneConfiguration(program: "desk")
    (options.isScript, options.printsUnasked, options.showsPrompt) = (false, true, true)
    let session = Session(host: ViewHost { DeployPage() }, options: options)
    let editor =
      isEdited ? LineEditor(program: "desk", input: ends.near, output: ends.near) : nil
    let driver = ShellDriver(
      session: session, input: LineSource(descriptor: ends.near),
      output: Output(descriptor: ends.near), editor: editor)
    let talk = Talk(hears: ends.far, says: ends.far, course)
    return (driver.run(), talk)
  }

  @Test(
    "A number presses nothing dangerous before the user has seen it, however many lines wait",
    arguments: [false, hasLibrary])
  func ahead(isEdited: Bool) throws {
    let (status, talk) = try run(isEdited: isEdited) { talk in
      talk.hear("> ")
      talk.say("1\n1\n2\n1\n")
      talk.hear("[1] Deploy now (destructive)\r\n")
      talk.hear("1 was typed before this screen was printed. Type 'Deploy now' or 1.\r\n")
      talk.hear("Notes: 2\r\n")
      talk.hear("1 was typed before this screen was printed. Type 'Deploy now' or 1.\r\n")
      talk.hear("> ")
      talk.say("1\n")
      talk.hear("Deployed: 1\r\n")
      talk.hear("> ")
      // Now it was seen, and has the same number after the note.
      talk.say("2\n1\n")
      talk.hear("Notes: 3\r\n")
      talk.hear("Deployed: 2\r\n")
      talk.hear("> ")
      talk.say("deploy now\n")
      talk.hear("Deployed: 3\r\n")
      talk.say("quit\n")
    }
    #expect(talk.hasFinished && status == .success, "\(talk.heard)")
  }

  @Test("A line of a pipe is written for the screens that come, and presses them")
  func piped() {
    let desk = Desk(DeployPage())
    #expect(desk.answer("1", "1").contains("Deployed: 1"))
  }
}

/// True if this machine has the library that edits lines.
private let hasLibrary = dlopen("libedit.so.2", RTLD_NOW) != nil
