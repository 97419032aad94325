/// From the start of a process to its first screen.
@MainActor
enum StartRows {
  static func all(_ options: Options) -> [Benchmark] {
    let linked = options.staticPrograms.map { start(Programs(folder: $0), "static") } ?? []
    return start(.own, "dynamic") + linked
  }

  private static let included = """
    From posix_spawn to the last byte of the first screen; the counter opens the store of an \
    earlier run. What comes after is not timed.
    """

  private static func start(_ programs: Programs, _ linking: String) -> [Benchmark] {
    [
      row("counter, \(linking)", programs, .times(1.5)) {
        starts("same libraries, one line", programs.benchmarks, [Programs.oneLine], until: "> ")
      },
      row("counter, \(linking), against a trivial program", programs, .times(2)) {
        starts("trivial program, one line", programs.floor, [], until: "> ")
      },
    ]
  }

  private static func row(
    _ name: String, _ programs: Programs, _ reach: Reach, _ floor: @escaping () -> Work
  ) -> Benchmark {
    Benchmark("process start → first screen, \(name)", scope: included, reach: reach) {
      let folder = try ScratchFolder()
      let arguments = ["--store", folder.file("store")]
      return Stage(
        starts("", programs.counter, arguments, until: "[2] Return\n"), floor: floor()
      ) {
        // The first run lends a book, so that later ones find one in the store.
        let run = try Child(programs.counter, arguments)
        let text = try run.exchange(Array("Lend\n".utf8))
        guard text.ends(with: "[2] Return\n".utf8) else { throw WrongOutput("The counter's end.") }
        try expect("exit status", run.end(), is: 0)
        blackHole(folder)
      }
    }
  }

  private static func starts(
    _ name: String, _ path: String, _ arguments: [String], until marker: String
  ) -> Work {
    Work(
      name,
      once: {
        let child = try Child(path, arguments)
        try child.read(until: marker)
        return child
      }, rest: { _ = try $0.end() })
  }
}
