import Dispatch
import Glibc
import Synchronization
import TestPrograms
import TestThreads
import Testing

/// A server of a desk: the password is `leopard`, the code `271828`, and three refusals are the last ones.
final class DeskServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let lines = Mutex<[String]>([])

  /// The requests so far.
  var requests: [String] { lines.withLock { $0 } }

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      return bind(listener, pointer, size) == 0 && listen(listener, 8) == 0
        && getsockname(listener, pointer, &size) == 0
    }
    guard isBound else { throw TerminalProgram.Failure(code: errno) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    let queue = DispatchQueue(label: "desk server")
    queue.async { [weak self, listener] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        self?.serve(client)
        close(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func serve(_ client: Int32) {
    var refusals = 0
    while let line = Self.line(client) {
      lines.withLock { $0.append(line) }
      var reply = "OK"
      switch line {
      case _ where line.hasPrefix("NAME "), "PASSWORD leopard": break
      case "CODE 271828": reply = "OK t0ken"
      default:
        refusals += 1
        reply = refusals < 3 ? "NO Wrong; \(3 - refusals) left." : "END Locked for an hour."
      }
      write(client, "\(reply)\n", reply.utf8.count + 1)
    }
  }

  private static func line(_ client: Int32) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(client, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }
}

@Suite("desk-login", .waitsForPrograms)
struct DeskLoginTests {
  private let folder = TemporaryFolder()
  private let server: DeskServer

  init() throws {
    server = try DeskServer()
  }

  private func tool(
    _ words: [String] = [], _ environment: [String: String] = [:], script: String = "\"$@\""
  ) throws -> Tool {
    try Tool(
      "desk-login", ["--server", "127.0.0.1:\(server.port)"] + words, in: folder, environment,
      script: script)
  }

  @Test("Asks for a password and a code until the server accepts them, and shows no password")
  func asks() throws {
    for environment in [[:], ["TERM": "dumb"]] {
      let tool = try tool([], environment)
      #expect(tool.type(["(ada)": "\r", "Password: ": "le0pard\r", "Wrong; 2 left.": ""]))
      #expect(tool.type(["Password: ": "leopard\r", "Code: ": "27182\r", "six digits.": ""]))
      #expect(tool.type(["": "\u{15}271828\r", "Logged in.": ""]), "\(tool.heard)")
      #expect(tool.end().status == 0)
      #expect(!tool.heard.contains("le0pard") && !tool.heard.contains("leopard"))
      #expect(folder.text("desk.token") == "t0ken\n")
      #expect(folder.permissions(of: "\(folder.path)/desk.token").mode == 0o600)
    }
  }

  @Test("Leaves one line for each question")
  func lines() throws {
    let tool = try tool(["--name", "emma"])
    #expect(tool.type(["Password: ": "leopard\r", "Code:": "271828\r"]))
    #expect(
      tool.end() == (["Password:", "Code: 271828", "Logged in. The token is in desk.token."], 0))
    #expect(server.requests == ["NAME emma", "PASSWORD leopard", "CODE 271828"])
  }

  @Test("Ends when the server accepts nothing any more")
  func locked() throws {
    let tool = try tool()
    #expect(tool.type(["(ada)": "\r", "Password: ": "a\r", "2 left.": "", "Password: ": "b\r"]))
    #expect(tool.type(["1 left.": "", "Password: ": "c\r"]))
    let (lines, status) = tool.end()
    #expect(status == 1 && lines.last == "desk-login: Locked for an hour.")
    #expect(folder.made.isEmpty)
  }

  @Test("Takes both from variables where nobody can be asked, and names what is missing or refused")
  func unattended() throws {
    let all = ["DESK_PASSWORD": "leopard", "DESK_CODE": "271828"]
    let script = "\"$@\" </dev/null"
    func run(_ variables: [String: String]) throws -> (lines: [String], status: Int32?) {
      try tool([], variables, script: script).end()
    }
    #expect(try run(all) == (["Logged in. The token is in desk.token."], 0))
    let missing = try run(["DESK_CODE": "271828"])
    #expect(
      missing.lines.joined()
        == "desk-login: 'Password' needs an answer, and nobody can be asked here. Set DESK_PASSWORD."
        && missing.status == 2)
    let refused = try run(all.merging(["DESK_PASSWORD": "x"]) { $1 })
    #expect(refused == (["desk-login: Wrong; 2 left. Change DESK_PASSWORD."], 1))
    let sent = server.requests.count
    let wrong = try run(all.merging(["DESK_CODE": "111111"]) { $1 })
    #expect(wrong == (["desk-login: Wrong; 2 left. Change DESK_CODE."], 1))
    let option = try tool(["--code", "111111"], all, script: script).end()
    #expect(option == (["desk-login: Wrong; 2 left. Change --code."], 1))
    // Each factor once: a name, a password and a code for each of the two runs.
    #expect(server.requests.count == sent + 6)
    let code = try run(all.merging(["DESK_CODE": "1"]) { $1 })
    #expect(code == (["desk-login: DESK_CODE: A code has six digits."], 2))
  }

  @Test("^C at a factor ends it with status 130, without a token and with the terminal as before")
  func interrupted() throws {
    for keys in [["(ada)": "\u{3}"], ["(ada)": "\r", "Password: ": "leo\u{3}"]]
      as [KeyValuePairs<String, String>]
    {
      let tool = try tool(
        script: "before=$(stty -g); \"$@\"; s=$?; [ \"$before\" = \"$(stty -g)\" ] && exit $s")
      #expect(tool.type(keys))
      let (lines, status) = tool.end()
      #expect(status == 130 && lines.last == "desk-login: Cancelled; you are not logged in.")
      #expect(folder.made.isEmpty)
    }
  }
}
