import TestPrograms
import Wayline

/// The answer that the program has asked for itself.
@MainActor private var kept = ""

/// A program with secrets that says how often some bytes are in its memory.
struct MemoryProgram: App {
  static let name = "memory"
  static let commands = [
    ShellCommand("keep", summary: "Ask for a code, and keep it.") { call async throws in
      kept = try await call.askSecret("Code")
      return .lines(["Kept \(kept.count) characters."])
    },
    ShellCommand("count", usage: "count INVERTED", summary: "Count bytes, given inverted.") {
      call in
      let masked = call.text.split(separator: ".").compactMap { UInt8($0) }
      return .lines(["found \(OwnMemory.count(of: masked))."])
    },
  ]

  var body: some Scene {
    WindowGroup { Text("The memory of the desk") }
  }
}
