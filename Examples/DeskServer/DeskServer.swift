import Dispatch
import Glibc
import Wayline

/// Serves the lending desk on a Unix socket: `desk-server /run/desk.sock`, then
/// `nc -U /run/desk.sock`. `--json` makes it speak JSON lines; SIGTERM and SIGINT close it in order.
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
    guard words.count == 1, !words[0].hasPrefix("-") else {
      complain("Usage: desk-server [--json] SOCKET")
      exit(ShellStatus.usage.rawValue)
    }
    do {
      let desk = Desk(speaksJSON: isJSON)
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
    Usage: desk-server [--json] SOCKET

    Serve the lending desk on the Unix socket SOCKET, until SIGTERM or SIGINT. With --json it speaks JSON
    lines.
    """

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
