import WaylineGraph

// Operators of Combine that depend on its schedulers, or on the end of a publisher.

extension Publisher {
  /// Unavailable: states can be written on any thread; leave it out.
  @available(*, unavailable, message: "states can be written on any thread; leave it out")
  public func receive<Scheduler>(on scheduler: Scheduler) -> AnyPublisher<Output, Never> {
    fatalError()
  }

  /// Unavailable: an observation begins where sink is called; leave it out.
  @available(
    *, unavailable, message: "an observation begins where sink is called; leave it out"
  )
  public func subscribe<Scheduler>(on scheduler: Scheduler) -> AnyPublisher<Output, Never> {
    fatalError()
  }

  /// Unavailable: use debounce(for:clock:) with the clock of the environment.
  @available(
    *, unavailable, message: "use debounce(for:clock:) with the clock of the environment"
  )
  public func debounce<Scheduler>(
    for pause: Duration, scheduler: Scheduler
  ) -> AnyPublisher<Output, Never> { fatalError() }

  /// Unavailable: use debounce(for:clock:) with the clock of the environment.
  @available(
    *, unavailable, message: "use debounce(for:clock:) with the clock of the environment"
  )
  public func debounce<Scheduler>(
    for pause: Double, scheduler: Scheduler
  ) -> AnyPublisher<Output, Never> { fatalError() }

  /// Unavailable: use debounce(for:clock:) with the clock of the environment.
  @available(
    *, unavailable, message: "use debounce(for:clock:) with the clock of the environment"
  )
  public func throttle<Scheduler>(
    for interval: Duration, scheduler: Scheduler, latest: Bool
  ) -> AnyPublisher<Output, Never> { fatalError() }

  /// Unavailable: use a task that sleeps by the clock of the environment.
  @available(*, unavailable, message: "use a task that sleeps by the clock of the environment")
  public func delay<Scheduler>(
    for interval: Duration, scheduler: Scheduler
  ) -> AnyPublisher<Output, Never> { fatalError() }

  /// Unavailable: a publisher never completes; use sink(receiveValue:).
  @available(*, unavailable, message: "a publisher never completes; use sink(receiveValue:)")
  public func sink(
    receiveCompletion: (SubscribersCompletion) -> Void, receiveValue: (Output) -> Void
  ) -> ObservationToken { fatalError() }

  /// Unavailable: a publisher never fails; use map.
  @available(*, unavailable, message: "a publisher never fails; use map")
  public func tryMap<NewOutput>(
    _ transform: (Output) throws -> NewOutput
  ) -> AnyPublisher<NewOutput, Never> { fatalError() }

  /// Unavailable: use a task that reads the values.
  @available(*, unavailable, message: "use a task that reads the values")
  public func flatMap<Inner: Publisher>(
    _ transform: (Output) -> Inner
  ) -> AnyPublisher<Inner.Output, Never> { fatalError() }

  /// Unavailable: use combineLatest.
  @available(*, unavailable, message: "use combineLatest")
  public func zip<Other: Publisher>(_ other: Other) -> AnyPublisher<(Output, Other.Output), Never> {
    fatalError()
  }
}

extension PassthroughSubject {
  /// Unavailable: a publisher never completes; leave it out.
  @available(*, unavailable, message: "a publisher never completes; leave it out")
  public func send(completion: SubscribersCompletion) { fatalError() }
}

extension CurrentValueSubject {
  /// Unavailable: a publisher never completes; leave it out.
  @available(*, unavailable, message: "a publisher never completes; leave it out")
  public func send(completion: SubscribersCompletion) { fatalError() }
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "a publisher never completes; use sink(receiveValue:)")
public enum SubscribersCompletion {
  case finished
  case failure(any Error)
}
