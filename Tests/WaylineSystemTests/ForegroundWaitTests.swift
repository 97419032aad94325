import Dispatch
import Synchronization
import Testing

@testable import WaylineSystem

@Suite("A wait that a person notices", .serialized)
struct ForegroundWaitTests {
  /// A descriptor to wait for, with its list.
  private struct Awaited {
    let reading: FileDescriptor
    let writing: FileDescriptor
    var list = PollList()

    init() throws {
      (reading, writing) = try FileDescriptor.pipe()
      list.append(reading.number)
    }
  }

  private static func deadline(_ limit: Duration) -> Duration { SystemClock.uptime() + limit }

  @Test("A short one is not announced")
  @MainActor
  func short() throws {
    let notes = Mutex(0)
    let attendance = ForegroundWait.begin(
      ForegroundWait.Attendant { _ in
        notes.withLock { $0 += 1 }
      } isLeft: {
        false
      })
    defer { ForegroundWait.end(attendance) }
    var awaited = try Awaited()
    var wait = ForegroundWait(for: "the desk")
    #expect(wait.untilReady(&awaited.list, until: Self.deadline(.milliseconds(50))) == .timeOver)
    try awaited.writing.writeAll("x")
    #expect(wait.untilReady(&awaited.list, until: Self.deadline(.seconds(5))) == .ready)
    #expect(notes.withLock { $0 } == 0 && awaited.list.count == 1)
  }

  @Test("A long one is announced once to the innermost driver, however many waits it has")
  @MainActor
  func long() throws {
    let notes = Mutex<[String]>([])
    func attendant(_ name: String) -> ForegroundWait.Attendant {
      ForegroundWait.Attendant { subject in
        notes.withLock { $0.append("\(name): \(subject)") }
      } isLeft: {
        false
      }
    }
    let outer = ForegroundWait.begin(attendant("outer"))
    let inner = ForegroundWait.begin(attendant("inner"))
    var awaited = try Awaited()
    var wait = ForegroundWait(for: "the desk")
    for _ in 0..<3 {
      #expect(
        wait.untilReady(&awaited.list, until: Self.deadline(.milliseconds(250))) == .timeOver)
    }
    #expect(notes.withLock { $0 } == ["inner: the desk"])
    ForegroundWait.end(inner)
    var next = ForegroundWait(for: "the shelf")
    #expect(next.untilReady(&awaited.list, until: Self.deadline(.milliseconds(250))) == .timeOver)
    #expect(notes.withLock { $0 } == ["inner: the desk", "outer: the shelf"])
    ForegroundWait.end(outer)
  }

  @Test("It ends when the person leaves it, also before it is announced, and stays left")
  @MainActor
  func left() throws {
    let (heard, told) = try FileDescriptor.pipe()
    let attendance = ForegroundWait.begin(
      ForegroundWait.Attendant(descriptor: heard.number) { _ in
      } isLeft: {
        var byte = [UInt8](repeating: 0, count: 1)
        guard heard.wait(until: .readable, .zero) else { return false }
        return byte.withUnsafeMutableBytes { (try? heard.read(into: $0)) == 1 }
      })
    defer { ForegroundWait.end(attendance) }
    var awaited = try Awaited()
    var wait = ForegroundWait(for: "the desk")
    let start = SystemClock.uptime()
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(300)) {
      try? told.writeAll("x")
    }
    #expect(wait.untilReady(&awaited.list, until: Self.deadline(.seconds(20))) == .left)
    #expect(SystemClock.uptime() - start < .seconds(10))
    try awaited.writing.writeAll("x")
    #expect(
      wait.untilReady(&awaited.list, until: Self.deadline(.seconds(20))) == .left && wait.isLeft)
  }

  @Test("On another thread nobody is told, and nobody is asked")
  @MainActor
  func elsewhere() throws {
    let notes = Mutex(0)
    let attendance = ForegroundWait.begin(
      ForegroundWait.Attendant { _ in
        notes.withLock { $0 += 1 }
      } isLeft: {
        notes.withLock { $0 += 1 }
        return true
      })
    defer { ForegroundWait.end(attendance) }
    let endings = Mutex<[ForegroundWait.Ending]>([])
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      guard var awaited = try? Awaited() else { return }
      var wait = ForegroundWait(for: "the desk")
      let ending = wait.untilReady(&awaited.list, until: Self.deadline(.milliseconds(300)))
      endings.withLock { $0.append(ending) }
    }
    group.wait()
    #expect(endings.withLock { $0 } == [.timeOver] && notes.withLock { $0 } == 0)
  }
}
