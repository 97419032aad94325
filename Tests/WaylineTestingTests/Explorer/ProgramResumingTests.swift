import FoundationEssentials
import Testing
import Wayline

@testable import WaylineTesting

@Suite("Resuming the search of a program", .serialized)
@MainActor
struct ProgramResumingTests {
  private static let planted = ["two rows with one label after adding", "copies below zero"]
  private static let correct = ["flow with a result", "stored settings"]

  private static let explorers: [(name: String, explorer: Explorer<Screens>)] =
    Planted.all.filter { planted.contains($0.name) }.map { ($0.name, $0.explorer()) }
    + Correct.all.filter { correct.contains($0.name) }.map { ($0.name, $0.explorer()) }

  @Test("A search that was stopped resumes to the same report, also from a file")
  func resuming() async throws {
    for (name, explorer) in Self.explorers {
      let whole = await explorer.budget(depth: 4).run()
      for states in [1, 2] {
        let part = await explorer.budget(states: states, depth: 4).run()
        let saved = try #require(part.programCheckpoint, "\(name)")
        let file = try JSONEncoder().encode(saved)
        let read = try JSONDecoder().decode(ProgramCheckpoint.self, from: file)
        let report = try await explorer.budget(depth: 4).run(resuming: read)
        #expect("\(report)" == "\(whole)", "\(name), stopped after \(states) states")
      }
    }
  }

  @Test("A search that was saved after any of its states resumes to the same report")
  func saving() async throws {
    for (name, explorer) in Self.explorers {
      var saved: [ProgramCheckpoint] = []
      var explorer = explorer.budget(depth: 3)
      explorer.subject.onExpanded = { saved.append($0()) }
      let whole = await explorer.run()
      explorer.subject.onExpanded = nil
      #expect(saved.map(\.expanded) == Array(1...saved.count), "\(name)")
      for checkpoint in saved {
        let report = try await explorer.run(resuming: checkpoint)
        #expect("\(report)" == "\(whole)", "\(name), saved after \(checkpoint.expanded) states")
      }
    }
  }

  @Test("A search that met its depth resumes deeper")
  func deeper() async throws {
    let explorer = try #require(Self.explorers.last).explorer
    let part = await explorer.budget(depth: 1).run()
    let saved = try #require(part.programCheckpoint)
    let report = try await explorer.budget(depth: 3).run(resuming: saved)
    #expect("\(report)" == "\(await explorer.budget(depth: 3).run())")
    #expect(saved.expanded == 1)
  }

  @Test("A checkpoint of another program is refused")
  func foreign() async throws {
    let part = await Self.explorers[0].explorer.budget(states: 2).run()
    let saved = try #require(part.programCheckpoint)
    await #expect(throws: CheckpointError.self) {
      try await Explorer(program: "other") { Button("Lend") {} }.run(resuming: saved)
    }
  }
}
