import WaylineGraph
import WaylineViews

/// A hosted screen with a counter on its first line, beside rows that do not change.
@MainActor
struct CountedScreen {
  private let host: ViewHost
  private let outlet: Outlet

  init<Content: View>(@ViewBuilder _ root: (Outlet) -> Content) {
    let outlet = Outlet()
    self.outlet = outlet
    host = ViewHost { root(outlet) }
  }

  /// The counter in a stack with a number of rows.
  static func stack(_ rows: Int) -> Self {
    CountedScreen { outlet in
      VStack {
        Counter(outlet: outlet)
        ForEach(Book.shelf(rows)) { BookRow(book: $0) }
      }
    }
  }

  /// The counter with its button, in a stack with a number of rows.
  static func stackWithButton(_ rows: Int) -> Self {
    CountedScreen { outlet in
      VStack {
        CounterWithButton(outlet: outlet)
        ForEach(Book.shelf(rows)) { BookRow(book: $0) }
      }
    }
  }

  /// The counter as a row of a list.
  static func list(_ rows: Int) -> Self {
    CountedScreen { outlet in
      List {
        Counter(outlet: outlet)
        ForEach(Book.shelf(rows)) { BookRow(book: $0) }
      }
    }
  }

  /// Every row has a counter; the first one counts.
  static func counters(_ rows: Int) -> Self {
    CountedScreen { outlet in
      ForEach(Book.shelf(rows)) { Counter(outlet: $0.id == 0 ? outlet : Outlet()) }
    }
  }

  /// Every row of a lazy stack has a counter; the first one counts.
  static func lazyCounters(_ rows: Int) -> Self {
    CountedScreen { outlet in
      LazyVStack {
        ForEach(Book.shelf(rows)) { Counter(outlet: $0.id == 0 ? outlet : Outlet()) }
      }
    }
  }
}

extension CountedScreen {
  /// Writes the state in a scope of the graph.
  func writes(_ name: String = "") -> Work {
    Work(name) { [host, outlet] count in
      guard let copies = outlet.count else { throw WrongOutput("No body ran.") }
      for _ in 0..<count {
        host.graph.perform { copies.wrappedValue += 1 }
        blackHole(host.lineCount)
      }
    }
  }

  /// Activates the button.
  func presses() throws -> Work {
    guard let button = host.page().elements.first else { throw WrongOutput("There is no button.") }
    return Work("") { [host] count in
      for _ in 0..<count {
        blackHole(host.perform(.activate, on: button.id))
        blackHole(host.lineCount)
      }
    }
  }

  /// The names of the bodies that one write runs.
  func bodiesOfWrite() throws -> [String] {
    var names: [String] = []
    host.onBody = { names.append($0) }
    _ = try writes().time(1)
    host.onBody = nil
    return names
  }

  func check() throws {
    guard let copies = outlet.count?.wrappedValue else { throw WrongOutput("No body ran.") }
    let page = host.page()
    try expect("the counter's line", page.texts.first, is: "Copies: \(copies)")
    try expect("lines of the page", page.lines.count, is: host.lineCount)
  }
}
