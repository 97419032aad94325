import Testing

@testable import Wayline
@testable import WaylineFlows

@Suite("Progress of the store commands", .timeLimit(.minutes(15)))
@MainActor
struct StoreProgressTests {
  private let folder = PrivateFolder(
    FileManager.default.temporaryDirectory.path + "/wayline-\(UUID().uuidString)")

  /// Stores with so many settings.
  private func stores(_ count: Int) throws -> SceneStores {
    let state = MemoryStore()
    for number in 0..<count { try state.set(number, for: "book \(number)") }
    return SceneStores(state: state, keychain: MemoryKeychain())
  }

  /// The progress that a command reports, and what it prints.
  private func run(
    _ line: String, _ stores: SceneStores, isTerminal: Bool = true
  ) async -> (reports: [String], printed: [String]) {
    var options = SceneConfiguration(program: "desk")
    options.printsProgressLines = isTerminal
    let host = SceneHost(options: options, stores: stores) { EmptyView() }
    var reports: [String] = []
    host.session.onFrame = { [weak host] frame in
      reports += frame.progress?.lines ?? []
      host?.printed += SceneHost.lines(of: frame)
    }
    host.session.start()
    host.takePrinted()
    await withCheckedContinuation { continuation in
      host.session.onProgress = { [weak host] in
        host?.session.onProgress = {}
        continuation.resume()
      }
      host.session.receive(.line(line))
    }
    return (reports, host.takePrinted())
  }

  @Test("Exporting and importing many values report how far they are")
  func reports() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try folder.create()
    let path = folder.file("export.json").path
    let export = await run("store export \(path)", try stores(600))
    #expect(export.reports == ["Exporting: 256 of 600, 43 %", "Exporting: 512 of 600, 85 %"])
    #expect(export.printed.first?.hasPrefix("Exported 600 values") == true)
    let imported = await run("store import \(path)", .inMemory())
    #expect(imported.reports == ["Importing: 256 of 600, 43 %", "Importing: 512 of 600, 85 %"])
    #expect(imported.printed == ["Imported 600 values from '\(path)'."])
  }

  @Test("Few values, and a pipe, get no report")
  func none() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try folder.create()
    let few = await run("store export \(folder.file("few.json").path)", try stores(200))
    let pipe = await run(
      "store export \(folder.file("all.json").path)", try stores(600), isTerminal: false)
    #expect(few.reports == [] && pipe.reports == [])
    #expect(few.printed.count == 1 && pipe.printed.count == 1)
  }
}
