import Dispatch
import Glibc
import Wayline

/// A program for the tests that need a process of their own: `terminal-probe flow …` hands out a
/// flow, `terminal-probe embedded …` runs flows beside other input and output, `PROBE` names the program of
/// changes, of choices or of memory, and anything else is the program of endings.
@main
enum Probe {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    if words.first == "flow" {
      askForNumber(words.dropFirst().first)
    } else if words.first == "embedded" {
      runEmbedded(Array(words.dropFirst()))
    } else if let program = getenv("PROBE").map({ String(cString: $0) }) {
      runChanges(program)
    } else {
      noteEnd()
      if getenv("HANDLES_QUIT") != nil { signal(SIGQUIT, handleQuit) }
      EndingsProgram.main()
    }
  }

  /// Runs the program of changes at the terminal, or behind a socket.
  private static func runChanges(_ program: String) {
    switch program {
    case "memory": MainActor.assumeIsolated { MemoryProgram.main() }
    case "choices": MainActor.assumeIsolated { ChoicesProgram.main() }
    case "changes": MainActor.assumeIsolated { ChangesProgram.main() }
    default: MainActor.assumeIsolated { serveChanges(json: program == "json-socket") }
    }
  }

  /// Makes a file `ended` in the home folder when the program ends in order: a signal makes none.
  private static func noteEnd() {
    atexit {
      let path = "\(getenv("HOME").map { String(cString: $0) } ?? "")/ended"
      close(open(path, O_WRONLY | O_CREAT, 0o600))
    }
  }
}

/// What the program does by itself at ^\.
private func handleQuit(_ number: Int32) {
  let text: StaticString = "own handler\r\n"
  _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
}

/// A program that ends in every way a program can end, for the tests of the terminal.
struct EndingsProgram: App {
  static let name = "terminal-probe"
  static let greeting = AppOption(
    "greeting", operand: "TEXT", default: "Ready.", summary: "Begin with TEXT.")
  static let options = AppOptions(greeting)
  static let commands = [
    ShellCommand("stay", summary: "Run on, whoever cancels it.") { _ async throws in await stay() },
    ShellCommand("say", summary: "Print by itself.") { _ in
      print("said")
      return .done
    },
  ]

  var body: some Scene {
    WindowGroup { EndingsView() }
  }
}

/// Prints that it has begun, and takes a minute, also if its task is cancelled.
private func stay() async -> ShellReply {
  print("staying")
  fflush(nil)
  await withCheckedContinuation { continuation in
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { continuation.resume() }
  }
  return .done
}

/// The ways to end, one button each, beside a secret and a text.
struct EndingsView: View {
  @Environment(\.terminal) private var terminal
  @Environment(\.options) private var options
  @State private var code = ""
  @State private var member = ""
  @State private var note = ""
  @State private var rows = 0

  var body: some View {
    Text(options[EndingsProgram.greeting]).task { try? await Task.sleep(for: .seconds(600)) }
    SecureField("Code", text: $code)
    TextField("Member", text: $member)
    TextEditor(text: $note).accessibilityLabel("Note")
    Text("Noted: \(note.split(separator: "\n").joined(separator: ", "))")
    Button("End now") { exit(7) }
    Button("Overflow") { print(depth(1)) }
    Button("Fault") { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
    Button("Trap") { fatalError("on purpose") }
    Button("Abort") { abort() }
    Button("Spin", action: spin)
    Button("Hold", action: hold)
    Button("Flood") { rows = 20_000 }
    Button("Print", action: printMuch)
    Button("Child") { _ = try? terminal.run("/bin/sh", ["-c", "echo child runs; exec sleep 60"]) }
    Button("Name") { member = (try? Question.text("Your name")) ?? "nobody" }
    Button("Token") { note = (try? Question.secret("Token")) == nil ? "none" : "given" }
    ForEach(0..<rows, id: \.self) { Text("Row \($0) of many, with some text in it.") }
  }

  /// Never lets the loop run again.
  private func spin() {
    print("spinning")
    fflush(nil)
    while true { usleep(1000) }
  }

  /// Does not let the loop run before a file exists in the home folder.
  private func hold() {
    print("holding")
    fflush(nil)
    let path = "\(getenv("HOME").map { String(cString: $0) } ?? "")/release"
    while access(path, F_OK) != 0 { usleep(1000) }
    member = "held"
  }

  /// Prints more than any reader takes, through the C library.
  private func printMuch() {
    for number in 0..<100_000 { print("Line \(number) that the program prints itself.") }
  }

  private func depth(_ level: Int) -> Int {
    level == .max
      ? 0
      : withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { room in
        room[0] = UInt8(truncatingIfNeeded: level)
        return depth(level + 1) + Int(room[0])
      }
  }
}
