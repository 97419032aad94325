import Glibc
import Testing
import WaylineSystem

@testable import WaylineShell

@Suite("Main loop")
@MainActor
struct MainLoopTests {
  @Test("An awaited wait leaves the main actor free, and ends when it is woken or has input")
  func awaited() async {
    let (ends, loop) = (Ends.pipe(), MainLoop())
    var events: [String] = []
    loop.watch(ends.near) {
      events.append("ready")
      _ = LineSource(descriptor: ends.near).fill()
    }
    Task { @MainActor in
      events.append("other work")
      loop.wake()
    }
    await loop.awaitTurn()
    #expect(events == ["other work"])
    ends.send("x")
    await loop.awaitTurn()
    #expect(events == ["other work", "ready"])
    loop.wake()
    loop.wake()
    await loop.awaitTurn()
    #expect(await !loop.awaitTurn(timeout: .milliseconds(1)))
  }

  @Test("Handlers run for what has arrived, in the order of their watches")
  func order() {
    let (first, second) = (Ends.pipe(), Ends.pipe())
    let loop = MainLoop()
    var called: [String] = []
    loop.watch(first.near) { called.append("first") }
    loop.watch(second.near) { called.append("second") }
    second.send("x")
    loop.turn()
    first.send("x")
    loop.turn()
    #expect(called == ["second", "first", "second"])
  }

  @Test("The queue is drained in the same loop")
  func queue() {
    let ends = Ends.pipe()
    var drained = 0
    let loop = MainLoop(queue: MainQueue(descriptor: ends.near) { drained += 1 })
    #expect(!loop.turn(timeout: .zero))
    ends.send("x")
    #expect(loop.turn(timeout: .seconds(2)))
    #expect(drained == 1)
  }

  @Test("Between lines that are there already the queue runs each time, and descriptors soon")
  func passes() {
    let (queue, other) = (Ends.pipe(), Ends.pipe())
    var (passes, runs, looks) = (0, 0, 0)
    let loop = MainLoop(
      queue: MainQueue(descriptor: queue.near, drain: { runs += 1 }, run: { runs += 1 }))
    loop.watch(other.near) { looks += 1 }
    queue.send("x")
    other.send("x")
    while looks < 2 {
      loop.pass()
      passes += 1
    }
    #expect(runs == passes)
  }

  @Test("A watch that is ended, even by a handler before it, is called no more")
  func ended() {
    let (first, second) = (Ends.pipe(), Ends.pipe())
    let loop = MainLoop()
    var called: [String] = []
    let watches = Watches()
    loop.watch(first.near) {
      called.append("first")
      watches.all.forEach(loop.end)
    }
    watches.all.append(loop.watch(second.near) { called.append("second") })
    first.send("x")
    second.send("x")
    loop.turn()
    loop.turn()
    #expect(called == ["first", "first"])
  }

  @Test("A closed descriptor is reported to its handler instead of being waited for")
  func closed() {
    let ends = Ends.pipe()
    let loop = MainLoop()
    var called = 0
    loop.watch(ends.near) { called += 1 }
    ends.closeFar()
    loop.turn()
    #expect(called == 1)
  }

  @Test("Signals arrive as bytes, in order, and unknown ones are passed over")
  func signals() {
    let ends = Ends.pipe()
    ends.send([UInt8(SIGTSTP), UInt8(SIGCHLD), UInt8(SIGINT), UInt8(SIGTERM)])
    #expect(SignalSource(descriptor: ends.near).arrived() == [.stop, .interrupt, .terminate])
  }
}

/// Watches that a handler of theirs can reach.
@MainActor
private final class Watches {
  var all: [MainLoop.Watch] = []
}
