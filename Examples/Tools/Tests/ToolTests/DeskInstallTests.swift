import FoundationEssentials
import Glibc
import TestPrograms
import TestThreads
import Testing

@Suite("desk-install", .waitsForPrograms)
struct DeskInstallTests {
  private static let count = 60
  private let folder = TemporaryFolder()

  init() throws {
    for version in ["1.0", "1.1"] {
      let source = TemporaryFolderPart(folder, version)
      for number in 1...Self.count { try source.write("\(version) \(number)\n", to: "f\(number)") }
    }
  }

  private func tool(
    _ version: String, _ words: [String] = [], _ environment: [String: String] = [:],
    script: String = "\"$@\""
  ) throws -> Tool {
    try Tool(
      "desk-install", [version, "desk"] + words, in: folder, environment, script: script)
  }

  /// The version in use, if all of its files are complete; else what is wrong.
  private var current: String {
    guard
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "\(folder.path)/desk/current")
    else { return "none" }
    let version = String(target.split(separator: "/").last ?? "")
    for number in 1...Self.count {
      let path = "\(folder.path)/desk/\(target)/f\(number)"
      let data = FileManager.default.contents(atPath: path)
      guard data == Data("\(version) \(number)\n".utf8) else { return "\(version) without \(path)" }
    }
    return version
  }

  private var leftovers: [String] {
    let names = try? FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/desk")
    return (names ?? []).filter { $0.hasSuffix(".partial") }
  }

  @Test("Asks once, shows its progress, and leaves one line for it")
  func installs() throws {
    let tool = try tool("1.0")
    #expect(tool.type(["> yes": "\r"]))
    var (lines, status) = tool.end()
    try #require(lines.count == 3, "\(lines)")
    #expect(status == 0 && current == "1.0" && leftovers.isEmpty)
    let progress = lines.remove(at: 1)
    #expect(progress.hasPrefix("Installed 60 files in ") && progress.hasSuffix(" s"))
    #expect(
      lines == ["Install version 1.0 in desk? yes", "Version 1.0 is installed in desk."])
    let again = try self.tool("1.0").end()
    #expect(again == (["Version 1.0 is already installed in desk."], 0))
    let next = try self.tool("1.1", ["--yes", "--no-input"]).end()
    #expect(next.status == 0 && current == "1.1")
  }

  @Test("Prints JSON objects with --json, and a line at the start and the end to a pipe")
  func plain() throws {
    let json = try tool("1.0", ["--yes", "--json"], script: "\"$@\" 2>&1 >/dev/null | cat").end()
    #expect(json.lines.first == #"{"type":"progress","title":"Installing","value":0,"total":60}"#)
    #expect(json.lines.joined().contains(#""value":60,"total":60,"isDone":true"#))
    let plain = try tool("1.1", ["--yes"], script: "\"$@\" 2>&1 | cat").end()
    #expect(plain.lines.first == "Installing …" && plain.lines.count == 3, "\(plain)")
  }

  @Test("Changes nothing without a yes")
  func declined() throws {
    let tool = try tool("1.0")
    #expect(tool.type(["> yes": "n\r"]))
    #expect(
      tool.end() == (["Install version 1.0 in desk? no", "desk-install: Nothing was changed."], 1))
    #expect(current == "none")
  }

  @Test("^C at any step removes what was copied, or comes too late", arguments: 0..<12)
  func interrupted(point: Int) throws {
    #expect(try tool("1.0", ["--yes"]).end().status == 0)
    let tool = try tool("1.1", ["--yes"])
    // The first one is before any progress is shown.
    if point > 0 { #expect(tool.type(["Installing": ""])) }
    usleep(UInt32(point * point) * 300)
    tool.program.say("\u{3}")
    let (lines, status) = tool.end()
    switch status {
    case 0: #expect(current == "1.1")
    case 130:
      // After the last file it ends the program as ever. The terminal may print `^C` in front of the line.
      let isLate = lines.contains { $0.contains("Installed 60 files") }
      #expect(isLate ? ["1.0", "1.1"].contains(current) : current == "1.0")
      #expect(
        point == 0 || isLate || lines.contains { $0.hasPrefix("Installing: stopped at ") },
        "\(lines)")
    default: Issue.record("status \(String(describing: status)): \(lines)")
    }
    #expect(point == 0 || leftovers.isEmpty)
  }

  @Test("A run that is killed at any moment leaves a complete version, and the next one finishes")
  func killed() throws {
    #expect(try tool("1.0", ["--yes"]).end().status == 0)
    var states: Set<String> = []
    for point in 0..<25 {
      let (old, new) = current == "1.0" ? ("1.0", "1.1") : ("1.1", "1.0")
      let tool = try tool(new, ["--yes"], script: "exec \"$@\"")
      usleep(UInt32(point) * 2_000)
      tool.program.send(SIGKILL)
      _ = tool.program.end()
      #expect([old, new].contains(current), "\(current)")
      states.insert(current == old ? leftovers.isEmpty ? "before" : "within" : "after")
    }
    #expect(states.contains("within"), "\(states)")
    let new = current == "1.0" ? "1.1" : "1.0"
    #expect(try tool(new, ["--yes"]).end().status == 0)
    #expect(current == new && leftovers.isEmpty)
  }
}

/// A folder within a temporary one.
private struct TemporaryFolderPart {
  private let path: String

  init(_ folder: TemporaryFolder, _ name: String) {
    path = "\(folder.path)/\(name)"
  }

  func write(_ text: String, to name: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
  }
}
