import Dispatch

/// Runs something on another thread and waits, without giving the main actor a turn.
func onAnotherThread(_ action: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  DispatchQueue(label: "wayline.tests").async(group: group, execute: action)
  group.wait()
}
