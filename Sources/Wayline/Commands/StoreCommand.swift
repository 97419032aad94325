import WaylineSecrets
import WaylineShell
import WaylineStorage

extension FacadeCommands {
  /// `store status`, `doctor`, `dump`, `export`, `import`, `erase`.
  var store: ShellCommand {
    ShellCommand(
      "store", usage: "store [status|doctor|dump|export [secrets] FILE|import FILE|erase]",
      summary: "Show where data is stored; check, copy or erase it.",
      run: { call async throws -> ShellReply in
        switch call.words.first ?? "status" {
        case "status": try status()
        case "doctor": try doctor()
        case "dump": .lines(try stateKeys().isEmpty ? [] : told { try stores.state.dump() })
        case "export": try await export(Array(call.words.dropFirst()), call)
        case "import": try await importValues(from: call.words.dropFirst().first, call)
        case "erase": try await erase(Array(call.words.dropFirst()), call)
        case let word:
          throw unknown(
            word, after: "store",
            among: ["status", "doctor", "dump", "export", "import", "erase"])
        }
      })
  }
}

extension FacadeCommands {
  private func status() throws -> ShellReply {
    var reply = ShellReply()
    for line in [stateLine, secretsLine] {
      do { reply.lines.append(try line()) } catch {
        reply.lines.append(error.description)
        reply.status = error.status
      }
    }
    return reply
  }

  private func stateLine() throws(ShellFailure) -> String {
    if stores.state is MemoryStore { return "State is kept in memory, and ends with the program." }
    let path = stores.state.hub.name
    guard isMade(path) else { return "State will be kept in '\(path)'; there is nothing yet." }
    return "State is kept in '\(path)': \(counted(try stateKeys().count, "value"))."
  }

  private func secretsLine() throws(ShellFailure) -> String {
    guard let secrets = try? secrets() else { return "Secrets are kept by the program itself." }
    guard isMade(secrets.place) else {
      return "Secrets will be kept in '\(secrets.place)'; there are none yet."
    }
    return "Secrets: \(try told { try secrets.status() })."
  }

  private func doctor() throws -> ShellReply {
    let keys = try stateKeys()
    var problems =
      keys.isEmpty ? [] : try told { try stores.state.diagnose() }.map(\.description)
    var checked = counted(keys.count, "value")
    if let secrets = madeSecrets {
      problems += try told { try secrets.problems() }.map(\.description)
      checked += " and \(counted(try told { try secrets.status() }.count, "secret"))"
    }
    guard problems.isEmpty else { return ShellReply(lines: problems, status: .unreadableData) }
    return .lines(["Checked \(checked): no problems found."])
  }
}
