import Glibc
import Wayline

/// Hands out a flow whose lines come from a file, from the program itself (`lines`), or from standard
/// input as a descriptor (nil), and prints its ending and its status.
@MainActor
func askForNumber(_ source: String?) -> Never {
  let input: FlowInput =
    switch source {
    case nil: .descriptor(STDIN_FILENO)
    case "lines": .lines(["Seven"])
    case let path?: .file(path)
    }
  let flow = Flow(NumberCoordinator(), returning: Int.self)
  let outcome = flow.run(from: input, dialogue: STDERR_FILENO)
  print(outcome.ending.value.map { "\($0)" } ?? "none")
  exit(outcome.status.rawValue)
}

struct NumberCoordinator: Coordinator {
  func start() -> some View { NumberScreen() }
}

struct NumberScreen: View {
  @Environment(\.finish) private var finish

  var body: some View {
    Button("Seven") { finish(7) }
  }
}
