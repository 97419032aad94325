import Testing
import Wayline
import WaylineTesting

@testable import counter

@Suite("Depths of a test")
@MainActor
struct TestDepthTests {
  @Test("One test body drives the scene and the built program")
  func both() async throws {
    let transcript = Transcript(
      """
      Books lent: 0
      [1] Lend
      [-] Return (unavailable)
      > Lend
      Books lent: 1
      [1] Lend
      [2] Return
      > Retrun
      {text}
      """)
    let depths = [TestDepth.scene { CounterView() }, .process(.built("counter"))]
    for depth in depths {
      let differences = transcript.differences(from: try await depth.session(transcript))
      #expect(differences.isEmpty, "\(differences.map(\.description))")
    }
  }

  @Test("A program that cannot be started is an error")
  func missing() async {
    await #expect(throws: ProgramError.self) {
      try await TestDepth.process(Program(path: "/no/counter")).session(Transcript("> Lend"))
    }
  }
}
