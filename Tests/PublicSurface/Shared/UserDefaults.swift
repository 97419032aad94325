import Foundation
import Wayline
import WaylineFoundation

// The same spellings with `UserDefaults`.

struct DefaultsView: View {
  @AppStorage("count", store: .standard) var count = 0
  @AppStorage("name", store: UserDefaults(suiteName: "desk")!) var name = "Ann"
  @AppStorage(\.showOnboarding, store: UserDefaults(suiteName: "desk")!) var first: Bool
  @AppStorage(wrappedValue: false, "name", store: .standard) var second: Bool
  @AppStorage(wrappedValue: false, strongKey: AppStorageKeys().showOnboarding, store: .standard)
  var third: Bool
  @AppStorage(wrappedValue: false, strongKeyPath: \.showOnboarding, store: .standard)
  var fourth: Bool

  var body: some View { Text("\(count) \(name)") }
}

// What other types of Foundation add.

struct DueView: View {
  let dueDate = Date()
  let dateFormatter = DateFormatter()
  @State private var titles = ["Emma"]
  var body: some View {
    Text(dueDate, formatter: dateFormatter)
    Text("Due \(dueDate, formatter: dateFormatter)")
    Button("Sort") { move(from: IndexSet(integer: 0), to: 1) }
  }
  private func move(from source: IndexSet, to destination: Int) {
    titles.move(fromOffsets: source, toOffset: destination)
  }
}
