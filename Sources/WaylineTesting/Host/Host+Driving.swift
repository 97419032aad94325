import Wayline

extension Host {
  /// Sends a line as a person would type it, and returns what is printed for it.
  @discardableResult
  public func send(_ line: String) -> [String] {
    scene.send(line)
  }

  /// Activates an element by its label.
  public func press(_ label: String) {
    act(on: label) { "\($0)" }
  }

  /// Gives a field a value.
  public func type(_ value: String, into label: String) {
    act(on: label) { value.isEmpty ? "\($0) \"\"" : "\($0) \(value)" }
  }

  /// Flips a toggle.
  public func toggle(_ label: String) {
    press(label)
  }

  /// Opens a place by its link.
  public func open(_ link: String) {
    send("open \(link)")
  }

  /// Goes up.
  public func back() {
    send("back")
  }

  private func act(on label: String, _ line: (Int) -> String) {
    // A number means the element on the last printed screen, so the screen is printed first.
    send("show")
    guard let element = elements.first(where: { $0.label == label }) else {
      return onFailure("There is no '\(label)' on the screen, which has \(labels).")
    }
    guard let number = element.number else {
      return onFailure("'\(label)' is unavailable.")
    }
    send(line(number))
  }

  private var labels: String {
    let labels = elements.map { "'\($0.label)'" }
    return labels.isEmpty ? "no elements" : labels.joined(separator: ", ")
  }
}
