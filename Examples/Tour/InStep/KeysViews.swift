import Wayline

/// Shows how many keys hang in the full keychain.
struct KeysReader: View {
  @KeychainStorage(provider: FullKeychain(), key: "keys") private var keys = 0

  var body: some View {
    Text("The reader sees \(keys) keys.")
  }
}

/// Tries to add one: the keychain refuses, both views keep the old number, and the program says so.
struct KeysWriter: View {
  @KeychainStorage(provider: FullKeychain(), key: "keys") private var keys = 0

  var body: some View {
    Group {
      Text("The writer sees \(keys) keys.")
      Button("Add a key") { keys += 1 }
    }
  }
}
