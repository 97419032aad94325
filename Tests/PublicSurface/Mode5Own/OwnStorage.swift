import Wayline

// Storage as a program writes it for itself, around `@State` and `@StateObject`.

@propertyWrapper
struct Persisted<Value: Codable>: DynamicProperty {
  @State private var value: Value
  private let key: String

  init(key: String, defaultValue: Value) {
    self.key = key
    _value = State(initialValue: defaultValue)
  }

  var wrappedValue: Value {
    get { value }
    nonmutating set { value = newValue }
  }
}

@propertyWrapper
struct KeychainStorage<Value: Codable>: DynamicProperty {
  private let key: String
  @State private var value: Value

  init(wrappedValue: Value, _ key: String) {
    self.key = key
    _value = State(initialValue: wrappedValue)
  }

  var wrappedValue: Value {
    get { value }
    nonmutating set { value = newValue }
  }

  var projectedValue: Binding<Value> {
    Binding {
      wrappedValue
    } set: { newValue in
      wrappedValue = newValue
    }
  }
}

struct User: Codable { var age: Int }

struct UserView: View {
  @Persisted(key: "value", defaultValue: User(age: 1)) private var value: User
  @KeychainStorage("flag") private var flag = false

  var body: some View {
    Button(action: { value = User(age: value.age + 1) }, label: { Text("\(value.age)") })
    Toggle("Flag", isOn: $flag)
  }
}

class DataLoader: ObservableObject {
  @Published var loaded: [Int] = []
  var key: Int?
}

@propertyWrapper
struct RemoteData: DynamicProperty {
  @StateObject private var dataLoader = DataLoader()

  init(endpoint: Int) {}

  var wrappedValue: [Int] { dataLoader.loaded }

  func update() { if dataLoader.key == nil { dataLoader.key = 1 } }
}

struct PostsView: View {
  @RemoteData(endpoint: 3) var feed: [Int]

  var body: some View { Text("\(feed.count)") }
}
