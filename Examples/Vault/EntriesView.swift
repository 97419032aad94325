import Wayline

/// All entries, found by their names.
struct EntriesView: View {
  @KeychainStorage(key: Entry.storageKey) private var entries: [Entry]?
  @State private var search = ""

  var body: some View {
    NavigationStack {
      List(found) { entry in
        NavigationLink(entry.name, value: VaultRoute.entry(name: entry.name))
      }
      .searchable(text: $search, prompt: "Search entries")
      .navigationTitle("Vault")
      .coordinators(for: VaultRoute.self) { $0.coordinator }
      if found.isEmpty { Text(emptyText) }
      NavigationLink("Add", value: VaultRoute.add)
    }
    .guarding(VaultRoute.self) { route in
      guard case .entry(let name) = route, entries?.contains(where: { $0.name == name }) != true
      else { return .allow }
      return .block("There is no entry '\(name)'. 'home' lists the entries.")
    }
  }

  /// The reason why no entry is listed.
  private var emptyText: String {
    if let problem = Entry.problem(_entries.error) { return problem }
    return search.isEmpty ? "The vault is empty." : "No entry matches '\(search)'."
  }

  private var found: [Entry] {
    let stored = (entries ?? []).sorted { $0.name < $1.name }
    return search.isEmpty
      ? stored : stored.filter { $0.name.lowercased().contains(search.lowercased()) }
  }
}
