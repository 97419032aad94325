import Endings
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
    } catch {
      end("desk-login", with: error, cancelled: "Cancelled; you are not logged in.")
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
    try await accept(at: server) {
      let password = try await Question.secret("Password", answer: .variable("DESK_PASSWORD"))
      let source = getenv("DESK_PASSWORD").map { _ in "DESK_PASSWORD" }
      return (password.withUnsafeBytes { Array("PASSWORD ".utf8) + $0 }, source)
    }
    return try await accept(at: server) {
      let code = try await Question.text(
        "Code", answer: .option("--code", options.code), .variable("DESK_CODE")
      ) { $0.count == 6 && $0.allSatisfy(\.isNumber) ? nil : "A code has six digits." }
      let variable = getenv("DESK_CODE").map { String(cString: $0) }
      // What a person has typed instead of a code without six digits comes from neither.
      let source = [("--code", options.code), ("DESK_CODE", variable)].first { $0.1 == code }?.0
      return (Array("CODE \(code)".utf8), source)
    }
  }

  /// Asks for a factor again while the server refuses it. One that an option or a variable gives is not sent
  /// again.
  @discardableResult
  private static func accept(
    at server: Server, _ ask: () async throws -> (line: [UInt8], source: String?)
  ) async throws -> String {
    while true {
      let (line, source) = try await ask()
      switch try await server.reply(to: line) {
      case .accepted(let token): return token
      case .refused(let sentence):
        if let source { throw Problem("\(sentence) Change \(source).", status: 1) }
        complain(sentence, as: "desk-login")
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
