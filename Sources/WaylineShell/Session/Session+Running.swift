extension Session {
  /// Runs a registered command, at once or as a task.
  func run(_ name: String, words: [String], text: String) {
    guard let command = commands.first(where: { $0.name == name }) else { return }
    let call = call(words, text)
    switch command.work {
    case .immediate(let body): follow(Result { try body(call) })
    case .task(let body): start { try await body(call) }
    }
  }

  /// Runs work that no line asked for, and that may ask the person; false if something else is on.
  @discardableResult
  package func run(
    _ work: @escaping @MainActor @Sendable (ShellCall) async throws -> ShellReply
  ) -> Bool {
    guard machine.wantsInput, machine.question == nil, running == nil else { return false }
    let call = call([], "")
    answering { start { try await work(call) } }
    return true
  }

  private func call(_ words: [String], _ text: String) -> ShellCall {
    ShellCall(words: words, text: text) { [weak self] question in
      guard let self else { throw CancellationError() }
      return try await self.answer(to: question)
    }
  }

  /// Takes no lines until the work has ended.
  private func start(_ work: @escaping @MainActor @Sendable () async throws -> ShellReply) {
    take(.started)
    running = Task { @MainActor [weak self] in
      let result: Result<ShellReply, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      self?.finish(result)
    }
  }

  private func finish(_ result: Result<ShellReply, any Error>) {
    running = nil
    answering {
      take(.finished)
      let count = frame.messages.count
      if ending == nil { follow(result) }
      settleHeldLine(messagesFrom: count)
    }
    onProgress()
  }

  private func follow(_ result: Result<ShellReply, any Error>) {
    // What the command wrote belongs to what is printed now.
    host.graph.flush()
    switch result {
    case .success(let reply):
      say(reply.lines)
      if reply.status != .success { count(reply.status) }
      if reply.isLast { take(.left) }
    case .failure(let error as ShellFailure): refuse(error.description, status: error.status)
    case .failure(is CancellationError): refuse("Cancelled.")
    case .failure(let error): refuse(String(describing: error))
    }
  }

  /// Asks for a command that is running.
  private func answer(to question: Question) async throws -> String {
    guard running != nil, asked == nil, ending == nil else {
      throw ShellFailure("Only a command that is running can ask, one question at a time.")
    }
    return try await withCheckedThrowingContinuation { continuation in
      answering {
        showHeldLine()
        ask(question, for: .call(continuation))
      }
      onProgress()
    }
  }

  /// Cancels what runs.
  func cancel() {
    running?.cancel()
    if waiting != nil { endWaiting(.cancelled) }
  }
}
