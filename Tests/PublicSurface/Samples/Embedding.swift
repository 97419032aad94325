import Wayline

/// The second sample of the article Embedding in a tool.
@MainActor
enum EmbeddingSample {
  struct CounterApp: App {
    var body: some Scene { WindowGroup { Text("Books lent: 0") } }
  }

  static func serve() {
    let session = SceneSession(of: CounterApp.self)
    session.start()
    session.receive(line: "Lend")
    print(session.takeText(), terminator: "")
  }
}
