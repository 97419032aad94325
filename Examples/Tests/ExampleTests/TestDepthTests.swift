import Testing
import Wayline
import WaylineTesting

@testable import counter

@Suite("Depths of a test")
@MainActor
struct TestDepthTests {
  @Test("One test body drives the scene, the built program behind a pipe, and at a terminal")
  func all() async throws {
    let transcript = Transcript(
      """
      Books lent: 0
      [1] Lend
      [2] Return (unavailable)
      > Lend
      Books lent: 1
      [1] Lend
      [2] Return
      > Retrun
      {text}
      """)
    let counter = Program.built("counter")
    let depths = [TestDepth.scene { CounterView() }, .process(counter), .terminal(counter)]
    for depth in depths {
      let differences = transcript.differences(from: try await depth.session(transcript))
      #expect(differences.isEmpty, "\(differences.map(\.description))")
    }
  }

  @Test("At a terminal a line is typed when the program asks, and none after its end")
  func terminal() async throws {
    let session = try await TestDepth.terminal(.built("counter")).session(
      Transcript("> Lend\n> quit\n> Lend"))
    #expect(session.filter { $0.hasPrefix("> ") } == ["> Lend", "> quit"], "\(session)")
  }

  @Test("A depth is described by its name and that of its program")
  func names() {
    let counter = Program.built("counter")
    let depths = [TestDepth.scene { CounterView() }, .process(counter), .terminal(counter)]
    #expect(depths.map { "\($0)" } == ["scene", "process counter", "terminal counter"])
  }

  @Test("A program that cannot be started is an error")
  func missing() async {
    let program = Program(path: "/no/counter")
    for depth in [TestDepth.process(program), .terminal(program)] {
      await #expect(throws: ProgramError.self) { try await depth.session(Transcript("> Lend")) }
    }
  }
}
