import Testing
import Wayline
import WaylineTesting

/// Loads posts as a loader of one's own does: a task in an action, and a task in that task.
private struct FeedView: View {
  @State private var posts = 0
  @State private var isNested = false

  var body: some View {
    Text("Posts: \(posts)")
    Button("Load") {
      Task {
        for _ in 0..<30 { await Task.yield() }
        posts += 1
      }
    }
    Button("Load twice") {
      Task {
        await Task.yield()
        Task {
          for _ in 0..<30 { await Task.yield() }
          posts += 2
        }
      }
    }
    Button("Detach") {
      Task.detached {
        for _ in 0..<30 { await Task.yield() }
      }
    }
  }
}

/// A wrapper that starts its load in `update()`.
@propertyWrapper
private struct Loaded: DynamicProperty {
  @State private var value = 0
  @State private var hasBegun = false
  var wrappedValue: Int { value }

  func update() {
    guard !hasBegun else { return }
    Task { @MainActor in
      hasBegun = true
      for _ in 0..<30 { await Task.yield() }
      value = 5
    }
  }
}

private struct WrapperView: View {
  @Loaded private var posts
  var body: some View { Text("Posts: \(posts)") }
}

@Suite("Tasks that a program starts itself")
@MainActor
struct StartedTaskTests {
  @Test("A task of an action is pending until it ends, and settle waits for it")
  func action() async {
    let host = TestHost { FeedView() }
    host.onFailure = { Issue.record("\($0)") }
    host.press("Load")
    #expect(host.pending == ["a task of Load"])
    await host.settle()
    #expect(host.pending.isEmpty)
    #expect(host.lines.first == "Posts: 1")
  }

  @Test("A task that such a task starts is waited for, too")
  func nested() async {
    let host = TestHost { FeedView() }
    host.onFailure = { Issue.record("\($0)") }
    host.press("Load twice")
    await host.settle()
    #expect(host.lines.first == "Posts: 2")
  }

  @Test("A task that update() starts is waited for")
  func update() async {
    let host = TestHost { WrapperView() }
    host.onFailure = { Issue.record("\($0)") }
    await host.settle()
    #expect(host.lines.first == "Posts: 5")
  }

  @Test("An action without a task leaves nothing pending; a detached task is not seen")
  func nothing() {
    let host = TestHost { FeedView() }
    host.send("show")
    #expect(host.pending.isEmpty)
    host.press("Detach")
    #expect(host.pending.isEmpty)
  }

  @Test("The tasks of `.task` are named as before, and each is counted once")
  func named() async {
    let host = TestHost { Text("Waiting").task { for _ in 0..<30 { await Task.yield() } } }
    host.onFailure = { Issue.record("\($0)") }
    #expect(host.pending.count == 1)
    await host.settle()
    #expect(host.pending.isEmpty)
  }
}
