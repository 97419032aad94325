import FoundationEssentials
import Glibc
import Testing

@testable import Wayline
@testable import WaylineFlows

@Suite("History file")
@MainActor
struct HistoryFileTests {
  private let folder = PrivateFolder(
    FileManager.default.temporaryDirectory.path + "/wayline-\(UUID().uuidString)")
  private var file: PrivateFile { folder.file("history") }

  private func contents() -> [String] {
    let data = FileManager.default.contents(atPath: file.path) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func clean() {
    try? FileManager.default.removeItem(atPath: folder.path)
  }

  @Test("Lines outlive the session, each once in a row, in a file for its owner only")
  func kept() {
    defer { clean() }
    let first = HistoryFile(file)
    for line in ["Settings", "Settings", "", "back"] { first.append(line) }
    #expect(HistoryFile(file).lines == ["Settings", "back"])
    var status = stat()
    #expect(lstat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("Two sessions add to one file, and each sees its own")
  func shared() {
    defer { clean() }
    let (first, second) = (HistoryFile(file), HistoryFile(file))
    for number in 1...20 {
      first.append("first \(number)")
      second.append("second \(number)")
    }
    #expect(contents().count == 40)
    #expect(first.lines == (1...20).map { "first \($0)" })
    #expect(Set(HistoryFile(file).lines) == Set(first.lines + second.lines))
  }

  @Test("The file keeps the newest lines when there are too many")
  func bounded() {
    defer { clean() }
    let history = HistoryFile(file)
    for number in 1...2500 { history.append("\(number)") }
    #expect(contents().count <= 2 * HistoryFile.limit)
    let next = HistoryFile(file)
    #expect(next.lines.count == HistoryFile.limit && next.lines.last == "2500")
    #expect(contents() == next.lines)
  }

  @Test("A line that is too long, or holds several lines, lasts as long as the session")
  func unstorable() {
    defer { clean() }
    let history = HistoryFile(file)
    for line in ["a\nb", String(repeating: "x", count: 5000), "c"] { history.append(line) }
    #expect(history.lines.count == 3 && contents() == ["c"])
  }

  @Test("A file that another session holds is waited for, and written with the next line")
  func held() throws {
    defer { clean() }
    let history = HistoryFile(file)
    history.append("a")
    // A program that another test starts meanwhile must not keep the lock.
    let holder = open(file.path, O_RDWR | O_CLOEXEC)
    #expect(flock(holder, LOCK_EX) == 0)
    history.append("b")
    #expect(contents() == ["a"])
    close(holder)
    history.append("c")
    #expect(contents() == ["a", "b", "c"])
  }

  @Test("A link in its place is reported and not written through")
  func link() throws {
    defer { clean() }
    try folder.create()
    symlink("/dev/null", file.path)
    let history = HistoryFile(file)
    var problems: [StoreError] = []
    history.onProblem = { problems.append($0) }
    history.append("a")
    #expect(history.lines == ["a"])
    #expect(problems.allSatisfy { $0 == .unsafeFile(path: file.path, problem: .symbolicLink) })
    #expect(!problems.isEmpty)
  }
}
