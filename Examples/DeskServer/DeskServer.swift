import Dispatch
import Glibc
import Sockets
import Wayline

/// Serves the lending desk on a Unix socket: `desk-server /run/desk.sock`, then
/// `nc -U /run/desk.sock`. `--json` makes it speak JSON lines; SIGTERM and SIGINT close it in order.
///
/// With `--store postgres:…` several desks have the same loans, and a visitor's session continues at any of them.
@main
@MainActor
struct DeskServer {
  static func main() async {
    var words = Array(CommandLine.arguments.dropFirst())
    if words.contains("--help") || words.contains("-h") {
      exit(ResultOutput.print(help, program: "desk-server").rawValue)
    }
    let isJSON = words.first == "--json"
    if isJSON { words.removeFirst() }
    var address: String?
    if words.count > 1, words[0] == "--store" {
      address = words[1]
      words.removeFirst(2)
    }
    guard words.count == 1, !words[0].hasPrefix("-") else {
      complain("Usage: desk-server [--json] [--store ADDRESS] SOCKET")
      exit(ShellStatus.usage.rawValue)
    }
    do {
      let (state, claims) = stores(at: address)
      let desk = Desk(state: state, claims: claims, speaksJSON: isJSON)
      let listener = try Listener(at: words[0]) { desk.welcome($0) }
      print("The desk is open at \(words[0]).")
      fflush(nil)
      await closingTime()
      listener.close()
      await desk.close()
      print("The desk is closed.")
    } catch {
      complain("\(error)")
      exit((error as? ListenerProblem)?.status.rawValue ?? ShellStatus.cannotCreate.rawValue)
    }
  }

  private static let help = """
    Usage: desk-server [--json] [--store ADDRESS] SOCKET

    Serve the lending desk on the Unix socket SOCKET, until SIGTERM or SIGINT. With --json it speaks JSON
    lines. With --store the loans, and the sessions of visitors, are stored in a PostgreSQL server, such as
    postgres:service=desk; a visitor's first line is then the name of a card.
    """

  /// The store of the loans, and the claims on sessions; in memory without an address.
  private static func stores(
    at address: String?
  ) -> (any PersistentStore, (any SceneClaims)?) {
    guard let address else { return (MemoryStore(name: "loans"), nil) }
    #if Postgres
      let store = PostgresStore(PostgresAddress(address), program: "desk-server")
      do {
        // A wrong address is reported before the first visitor comes.
        _ = try store.storedKeys(in: StoreKey.app)
      } catch {
        complain("\(error)")
        let isAway = if case .unreachable = error { true } else { false }
        exit((isAway ? ShellStatus.busy : ShellStatus.usage).rawValue)
      }
      return (store, PostgresSceneClaims(of: store))
    #else
      complain(
        "This desk-server was built without PostgreSQL. Build it with "
          + "swift build --package-path Examples --traits Postgres.")
      exit(ShellStatus.usage.rawValue)
    #endif
  }

  /// Waits for SIGTERM or SIGINT.
  private static func closingTime() async {
    let (signals, continuation) = AsyncStream<Void>.makeStream()
    let sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
    for await _ in signals { break }
    for source in sources { source.cancel() }
  }

  private static func complain(_ sentence: String) {
    ResultOutput.complain(sentence, program: "desk-server")
  }
}
