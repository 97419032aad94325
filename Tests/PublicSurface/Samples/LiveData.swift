import Wayline

/// The samples of the article Showing live data.
enum LiveDataSample {
  struct IncidentsView: View {
    @State private var incidents: [String] = []
    @State private var isAlerting = false
    @Environment(\.clock) private var clock
    @Environment(\.openIncidents) private var openIncidents

    var body: some View {
      List {
        ForEach(incidents, id: \.self) { Text($0) }
      }
      .alert("A new incident", isPresented: $isAlerting) { Button("Read it") {} }
      .task(name: "refresh", role: .background) {
        while !Task.isCancelled {
          await refresh()
          try? await clock.sleep(for: .seconds(5))
        }
      }
    }

    private func refresh() async {
      let open = await openIncidents()
      if !incidents.isEmpty, open.count > incidents.count { isAlerting = true }
      incidents = open
    }
  }

  struct LogView: View {
    @State private var lines: [LogLine] = []
    @Environment(\.clock) private var clock
    @Environment(\.newLines) private var newLines

    var body: some View {
      List(lines) { Text($0.text) }
        .defaultScrollAnchor(.bottom)
        .task(name: "log", role: .background) {
          while !Task.isCancelled {
            lines += await newLines(lines.last?.id)
            try? await clock.sleep(for: .seconds(1))
          }
        }
    }
  }

  struct LogLine: Identifiable, Hashable, Sendable {
    let id: Int
    let text: String
  }

  enum RunRoute: NavigationValue {
    case result(Int)
  }

  struct RunView: View {
    let number: Int
    @Environment(\.notice) private var notice
    @Environment(\.finishRun) private var finishRun

    var body: some View {
      Button("Start run \(number)") { Task { await start() } }
    }

    private func start() async {
      let isGood = await finishRun(number)
      notice("Run \(number) \(isGood ? "is done" : "has failed").", link: RunRoute.result(number))
    }
  }

  struct AgeView: View {
    let opened: Date

    var body: some View {
      TimelineView(.periodic(from: opened, by: 60)) { context in
        Text("Open for \(Int(context.date.timeIntervalSince(opened) / 60)) minutes")
      }
    }
  }
}

private enum NewLinesKey: EnvironmentKey {
  static var defaultValue: @Sendable (Int?) async -> [LiveDataSample.LogLine] { { _ in [] } }
}

extension EnvironmentValues {
  var newLines: @Sendable (Int?) async -> [LiveDataSample.LogLine] {
    get { self[NewLinesKey.self] }
    set { self[NewLinesKey.self] = newValue }
  }
}

private enum FinishRunKey: EnvironmentKey {
  static var defaultValue: @Sendable (Int) async -> Bool { { _ in true } }
}

extension EnvironmentValues {
  var finishRun: @Sendable (Int) async -> Bool {
    get { self[FinishRunKey.self] }
    set { self[FinishRunKey.self] = newValue }
  }
}

private enum OpenIncidentsKey: EnvironmentKey {
  static var defaultValue: @Sendable () async -> [String] { { [] } }
}

extension EnvironmentValues {
  var openIncidents: @Sendable () async -> [String] {
    get { self[OpenIncidentsKey.self] }
    set { self[OpenIncidentsKey.self] = newValue }
  }
}
