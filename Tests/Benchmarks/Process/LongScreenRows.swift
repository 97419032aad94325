import Dispatch
import Glibc
import Synchronization
import WaylineGraph
import WaylineShell
import WaylineViews

/// A screen of very many lines on its way to a pipe.
@MainActor
enum LongScreenRows {
  static var all: [Benchmark] { [row("rows"), row("buttons"), firstPage, firstPageMemory] }

  private static let count = 100_000

  private static func row(_ kind: String) -> Benchmark {
    Benchmark(
      "a screen of 100,000 \(kind), printed",
      scope: """
        A session receives 'show': the line is read, the screen rendered and written to a pipe that \
        another thread empties. The screens are made before.
        """,
      reach: .share(0.25)
    ) {
      let printer = try LongScreen(kind == "rows" ? rows() : buttons())
      return Stage(
        Work("") { count in for _ in 0..<count { printer.show() } },
        floor: Work("write(2) of the same bytes") { count in
          for _ in 0..<count { printer.write() }
        }
      ) { try printer.check(kind == "rows" ? title(99_999) + "\n" : "[100000] \(title(99_999))\n") }
    }
  }

  private static var firstPage: Benchmark {
    Benchmark(
      "the first page of 100,000 rows, at a terminal",
      scope: """
        A scene of 100,000 buttons is made, and its first page of 24 rows rendered, as at the start \
        of a program at a terminal.
        """,
      reach: .rate(1 / 0.030)
    ) {
      Stage(Work("") { count in for _ in 0..<count { blackHole(printFirstPage()) } }) {
        let page = printFirstPage().split(separator: "\n")
        try expect("the end of the page", String(page.last ?? ""), is: endOfPage)
      }
    }
  }

  private static var firstPageMemory: Benchmark {
    Benchmark(
      "memory of the first page of 100,000 rows",
      scope: """
        The resident memory of a process that has printed the first page of 100,000 buttons and \
        waits for a line, with the libraries that this program links.
        """,
      reach: .times(1), unit: .bytes, rounds: 3
    ) {
      let start = {
        let child = try Child(Programs.own.benchmarks, [Programs.firstPage])
        try child.read(until: "\(endOfPage)\n")
        return child
      }
      return Stage(
        Work(timed: "") { count in
          var bytes: UInt64 = 0
          for _ in 0..<count {
            let child = try start()
            bytes += UInt64(child.residentPages) * 4_096
            try child.end()
          }
          return bytes
        },
        floor: Work(timed: "64 MB") { 64_000_000 * UInt64($0) }
      ) { try start().end() }
    }
  }

  private static let endOfPage = "… 99,978 more rows: more, /text, top, all"

  /// Prints the first page, and keeps its scene until a line has been read.
  static func readOneLine() {
    var session: Session?
    print(printFirstPage(keeping: &session), terminator: "")
    fflush(nil)
    _ = readLine()
    withExtendedLifetime(session) {}
  }

  private static func printFirstPage() -> String {
    var session: Session?
    return printFirstPage(keeping: &session)
  }

  private static func printFirstPage(keeping kept: inout Session?) -> String {
    var options = SceneConfiguration(program: "desk")
    options.window = { WindowSize(columns: 80, rows: 24) }
    let session = Session(host: buttons(limit: Session.rowsAtOnce), options: options)
    var page = ""
    session.onFrame = { PlainRenderer().render($0, into: &page) }
    session.start()
    session.onFrame = { _ in }
    kept = session
    return page
  }

  private static func title(_ number: Int) -> String {
    "The Go-Between, by L. P. Hartley, copy \(number)."
  }

  private static func rows() -> ViewHost {
    ViewHost { VStack { ForEach(0..<count, id: \.self) { Text(title($0)) } } }
  }

  private static func buttons(limit: Int? = nil) -> ViewHost {
    ViewHost(rowLimit: limit) { List(0..<count, id: \.self) { number in Button(title(number)) {} } }
  }
}

/// A session whose screens go into a pipe, and the bytes of one.
@MainActor
private final class LongScreen {
  private let session: Session
  private let sink: Sink
  private let output: Output
  private let bytes: [UInt8]
  private var printed = 0

  init(_ host: ViewHost) throws {
    session = Session(host: host, options: SceneConfiguration(program: "desk"))
    sink = try Sink()
    output = Output(descriptor: sink.writing)
    bytes = Array(PlainRenderer().text(of: Frame(screen: session.currentScreen())).utf8)
    session.onFrame = { [output] in PlainRenderer().write($0, to: output.write) }
    session.start()
    printed = 1
  }

  func show() {
    session.receive(.line("show"))
    printed += 1
  }

  func write() {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(sink.writing, $0.baseAddress, $0.count) }
      rest = rest.dropFirst(max(0, count))
    }
    printed += 1
  }

  /// Throws unless every screen has arrived whole.
  func check(_ end: String) throws {
    let last = String(decoding: bytes.suffix(end.utf8.count), as: UTF8.self)
    try expect("the end of the screen", last, is: end)
    for _ in 0..<1_000 where sink.received < printed * bytes.count { usleep(1_000) }
    try expect("the bytes that arrived", sink.received, is: printed * bytes.count)
  }
}

/// A pipe that a thread of its own empties.
private final class Sink: Sendable {
  let writing: Int32
  private let count = Atomic(0)

  init() throws {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw WrongOutput("pipe: \(errno).") }
    writing = ends[1]
    let reading = ends[0]
    DispatchQueue(label: "sink").async { self.empty(reading) }
  }

  /// The number of bytes printed.
  var received: Int { count.load(ordering: .acquiring) }

  private func empty(_ descriptor: Int32) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let size = read(descriptor, &chunk, chunk.count), size > 0 {
      count.add(size, ordering: .releasing)
    }
  }
}
