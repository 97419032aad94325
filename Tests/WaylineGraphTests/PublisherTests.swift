import Synchronization
import Testing
import WaylineSwiftUINames

@testable import WaylineGraph

private final class Search: ObservableObject {
  @Published var query = ""
  @Published var request = ""
  @Published var length = 0
}

/// A clock whose sleeps end when a test says so.
private final class StoppedClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private struct State {
    var sleepers: [CheckedContinuation<Void, Never>] = []
    var asked: [Duration] = []
  }

  /// Sleeps begin on other threads.
  private let state = Mutex(State())
  private let start = ContinuousClock.now

  var now: Instant { start }
  var minimumResolution: Duration { .nanoseconds(1) }
  var asked: [Duration] { state.withLock { $0.asked } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withCheckedContinuation { sleeper in
      state.withLock { state in
        state.asked.append(start.duration(to: deadline))
        state.sleepers.append(sleeper)
      }
    }
  }

  /// Ends the sleeps so far, once there are `count` of them.
  func wake(_ count: Int) async {
    while state.withLock({ $0.sleepers.count < count }) { await Task.yield() }
    let woken = state.withLock { state in
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in woken { sleeper.resume() }
  }
}

@MainActor
@Suite("Operators of publishers")
struct OperatorTests {
  @Test("The last values of several publishers are sent together, once each has sent one")
  func combineLatest() {
    let (member, title, copies) = (
      PassthroughSubject<String, Never>(), PassthroughSubject<String, Never>(),
      CurrentValueSubject<Int, Never>(1)
    )
    var pairs: [String] = []
    let token = member.combineLatest(title) { "\($0) \($1)" }
      .combineLatest(copies).sink { pairs.append("\($0) \($1)") }

    member.send("Ada")
    #expect(pairs == [])
    title.send("Emma")
    copies.send(2)
    member.send("Grace")
    #expect(pairs == ["Ada Emma 1", "Ada Emma 2", "Grace Emma 2"])

    token.cancel()
    title.send("Persuasion")
    #expect(pairs.count == 3)
  }

  @Test("Three publishers are combined, and two are merged in the order in which they send")
  func threeAndMerged() {
    let (first, second) = (CurrentValueSubject<Int, Never>(1), CurrentValueSubject<Int, Never>(2))
    var values: [Int] = []
    let three = first.combineLatest(second, Just(3)).sink { values.append($0 + $1 + $2) }
    second.send(5)
    #expect(values == [6, 9])
    three.cancel()

    let merged = first.merge(with: second).sink { values.append($0) }
    second.send(7)
    first.send(8)
    #expect(values == [6, 9, 1, 5, 7, 8])
    merged.cancel()
    first.send(9)
    #expect(values.count == 6)
  }

  @Test("scan builds a value up, prepend begins with values, and replaceNil has none")
  func builtUp() {
    let loans = PassthroughSubject<Int?, Never>()
    var values: [Int] = []
    let token = loans.replaceNil(with: 1).scan(10, +).prepend(0).sink { values.append($0) }

    loans.send(5)
    loans.send(nil)

    #expect(values == [0, 15, 16])
    token.cancel()
  }

  @Test("A property assigned to a publisher follows it as long as its object lives")
  func assign() {
    let search = Search()
    var result: Search? = Search()
    search.$query.map(\.count).assign(to: &result!.$length)
    search.query = "emma"
    #expect(result?.length == 4)
    weak let last = result
    result = nil
    #expect(last == nil)
    search.query = "persuasion"
  }

  @Test("A property that follows a publisher announces its changes as before")
  func assignedAnnounces() {
    let search = Search()
    var count = 0
    let token = search.objectWillChange.sink { count += 1 }
    search.$query.assign(to: &search.$request)
    count = 0
    search.query = "emma"
    #expect(search.request == "emma" && count == 2)
    token.cancel()
  }

  @Test("Operators pass on what they say, from the present value on")
  func operators() {
    let search = Search()
    var seen: [String] = []
    let tokens = [
      search.$query.removeDuplicates().sink { seen.append("each \($0)") },
      search.$query.dropFirst().filter { $0.count > 1 }.sink { seen.append("long \($0)") },
      search.$query.compactMap(Int.init).sink { seen.append("number \($0)") },
      search.$query.eraseToAnyPublisher().map { $0.uppercased() }.dropFirst(3)
        .sink { seen.append($0) },
    ]
    for query in ["a", "a", "42"] { search.query = query }
    #expect(seen == ["each ", "each a", "each 42", "long 42", "number 42", "42"])
    withExtendedLifetime(tokens) {}
  }

  @Test("A released token ends the observation through all operators")
  func released() {
    let search = Search()
    var seen: [Int] = []
    var token: ObservationToken? = search.$query.map(\.count).removeDuplicates()
      .sink { seen.append($0) }
    token = nil
    search.query = "emma"
    #expect(seen == [0] && token == nil)
  }

  @Test("Debounce passes on the last value of a group after a pause of its clock")
  func debounce() async {
    let (search, clock) = (Search(), StoppedClock())
    var seen: [String] = []
    let token = search.$query.dropFirst().debounce(for: .milliseconds(300), clock: clock)
      .sink { seen.append($0) }
    for query in ["e", "em", "emma"] { search.query = query }
    await clock.wake(3)
    while seen.isEmpty { await Task.yield() }
    #expect(seen == ["emma"])
    #expect(clock.asked == Array(repeating: .milliseconds(300), count: 3))
    token.cancel()
  }

  @Test("A passthrough subject reaches those who observe it at that time")
  func passthrough() {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    subject.send(1)
    let token = subject.sink { seen.append($0) }
    subject.send(2)
    token.cancel()
    subject.send(3)
    #expect(seen == [2])
    let bell = PassthroughSubject<Void, Never>()
    var rings = 0
    let ringing = bell.sink { rings += 1 }
    bell.send()
    #expect(rings == 1)
    ringing.cancel()
  }

  @Test("A value subject has a value, and sends it first")
  func currentValue() {
    let subject = CurrentValueSubject<Int, Never>(1)
    var seen: [Int] = []
    let token = subject.sink { seen.append($0) }
    subject.value += 1
    subject.send(5)
    #expect(seen == [1, 2, 5] && subject.value == 5)
    token.cancel()
  }

  @Test("The values of a publisher are an asynchronous sequence")
  func values() async {
    let subject = CurrentValueSubject<Int, Never>(7)
    for await value in subject.values {
      #expect(value == 7)
      break
    }
  }
}
