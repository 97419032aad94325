import Dispatch

/// Tells on the main queue that a descriptor is ready, while it is asked to.
@MainActor
final class ReadySource {
  private let source: any DispatchSourceProtocol
  private var isEnded = false

  /// Whether the handler is called; not at first.
  var isActive = false {
    didSet {
      guard isActive != oldValue, !isEnded else { return }
      if isActive { source.resume() } else { source.suspend() }
    }
  }

  /// Watches for something to read.
  init(reading descriptor: Int32, _ handler: @escaping @MainActor () -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(handler) }
  }

  /// Watches for room to write.
  init(writing descriptor: Int32, _ handler: @escaping @MainActor () -> Void) {
    source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(handler) }
  }

  /// Watches no more, and calls the closure when the descriptor is not used any more.
  func end(_ completion: @escaping @MainActor () -> Void) {
    guard !isEnded else { return }
    source.setCancelHandler { MainActor.assumeIsolated(completion) }
    source.cancel()
    // NB: a source that is suspended never tells that it was cancelled.
    if !isActive { source.resume() }
    isEnded = true
  }
}
