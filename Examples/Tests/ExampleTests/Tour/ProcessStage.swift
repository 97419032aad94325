import FoundationEssentials
import WaylineTesting

/// The built tour: what was typed so far is its input, what it prints after the last line its screen.
@MainActor
final class ProcessStage: Stage {
  private var typed: [String] = []

  func press(_ label: String) { typed.append("\"\(label)\"") }

  func type(_ value: String, into label: String) { typed.append("\(label): \(value)") }

  func back() { typed.append("back") }

  func settle() { typed.append("wait") }

  var lines: [String] {
    get throws {
      let input = (typed + ["show"]).joined(separator: "\n")
      let run = try Built("tour").run(["--echo"], input)
      let screen = run.output.components(separatedBy: "> show\n").last ?? ""
      return screen.split(separator: "\n").map(String.init).filter { $0 != "> " }
    }
  }
}
