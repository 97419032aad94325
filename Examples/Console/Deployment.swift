/// Where a version is deployed. Production needs a sign-in, and the approval of a second person.
enum Target: String, Codable, CaseIterable, Sendable {
  case staging, production
}

/// A deployment that a person or a job has asked for.
struct Request: Codable, Hashable, Sendable {
  let service: String
  let version: String
  let target: Target
}

/// A deployment, from its request to its end. It is stored, so every console sees it.
struct Deployment: Codable, Hashable, Identifiable, Sendable {
  enum Phase: String, Codable, Sendable {
    case waiting, running, paused, undoing, interrupted
    case succeeded, undone, rejected
  }

  let id: Int
  let request: Request
  let requester: String
  /// The process that does the work.
  var runner: String
  var phase: Phase
  /// The seconds of work that are done; a deployment that is undone counts down.
  var done = 0
  /// The sentence that says why it did not succeed.
  var reason = ""

  var title: String {
    "Deployment \(id): \(request.service) \(request.version) to \(request.target.rawValue)"
  }

  /// True if its runner has something to do.
  var isActive: Bool { phase == .running || phase == .undoing }

  var hasEnded: Bool { [.succeeded, .undone, .rejected].contains(phase) }

  /// The state in words.
  var state: String {
    switch phase {
    case .waiting: "waits for approval"
    case .running: "running"
    case .paused: "waits for a sign-in of \(requester)"
    case .undoing: "rolling back. \(reason)"
    case .interrupted: "interrupted"
    case .succeeded: "succeeded"
    case .undone: "rolled back. \(reason)"
    case .rejected: "rejected. \(reason)"
    }
  }
}

/// The steps of every deployment, in their order.
enum Step: String, CaseIterable, Sendable {
  case pull = "Pull the image"
  case migrate = "Migrate the data"
  case replace = "Replace the instances"
  case check = "Check the health"
}

// MARK: - What happens to it

extension Deployment {
  /// The seconds of all steps.
  static func seconds(in cluster: Cluster) -> Int { Step.allCases.count * cluster.secondsPerStep }

  /// The step that is under way; nil when all are done.
  func step(in cluster: Cluster) -> Step? {
    let index = done / cluster.secondsPerStep
    return Step.allCases.indices.contains(index) ? Step.allCases[index] : nil
  }

  /// True if the next second of work begins a step that needs a sign-in.
  func needsToken(in cluster: Cluster) -> Bool {
    phase == .running && request.target == .production && done % cluster.secondsPerStep == 0
  }

  /// Does one second of work.
  mutating func advance(in cluster: Cluster) {
    done += phase == .running ? 1 : -1
    if phase == .undoing {
      if done <= 0 { phase = .undone }
    } else if done >= Self.seconds(in: cluster) {
      phase = .succeeded
      if cluster.brokenVersions.contains(request.version) {
        undo(because: "The instances of \(request.version) do not answer.")
      }
    }
  }

  /// Begins to take back what was done.
  mutating func undo(because reason: String) {
    (phase, self.reason) = (done == 0 ? .undone : .undoing, reason)
  }
}
