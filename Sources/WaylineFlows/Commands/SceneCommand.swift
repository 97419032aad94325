import WaylineShell
import WaylineStorage

extension StoreCommands {
  /// `scene list`, `scene erase`.
  var scene: ShellCommand {
    ShellCommand(
      "scene", usage: "scene [list|erase [NAME]]",
      summary: "Show the name of this session; list or erase saved sessions.",
      run: { call async throws -> ShellReply in
        let rest = Array(call.words.dropFirst())
        return switch call.words.first {
        case nil: .lines(["This is the session '\(stores.scene.id)'."])
        case "list" where rest.isEmpty: try listScenes()
        case "list": throw ShellFailure("Usage: scene list")
        case "erase": try await eraseScene(rest, call)
        case let word?: throw unknown(word, after: "scene", among: ["list", "erase"])
        }
      })
  }
}

extension StoreCommands {
  private func listScenes() throws -> ShellReply {
    let lines = try savedScenes().sorted { $0.key < $1.key }.map { name, keys in
      let isHere = name == stores.scene.id && stores.place != nil
      let count = counted(keys.count { !PlaceStore.isPage($0) }, "value")
      return "\(name): \(count)\(isHere ? ", this session" : "")"
    }
    return .lines(lines.isEmpty ? ["No session is saved."] : lines)
  }

  private func eraseScene(_ words: [String], _ call: ShellCall) async throws -> ShellReply {
    let names = words.last == "yes" ? Array(words.dropLast()) : words
    guard names.count <= 1 else { throw ShellFailure("Usage: scene erase [NAME]") }
    let name = names.first ?? stores.scene.id
    guard let keys = try savedScenes()[name] else {
      if names.isEmpty, stores.place == nil {
        throw ShellFailure("A pipe has no saved session. Name one: scene erase NAME.")
      }
      throw ShellFailure("No session '\(name)' is saved. 'scene list' lists the saved ones.")
    }
    let claim = try reporting { try self.claim(name) }
    if words.last != "yes" {
      try await confirm("Erase the session '\(name)'", "scene erase", names, call)
    }
    try reporting { try SavedScenes(store: stores.state).erase(keys) }
    if let claim { stores.claims?.remove(claim) }
    return .lines(["Erased the session '\(name)'."])
  }

  /// Claims the scene meanwhile, so that no other session uses it.
  private func claim(_ name: String) throws -> SceneClaim? {
    guard let claims = stores.claims, name != stores.scene.id || stores.place == nil else {
      return nil
    }
    if let claim = try claims.claim(name) { return claim }
    throw ShellFailure(
      "The session '\(name)' is in use by another process. Close it there first.", status: .busy)
  }

  /// The keys of each scene by its name; none before there is a store.
  private func savedScenes() throws -> [String: [StoreKey]] {
    guard try exists(stores.state.hub.name) else { return [:] }
    return try reporting { try SavedScenes(store: stores.state).keys() }
  }
}
