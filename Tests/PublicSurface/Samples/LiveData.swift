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

  struct AgeView: View {
    let opened: Date

    var body: some View {
      TimelineView(.periodic(from: opened, by: 60)) { context in
        Text("Open for \(Int(context.date.timeIntervalSince(opened) / 60)) minutes")
      }
    }
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
