import Observation
import WaylineGraph
import WaylineViews

/// One object that many views observe.
@MainActor
enum ObserverRows {
  static var all: [Benchmark] { [observable, published] }

  private static let count = 1_000

  private static var observable: Benchmark {
    row("an @Observable changed → 1,000 views that read it", Visits()) { book in
      VStack { ForEach(0..<count) { VisitsLine(number: $0, visits: book) } }
    }
  }

  private static var published: Benchmark {
    row("a @Published changed → 1,000 views that observe it", Loans()) { loans in
      VStack { ForEach(0..<count) { LoansLine(number: $0, loans: loans) } }
    }
  }

  private static func row<Object: Counted, Content: View>(
    _ name: String, _ object: @autoclosure @escaping () -> Object,
    @ViewBuilder content: @escaping (Object) -> Content
  ) -> Benchmark {
    Benchmark(
      name,
      scope: """
        A write in a scope; the 1,000 bodies run and nothing above them, and 1,000 lines are made; \
        from the write to a valid rope of the page.
        """, hasTail: true
    ) {
      let object = object()
      let host = ViewHost { content(object) }
      return Stage(writes(object, host), floor: lines) {
        let last = "Line 999: \(object.number)"
        try expect("the last line", host.page().texts.last, is: last)
      }
    }
  }

  private static func writes(_ object: some Counted, _ host: ViewHost) -> Work {
    Work("") { times in
      for _ in 0..<times {
        host.graph.perform { object.number += 1 }
        blackHole(host.lineCount)
      }
    }
  }

  private static var lines: Work {
    var number = 0
    return Work("format 1,000 lines") { times in
      for _ in 0..<times {
        number += 1
        blackHole((0..<count).map { Line([.text("Line \($0): \(number)", TextStyle())]) })
      }
    }
  }
}

/// An object with a number to change.
@MainActor
private protocol Counted: AnyObject {
  var number: Int { get set }
}

@Observable
private final class Visits: Counted {
  var number = 0
}

private final class Loans: Counted, ObservableObject {
  @Published var number = 0
}

private struct VisitsLine: View {
  let number: Int
  let visits: Visits

  var body: some View { Text("Line \(number): \(visits.number)") }
}

private struct LoansLine: View {
  let number: Int
  @ObservedObject var loans: Loans

  var body: some View { Text("Line \(number): \(loans.number)") }
}
