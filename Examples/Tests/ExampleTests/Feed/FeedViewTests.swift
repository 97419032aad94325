import Testing
import Wayline
import WaylineTesting

@testable import tour

@Suite("The feed without a terminal and a network")
@MainActor
struct FeedViewTests {
  private static let post = Post(id: 1, title: "A reading", body: "In the upper room.")

  private func host(_ stub: StubFeed) -> TestHost {
    let host = TestHost { HomeView().environment(\.feedClient, stub) }
    host.onFailure = { Issue.record("\($0)") }
    host.press("Feed")
    return host
  }

  @Test("It says that it loads, then lists the posts")
  func list() async {
    let host = host(StubFeed(.success([Self.post])))
    #expect(host.lines == ["Tour › Feed", "Loading the feed …"])
    await host.settle()
    #expect(host.lines == ["Tour › Feed", "A reading", "In the upper room."])
    await host.end()
  }

  @Test("A feed without posts prints a sentence")
  func empty() async {
    let host = host(StubFeed(.success([])))
    await host.settle()
    #expect(host.lines == ["Tour › Feed", "Nothing new."])
  }

  @Test("A failure is printed with a button that tries again")
  func retry() async {
    let stub = StubFeed(
      .failure(FeedProblem(description: "The desk is closed.")), .success([Self.post]))
    let host = host(stub)
    await host.settle()
    #expect(
      host.lines == [
        "Tour › Feed", "The feed could not be loaded. The desk is closed.", "[1] Try again",
      ])

    host.press("Try again")
    #expect(host.lines == ["Tour › Feed", "Loading the feed …"])
    await host.settle()
    #expect(host.lines.contains("A reading"))
    #expect(stub.asked == 2)
  }

  @Test("It is fetched once for a screen, however often its body runs, and again for the next")
  func once() async {
    let stub = StubFeed(.success([]), .success([Self.post]))
    let host = host(stub)
    await host.settle()
    host.send("show")
    #expect(stub.asked == 1)

    host.back()
    host.press("Feed")
    await host.settle()
    #expect(stub.asked == 2)
    #expect(host.lines.contains("A reading"))
  }

  @Test("Leaving the screen cancels the fetch and releases it")
  func leaving() async {
    let stub = StubFeed()
    let host = host(stub)
    for _ in 0..<1_000 where stub.asked == 0 { await Task.yield() }
    host.back()
    for _ in 0..<1_000 where stub.cancelled == 0 { await Task.yield() }
    #expect(stub.cancelled == 1)
    await host.end()
  }

  @Test("The file that comes with the tour is a list of posts")
  func bundled() async throws {
    let posts = try await BundledFeed().posts()
    #expect(posts.map(\.id) == [1, 2, 3])
  }
}
