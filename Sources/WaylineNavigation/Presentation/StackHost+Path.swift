import WaylineGraph

extension StackHost {
  /// Called by each body run of a stack that shows an array of the program.
  func follow(_ path: StackPath, in router: Router, graph: Graph) {
    self.path = path
    let wish = path.read()
    guard wish != mirrored else { return }
    mirrored = wish
    graph.enqueueEffect { [weak self, weak router] in
      guard let self, let router else { return }
      router.submit(cause: .binding, mirror: self) { [id] state in
        state.step(.set(wish, on: id))
      }
    }
  }

  /// Writes the places of the stack into the array, unless they are there already.
  func writePath(_ entries: [NavigationEntry]) {
    guard let path else { return }
    let routes = entries.compactMap { $0.isBound ? nil : $0.route }
    guard routes != mirrored else { return }
    mirrored = routes
    path.write(routes)
  }
}
