import WaylineShell
import WaylineStorage

extension FacadeCommands {
  /// `scene list`, `scene erase`.
  var scene: ShellCommand {
    ShellCommand(
      "scene", usage: "scene [list|erase] [name]",
      summary: "Show the name of this session; list or erase saved ones.",
      run: { call async throws -> ShellReply in
        switch call.words.first {
        case nil: .lines(["This is the scene '\(stores.scene.id)'."])
        case "list": try listScenes()
        case "erase": try await eraseScene(Array(call.words.dropFirst()), call)
        case let word?: throw unknown(word, after: "scene", among: ["list", "erase"])
        }
      })
  }
}

extension FacadeCommands {
  private func listScenes() throws -> ShellReply {
    let keys = try savedScenes()
    let lines = keys.sorted { $0.key < $1.key }.map { name, keys in
      let isHere = name == stores.scene.id && stores.place != nil
      return
        "\(name): \(counted(keys.count { !ScenePlace.isPage($0) }, "value"))\(isHere ? ", this scene" : "")"
    }
    return .lines(lines.isEmpty ? ["No scene is saved."] : lines)
  }

  private func eraseScene(_ words: [String], _ call: ShellCall) async throws -> ShellReply {
    let names = words.last == "yes" ? Array(words.dropLast()) : words
    guard names.count <= 1 else { throw ShellFailure("Name one scene to erase.") }
    let name = names.first ?? stores.scene.id
    guard let keys = try savedScenes()[name] else {
      throw ShellFailure("No scene '\(name)' is saved. 'scene list' tells those that are.")
    }
    let claim = try told { try hold(name) }
    if words.last != "yes" {
      try await confirm("Erase the scene '\(name)'", "scene erase", names, call)
    }
    try told { try SavedScenes(store: stores.state).erase(keys) }
    claim?.end()
    return .lines(["The scene '\(name)' was erased."])
  }

  /// Holds the scene meanwhile, so that no other process is using it.
  private func hold(_ name: String) throws -> SceneClaim? {
    guard let folder = stores.folder, name != stores.scene.id || stores.place == nil else {
      return nil
    }
    if let claim = try SceneClaim.take(name, in: folder) { return claim }
    throw ShellFailure(
      "The scene '\(name)' is in use by another process. Leave it there first.", status: .busy)
  }

  /// The keys of each scene by its name; none before there is a store.
  private func savedScenes() throws -> [String: [StoreKey]] {
    guard isMade(stores.state.hub.name) else { return [:] }
    return try told { try SavedScenes(store: stores.state).keys() }
  }
}
