import FoundationEssentials
import Glibc
import WaylineQuestions

/// Logs in at the server of a desk with a password and a code, and stores the token that it gives.
@main
struct DeskLogin {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.showsHelp { return print(Options.help) }
      let token = try await Question.withoutInput(if: options.noInput) {
        try await logIn(options)
      }
      try store(token, at: options.token)
      print("Logged in. The token is in \(options.token).")
    } catch is CancellationError {
      fail("Cancelled; you are not logged in.", 130)
    } catch let error as QuestionError {
      fail("\(error)", error.exitStatus)
    } catch let problem as Problem {
      fail(problem.sentence, problem.status)
    } catch {
      fail("\(error)", 1)
    }
  }

  /// Asks until the server has accepted both factors, or accepts none any more. Returns the token.
  private static func logIn(_ options: Options) async throws -> String {
    let server = try Server(options.server)
    let name = try await Question.text(
      "Name", default: ProcessInfo.processInfo.environment["USER"],
      answer: .option("--name", options.name), .variable("DESK_USER")
    ) { $0.isEmpty || $0.contains(" ") ? "Type a name without blanks." : nil }
    _ = try await server.reply(to: "NAME \(name)")
    try await accept("DESK_PASSWORD", at: server) {
      let password = try await Question.secret("Password", answer: .variable("DESK_PASSWORD"))
      return password.withUnsafeBytes { Array("PASSWORD ".utf8) + $0 }
    }
    return try await accept("DESK_CODE", at: server) {
      let code = try await Question.text(
        "Code", answer: .option("--code", options.code), .variable("DESK_CODE")
      ) { $0.count == 6 && $0.allSatisfy(\.isNumber) ? nil : "A code has six digits." }
      return Array("CODE \(code)".utf8)
    }
  }

  /// Asks for a factor again while the server refuses it. One that a variable gives is not asked for again.
  @discardableResult
  private static func accept(
    _ variable: String, at server: Server, _ ask: () async throws -> [UInt8]
  ) async throws -> String {
    while true {
      switch try await server.reply(to: try await ask()) {
      case .accepted(let token): return token
      case .refused(let sentence) where getenv(variable) != nil:
        throw Problem("\(sentence) Change \(variable).", status: 1)
      case .refused(let sentence): complain(sentence)
      case .ended(let sentence): throw Problem(sentence, status: 1)
      }
    }
  }

  /// Writes a file that only the user can read.
  private static func store(_ token: String, at path: String) throws {
    let isMade = FileManager.default.createFile(
      atPath: path, contents: Data("\(token)\n".utf8), attributes: [.posixPermissions: 0o600])
    guard isMade else { throw Problem("Could not write '\(path)'.", status: 1) }
  }

  private static func complain(_ sentence: String) {
    let line = "desk-login: \(sentence)\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }

  private static func fail(_ sentence: String, _ status: Int32) -> Never {
    complain(sentence)
    exit(status)
  }
}

/// A reason why there is no token.
struct Problem: Error {
  let sentence: String
  let status: Int32

  init(_ sentence: String, status: Int32) {
    (self.sentence, self.status) = (sentence, status)
  }
}

/// The words of the command line. Passwords are no options: others can read the words of a program.
struct Options {
  var server = "127.0.0.1:7300"
  var name: String?
  var code: String?
  var token = "desk.token"
  var noInput = false
  var showsHelp = false

  static let help = """
    Usage: desk-login [options]

    Log in at the server of a desk. The password is asked for, or read from DESK_PASSWORD.

      --server HOST:PORT  Use this server.
      --name NAME         Use this name instead of asking for it.
      --code CODE         Use this code instead of asking for it.
      --token FILE        Store the token in FILE.
      --no-input          Ask nothing.
      --help              Show this help.
    """

  init(_ words: ArraySlice<String>) throws {
    var rest = words
    while let word = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else {
          throw Problem("The option '\(word)' needs a value.", status: 2)
        }
        return value
      }
      switch word {
      case "--server": server = try value()
      case "--name": name = try value()
      case "--code": code = try value()
      case "--token": token = try value()
      case "--no-input": noInput = true
      case "--help", "-h": showsHelp = true
      default: throw Problem("Unexpected '\(word)'. See desk-login --help.", status: 2)
      }
    }
  }
}
