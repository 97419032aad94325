import Dispatch
import Glibc
import Wayline

/// Runs steps one after the other, as a tool does that has a `main` of its own: flows, `readLine`, `print`.
///
/// With `async` before them, the steps run in a task of a program whose main thread has ended, as that of an
/// asynchronous `main`.
func runEmbedded(_ words: [String]) -> Never {
  if words.first == "async" {
    Task { @MainActor in
      for step in words.dropFirst() { await awaitStep(step) }
      exit(0)
    }
    dispatchMain()
  }
  MainActor.assumeIsolated { words.forEach(runStep) }
  exit(0)
}

@MainActor
private func runStep(_ step: String) {
  switch step {
  case "login": report(Flow(Login(), returning: String.self).run())
  case "number": report(Flow(NumberCoordinator(), returning: Int.self).run())
  case "secret": report(Flow(Secret(), returning: Int.self).run())
  case "early": report(Flow(Early(), returning: Int.self).run())
  case "empty": report(Flow(Empty(), returning: Int.self).run())
  case "waiting": report(runHere { Flow(Login(), returning: String.self) })
  case "memory":
    let nowhere = open("/dev/null", O_RDWR)
    measureMemoryHere {
      let login = Flow(Login(), returning: String.self)
      _ = login.run(from: .lines(["1 x", "Log in"]), dialogue: nowhere)
    }
  case "tty":
    let terminal = open("/dev/tty", O_RDWR)
    let login = Flow(Login(), returning: String.self)
    report(login.run(from: .descriptor(terminal), dialogue: terminal))
    close(terminal)
  default: runPlainStep(step)
  }
}

@MainActor
private func awaitStep(_ step: String) async {
  switch step {
  case "login": report(await Flow(Login(), returning: String.self).run())
  case "descriptors": report(await Flow(Login(), returning: String.self).run(input: 0, output: 1))
  case "scene":
    print("Status: \(await SceneSession(coordinator: Login()).run(input: 0, output: 1))")
  case "number": report(await Flow(NumberCoordinator(), returning: Int.self).run())
  case "pair":
    report(await Flow(NumberCoordinator(), returning: Int.self).run(input: 0, output: 1))
  case "secret": report(await Flow(Secret(), returning: Int.self).run())
  case "early": report(await Flow(Early(), returning: Int.self).run())
  case "empty": report(await Flow(Empty(), returning: Int.self).run())
  case "memory":
    let nowhere = open("/dev/null", O_RDWR)
    let login = Flow(Login(), returning: String.self)
    await measureMemory { _ = await login.run(from: .lines(["1 x", "Log in"]), dialogue: nowhere) }
    await measureMemory { _ = await login.run(lines: ["1 x", "Log in"]) }
    await measureMemory { _ = await login.run(input: nowhere, output: nowhere) }
  case "waiting": report(await waitOnThread())
  case "held": report(runHere { Flow(Login(), returning: String.self) })
  case "tty":
    let terminal = open("/dev/tty", O_RDWR)
    let login = Flow(Login(), returning: String.self)
    report(await login.run(from: .descriptor(terminal), dialogue: terminal))
    close(terminal)
  default: runPlainStep(step)
  }
}

/// Runs a flow from a synchronous function of another thread.
nonisolated private func waitOnThread() async -> Flow<String>.Outcome {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(returning: runHere { Flow(Login(), returning: String.self) })
    }
  }
}

/// Runs a flow from a synchronous function, on whichever thread calls it.
nonisolated private func runHere<Value>(
  _ flow: @escaping @MainActor @Sendable () -> Flow<Value>
) -> Flow<Value>.Outcome {
  Flow.run(flow)
}

/// Prints the bytes by which each of many flows makes the process larger.
@MainActor
private func measureMemory(_ run: () async -> Void) async {
  let count = 1_000
  for _ in 0..<count { await run() }
  let before = residentBytes()
  for _ in 0..<count { await run() }
  print("Left by a flow: \((residentBytes() - before) / count) bytes.")
}

/// Prints the bytes by which each of many flows makes the process larger.
@MainActor
private func measureMemoryHere(_ run: () -> Void) {
  let count = 1_000
  for _ in 0..<count { run() }
  let before = residentBytes()
  for _ in 0..<count { run() }
  print("Left by a flow: \((residentBytes() - before) / count) bytes.")
}

/// The memory of the process that is in use. Source: proc(5), statm.
private func residentBytes() -> Int {
  let file = open("/proc/self/statm", O_RDONLY)
  defer { close(file) }
  var text = [UInt8](repeating: 0, count: 100)
  let count = max(0, read(file, &text, text.count))
  let words = String(decoding: text[..<count], as: UTF8.self).split(separator: " ")
  return (words.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
}

private func runPlainStep(_ step: String) {
  switch step {
  case "read": print("Read: \(readLine() ?? "nothing")")
  case "print": print("Printed.")
  case "interrupts": watchInterrupts()
  default: print("There is no step '\(step)'.")
  }
}

/// Handles ^C as tools do that use Dispatch: the signal is ignored, and a source reports it.
private func watchInterrupts() {
  signal(SIGINT, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
  source.setEventHandler { write(STDERR_FILENO, "Tool: ^C.\n", 10) }
  source.resume()
  // It lives as long as the process.
  _ = Unmanaged.passRetained(source as AnyObject)
}

private func report<Value>(_ outcome: Flow<Value>.Outcome) {
  print("Outcome: \(outcome.ending), \(outcome.status.rawValue).")
}

/// A flow that asks for a secret and a text, while a task changes its screen.
private struct Login: Coordinator {
  func start() -> some View { LoginScreen() }
}

private struct LoginScreen: View {
  @Environment(\.finish) private var finish
  @State private var code = ""
  @State private var member = ""
  @State private var isReady = false

  var body: some View {
    Text(isReady ? "Ready." : "Starting.").task {
      try? await Task.sleep(for: .milliseconds(50))
      isReady = true
    }
    SecureField("Code", text: $code)
    TextField("Member", text: $member)
    Button("Log in") { finish("\(member), \(code.count)") }
  }
}

/// A flow that ends with a secret.
private struct Secret: Coordinator {
  func start() -> some View { SecretScreen() }
}

private struct SecretScreen: View {
  @Environment(\.finish) private var finish
  @State private var code = ""

  var body: some View {
    SecureField("Code", text: $code).onSubmit { finish(code.count) }
  }
}

/// A flow that has its value before its first screen is shown.
private struct Early: Coordinator {
  func start() -> some View { EarlyScreen() }
}

private struct EarlyScreen: View {
  @Environment(\.finish) private var finish

  var body: some View {
    Text("Not shown.").onAppear { finish(5) }
  }
}

/// A flow whose first screen has no lines.
private struct Empty: Coordinator {
  func start() -> some View { EmptyView() }
}
