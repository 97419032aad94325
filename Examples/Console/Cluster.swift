import Wayline

/// A cluster that is simulated: its services change by a rule, and its work takes time on a clock.
///
/// A program of yours has the client of its cluster here. Tests and the exploration give the console a
/// smaller one.
struct Cluster: Sendable {
  var names = ["catalog", "loans", "payments", "search", "web"]
  /// The duration of a second: a simulation can run faster.
  var second = Duration.seconds(1)
  /// The time without progress after which a deployment counts as interrupted, however fast the cluster is.
  var patience = Duration.seconds(10)
  /// The changes of the services that happen, one every five seconds.
  var beats = 0..<Int.max
  /// The seconds that each step of a deployment takes.
  var secondsPerStep = 2
  /// The versions whose instances do not answer.
  var brokenVersions: Set<String> = ["2.9"]
  /// The steps that a sign-in is good for.
  var stepsPerToken = 6
  /// The number of deployments that are taken.
  var capacity = 1_000

  /// The services after some beats: each beat changes one of them.
  func services(at beat: Int) -> [Service] {
    names.indices.map { index in
      let changes = (beat + names.count - 1 - index) / names.count
      return Service(
        name: names[index], isUp: changes % 7 != 4 + index % 2,
        load: (17 + 23 * index + 11 * changes) % 90)
    }
  }

  /// The log of a service.
  func log(of service: String, clock: any Clock<Duration>) -> ServiceLog {
    ServiceLog(service: service, clock: clock, interval: second / 2)
  }

  /// Asks whether a sign-in is still good, which takes a moment.
  func accepts(_ token: Token?, clock: any Clock<Duration>) async -> Bool {
    try? await clock.sleep(for: second / 10)
    return (token?.stepsLeft ?? 0) > 0
  }
}

/// The present state of a service.
struct Service: Codable, Hashable, Identifiable, Sendable {
  let name: String
  let isUp: Bool
  /// The load in percent.
  let load: Int

  var id: String { name }
  var text: String { "\(name): \(isUp ? "up, \(load) % load" : "down")" }
}

/// The lines that a service logs, two a second, without an end.
struct ServiceLog: AsyncSequence, AsyncIteratorProtocol {
  let service: String
  let clock: any Clock<Duration>
  let interval: Duration
  private(set) var number = 0

  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> String? {
    guard (try? await clock.sleep(for: interval)) != nil else { return nil }
    number += 1
    return "\(service) GET /books/\(number) \(number % 5 == 0 ? 404 : 200)"
  }
}

/// A sign-in. It is stored encrypted.
struct Token: Codable, Hashable, Sendable {
  var stepsLeft: Int
}
