import WaylineGraph
import WaylineViews

/// A value of the environment that changes at the root, above readers of other keys.
@MainActor
enum EnvironmentRows {
  static var all: [Benchmark] { [one] }

  private static var one: Benchmark {
    Benchmark(
      "environment changed above 10,000 readers, 1 of the key, against 10",
      scope: """
        The body of the root writes the value; of the 10,001 views that read the environment the \
        body of one runs, which is checked. Both sides from the write to a valid rope of the page.
        """,
      reach: .times(1.2), hasTail: true
    ) {
      let (many, few) = (Lobby(readers: 10_000), Lobby(readers: 10))
      return Stage(many.screen.writes(), floor: few.screen.writes("the same, 10 readers")) {
        try many.check()
        try few.check()
      }
    }
  }
}

/// A hosted root that gives two values, with readers of one and a reader of the other below.
@MainActor
private struct Lobby {
  let screen: CountedScreen
  private let readers: Int

  init(readers: Int) {
    self.readers = readers
    screen = CountedScreen { Root(outlet: $0, readers: readers) }
  }

  func check() throws {
    try screen.check()
    let bodies = try screen.bodiesOfWrite()
    try expect("bodies after the write", bodies, is: ["Root", "LentReader"])
  }
}

private struct Root: View {
  let outlet: Outlet
  let readers: Int
  @State private var lent = 0

  var body: some View {
    let _ = outlet.take($lent)
    Readers(count: readers).environment(\.lent, lent)
  }
}

private struct Readers: View {
  let count: Int

  var body: some View {
    LentReader()
    ForEach(0..<count) { _ in ShelvedReader() }
  }
}

private struct LentReader: View {
  @Environment(\.lent) private var lent

  var body: some View { Text("Copies: \(lent)") }
}

private struct ShelvedReader: View {
  @Environment(\.shelved) private var shelved

  var body: some View { Text("Shelved: \(shelved)") }
}

private enum LentKey: EnvironmentKey {
  static var defaultValue: Int { 0 }
}

private enum ShelvedKey: EnvironmentKey {
  static var defaultValue: Int { 0 }
}

extension EnvironmentValues {
  fileprivate var lent: Int {
    get { self[LentKey.self] }
    set { self[LentKey.self] = newValue }
  }

  fileprivate var shelved: Int {
    get { self[ShelvedKey.self] }
    set { self[ShelvedKey.self] = newValue }
  }
}
