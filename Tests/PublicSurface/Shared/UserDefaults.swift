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
