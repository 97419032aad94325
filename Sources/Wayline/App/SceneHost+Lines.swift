import WaylineNavigation
import WaylineShell
import WaylineViews

/// Something on the screen that a person can act on, as a test sees it.
public struct SceneElement: Hashable, Sendable {
  /// The number on the screen; nil while it is unavailable.
  public let number: Int?
  /// What it is called.
  public let label: String
  /// What it holds, in words; empty for a button.
  public let value: String
  /// What stands on the screen after the number.
  public let text: String
}

extension SceneHost {
  /// The screen as plain lines.
  public var lines: [String] { Self.lines(of: Frame(screen: session.currentScreen())) }

  /// What a person can act on, in reading order.
  public var elements: [SceneElement] {
    let screen = session.currentScreen()
    return zip(screen.elements, screen.numbers).map { element, number in
      SceneElement(
        number: number, label: element.label, value: element.value, text: element.displayText)
    }
  }

  /// Sends a line as a person would type it, and returns what is printed for it.
  @discardableResult
  public func send(_ line: String) -> [String] {
    attend()
    session.receive(.line(line))
    tellEvents()
    return takePrinted()
  }

  /// What has been printed since the last call.
  @discardableResult
  public func takePrinted() -> [String] {
    defer { printed = [] }
    return printed
  }

  /// What the scene would tell a parent process now.
  public var status: ShellStatus { session.status }

  /// What has begun and not ended: tasks and guards, by name.
  public var pending: [String] { views.graph.pending.descriptions }

  /// How many events were meant for a screen that had ended: each was ignored.
  public var missedEvents: Int { views.missedInputs + router.missedEvents }

  /// Brings the screens up to date with what tasks and other threads have written.
  public func update() {
    views.graph.flush()
  }

  static func lines(of frame: Frame) -> [String] {
    var lines = PlainRenderer().text(of: frame)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension SceneHost {
  /// The places of the program and their links; the scene is left at its first screen.
  public var routes: RouteGraph { RouteGraph(of: router, in: views) }
}
