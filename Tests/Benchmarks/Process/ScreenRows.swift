import Wayline

/// From screen to screen of a program, through a pipe.
@MainActor
enum ScreenRows {
  static var all: [Benchmark] { [links] }

  private static let pairs = 10_000

  private static var links: Benchmark {
    Benchmark(
      "push and back of a screen with five links, piped",
      scope: """
        This program shows five links, and \(pairs) times a line opens the first and the next one goes \
        back: two screens are printed. From the first byte of input to the end of output, after the first \
        screen.
        """
    ) {
      let programs = Programs.own
      let screen = Room.allCases.enumerated().map { "[\($0 + 1)] To the \($1)" }
      return Stage(
        visits("", programs.benchmarks, RoomsApp.arguments, screen, hasFirst: true),
        floor: visits("readLine, print, fflush", programs.floor, screen, screen, hasFirst: false)
      ) {}
    }
  }

  private static func visits(
    _ name: String, _ path: String, _ arguments: [String], _ screen: [String], hasFirst: Bool
  ) -> Work {
    let input = Array(String(repeating: "1\nback\n", count: pairs).utf8)
    let end = screen.map { $0 + "\n" }.joined()
    return Work(timed: name) { count in
      var total: UInt64 = 0
      for _ in 0..<count {
        let child = try Child(path, arguments)
        if hasFirst { try child.read(until: end) }
        let start = now()
        let text = try child.exchange(input)
        total += now() - start
        try expect("exit status", child.end(), is: 0)
        let lines = text.count { $0 == UInt8(ascii: "\n") }
        guard text.ends(with: end.utf8), lines >= 2 * pairs * screen.count else {
          throw WrongOutput(
            "\(path) ends with '\(String(decoding: text.suffix(60), as: UTF8.self))'.")
        }
      }
      return total
    }
  }
}

/// A program of screens with five links, which this process is when it is asked for.
struct RoomsApp: App {
  private static let rooms = AppOption("rooms", summary: "Show rooms that lead to each other.")
  static let options = AppOptions(rooms)
  /// The arguments with which this process is the program.
  static let arguments = ["--rooms", "--store", ":memory:"]
  /// True if the program is requested.
  static let isWanted = CommandLine.arguments.dropFirst().first == arguments[0]

  var body: some Scene { WindowGroup { RoomsView() } }
}

/// A screen with links to five others, which have them too.
struct RoomsView: View {
  var body: some View {
    NavigationStack {
      roomLinks.navigationDestination(for: Room.self) { _ in roomLinks }
    }
  }
}

/// The places of screens that lead to each other.
enum Room: Int, NavigationValue, CaseIterable {
  case shelf, desk, office, archive, cellar
}

/// Links to all rooms.
@MainActor var roomLinks: some View {
  ForEach(Room.allCases, id: \.self) { NavigationLink("To the \($0)", value: $0) }
}
