import Wayline

extension ShellCommand {
  private static let target = AppOption(
    "env", short: "e", default: Target.staging, summary: "Deploy to this target (staging).")
  private static let patience = AppOption(
    "approval", operand: "MINUTES", default: 10, summary: "Wait so long for an approval (10).")

  /// Deploys a version and waits for the end: for people in a hurry, and for jobs.
  ///
  /// The status is 0 if it succeeded, and 4 if it was rolled back or rejected. ^C interrupts it, and a
  /// console offers to continue; while it waits for approval, ^C withdraws it.
  static let deploy = ShellCommand(
    "deploy", usage: "deploy SERVICE VERSION", summary: "Deploy a version, and wait for the end.",
    options: AppOptions(target, patience)
  ) { call in
    guard call.words.count == 2, let version = Version(call.words[1]) else {
      throw ShellFailure("Usage: deploy SERVICE VERSION, such as deploy web 2.8", status: .usage)
    }
    let request = Request(
      service: call.words[0], version: version.description, target: call.options[target])
    let deployment = try await run(request, minutes: call.options[patience], call)
    var reply = ShellReply.value(
      deployment, lines: ["\(deployment.title), \(deployment.state)"])
    if deployment.phase != .succeeded { reply.status = ShellStatus(rawValue: 4) }
    return reply
  }

  @MainActor
  private static func run(
    _ request: Request, minutes: Int, _ call: ShellCall
  ) async throws -> Deployment {
    @Deployments var deployments
    @SignIns var signIns
    let environment = call.environment
    let (cluster, clock, person) = (environment.cluster, environment.clock, environment.person)
    guard cluster.names.contains(request.service) else {
      throw ShellFailure("There is no service '\(request.service)'.")
    }
    if request.target == .production, !(await cluster.accepts(signIns[person], clock: clock)) {
      _ = try await call.askSecret("Passcode of \(person)")
      $signIns.signIn(person, in: cluster)
    }
    let name = environment.runnerName + "/deploy"
    let id = try $deployments.add(request, by: person, runner: name, in: cluster)
    call.print("Deployment \(id) is stored. 'console deployment \(id)' shows it.")
    do {
      for second in 0..<minutes * 60 where $deployments[id]?.phase == .waiting {
        call.report("Waiting for approval", value: Double(second), total: Double(minutes * 60))
        try await clock.sleep(for: cluster.second)
      }
    } catch {
      // Nobody waits for the approval any more; what was approved meanwhile can be continued.
      try $deployments.change(id, in: .waiting) { $0.undo(because: "Withdrawn by \(person).") }
      try $deployments.change(id, in: .running) { $0.phase = .interrupted }
      throw error
    }
    try $deployments.change(id, in: .waiting) {
      ($0.phase, $0.reason) = (.rejected, "Nobody has approved it.")
    }
    let runner = Runner(
      name: name, cluster: cluster, clock: clock, deployments: $deployments, signIns: $signIns)
    try await runner.run(id) { deployment in
      guard let step = deployment.step(in: cluster) else { return }
      call.report(
        step.rawValue, value: Double(deployment.done),
        total: Double(Deployment.seconds(in: cluster)))
    }
    guard let ended = $deployments[id] else { throw ShellFailure("Deployment \(id) was erased.") }
    return ended
  }
}
