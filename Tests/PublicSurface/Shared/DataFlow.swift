import Foundation
import Wayline
import WaylineFoundation

/// A search that waits for a pause, as code written for Combine does.
@MainActor
final class SearchModel: ObservableObject {
  @Published var query = ""
  @Published var request = ""
  @Published var count = 0
  @AppStorage("copies") var copies = 1
  let bell = PassthroughSubject<String, Never>()
  let level = CurrentValueSubject<Int, Never>(0)
  private var kept: Set<AnyCancellable> = []

  init(clock: any Clock<Duration>) {
    $query.removeDuplicates().debounce(for: .milliseconds(300), clock: clock)
      .assign(to: &$request)
    $query.map(\.count).assign(to: \.count, on: self).store(in: &kept)
    bell.sink { [weak self] name in self?.query = name }.store(in: &kept)
    $query.combineLatest($count) { $0.count + $1 }.merge(with: level).scan(0, +)
      .sink { _ in }.store(in: &kept)
    $count.combineLatest(level, Just(3)).sink { _, _, _ in }.store(in: &kept)
    level.filter { $0 > 3 }.eraseToAnyPublisher().sink { _ in }.store(in: &kept)
  }
}

/// Settings that are tracked property by property.
@MainActor
@Observable
final class SearchSettings: Identifiable {
  @ObservationIgnored @AppStorage("pageSize") var pageSize = 20
  var title = "Books"
}

/// Spellings of data flow, written as for SwiftUI.
struct DataFlowView: View {
  @StateObject private var model = SearchModel(clock: ContinuousClock())
  @Bindable private var settings: SearchSettings
  @State private var date = Date(timeIntervalSince1970: 0)
  @State private var alarms = [Alarm(id: 1, isOn: true)]
  @Environment(\.redactionReasons) private var redactionReasons

  struct Alarm: Identifiable {
    let id: Int
    var isOn: Bool
  }

  init(settings: Bindable<SearchSettings>) {
    _settings = Bindable(projectedValue: settings)
  }

  var body: some View {
    let _ = Self._printChanges()
    TextField("Search", text: $model.query)
      .onReceive(model.bell) { model.query = $0 }
      .onReceive(model.$count.dropFirst()) { _ in }
      .onReceive(Timer.publish(every: 1, on: .main, in: .common).autoconnect()) { date = $0 }
      .onReceive(NotificationCenter.default.publisher(for: Notification.Name("bell"))) { _ in }
      .task(name: "import") { await load() }
    Toggle(sources: $alarms, isOn: \.isOn) { Text("All \(Axis.vertical.description)") }
    TupleView((Text("one"), Text("two"))).modifier(EmptyModifier())
    choice.privacySensitive().redacted(reason: redactionReasons.isEmpty ? .privacy : [])
    // A function of a view is no Sendable value in the Swift 5 mode, and needs to be none.
    Button("Reload", action: reload)
    Button("Reload", role: .cancel, action: reload).onSubmit(reload)
    Button(action: reload) { Text("Reload") }
      .onAppear(perform: reload)
      .onDisappear(perform: reload)
    TimelineView(.periodic(from: date, by: 60)) { context in Text("\(context.date)") }
    TimelineView(.everyMinute) { _ in Text("minute") }
    Text(timerInterval: date...date.addingTimeInterval(60), countsDown: false, showsHours: false)
    ProgressView(timerInterval: date...date, countsDown: false)
    ProgressView(timerInterval: date...date) { Text("Closing") }
    ProgressView(timerInterval: date...date) {
      Text("Closing")
    } currentValueLabel: {
      Text("soon")
    }
  }

  @ViewBuilder private var choice: _ConditionalContent<Text, EmptyView> {
    if date.timeIntervalSince1970 > 0 { Text("late") } else { EmptyView() }
  }

  private func load() async {}

  /// The publisher of a property by its name, and the identity of an object that is bindable.
  private func follow(_ queries: Published<String>.Publisher) -> (AnyCancellable, ObjectIdentifier)
  {
    (queries.sink { model.request = $0 }, _settings.id)
  }

  private func reload() {
    var transaction = Transaction()
    transaction.isContinuous = true
    withTransaction(transaction) { model.request = "" }
  }
}
