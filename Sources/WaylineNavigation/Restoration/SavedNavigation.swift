/// The saved form of a scene's navigation: one line a screen, so that a damaged line ends what is
/// kept and not what was kept before it.
///
/// ```
/// wayline navigation 1
/// stack⇥0⇥0
/// push⇥1⇥DeskRoute⇥0⇥{"catalog":{}}
/// push⇥1⇥DeskRoute⇥0⇥{"book":{"id":42}}
/// ```
///
/// The second field is the depth in the tree. A `wanted` line below a screen is where the person goes
/// on to when the screen's flow has finished; a `result` line names who waits for it. Only what the
/// router owns is written: what a binding shows belongs to the binding, and a `bound` line at the end
/// of a stack tells no more than the type of such a place.
package struct SavedNavigation: Hashable, Sendable {
  /// The first line; its number grows when the form changes.
  static let header = "wayline navigation 1"

  /// One saved screen, as it was written.
  package struct Entry: Hashable, Sendable {
    /// The name of the route's type, without its module.
    package var typeName: String
    /// The version of the type when it was saved.
    package var version: Int
    /// The route as JSON.
    package var json: String
    var presentation: NavigationEntry.Presentation
    /// The name under which the ending of the screen's flow is awaited.
    var claim: String?
    /// Where the person goes on to when the screen's flow has finished.
    var wanted: [Wanted] = []
    var children = Children()

    /// The line under which it was saved, without its end.
    func line(depth: Int) -> String {
      "\(presentation.rawValue)\t\(depth)\t\(typeName)\t\(version)\t\(json)"
    }
  }

  /// One place of a pending intent, as it was written.
  struct Wanted: Hashable, Sendable {
    var presentation: NavigationEntry.Presentation
    var claim: String?
    var typeName: String
    var version: Int
    var json: String

    func line(depth: Int) -> String {
      "wanted\t\(depth)\t\(presentation.rawValue)\t\(PercentText.encode(claim ?? ""))\t"
        + "\(typeName)\t\(version)\t\(json)"
    }
  }

  /// What a screen or a tab showed.
  struct Children: Hashable, Sendable {
    var stacks: [Stack] = []
    var tabs: [Tabs] = []
    var isEmpty: Bool { stacks.isEmpty && tabs.isEmpty }
  }

  struct Stack: Hashable, Sendable {
    var ordinal: Int
    var root = Children()
    var entries: [Entry] = []
    /// The name of the type of a place that a binding showed above them, which is not saved.
    var bound: String?
  }

  struct Tabs: Hashable, Sendable {
    var ordinal: Int
    var selected: String
    var contents: [String: Children] = [:]
  }

  /// The stack of the scene itself; its root is the first screen.
  var scene = Stack(ordinal: 0)
}

extension SavedNavigation {
  /// The saved form as text.
  package var text: String {
    ([Self.header] + Self.lines(of: scene, depth: 0)).joined(separator: "\n") + "\n"
  }

  /// The saved form of a scene that shows its first screen and nothing else.
  package static var firstScreen: String { SavedNavigation().text }

  /// Whether there is nothing to come back to.
  package var isEmpty: Bool { scene.entries.isEmpty && scene.root.isEmpty }

  private static func lines(of stack: Stack, depth: Int) -> [String] {
    ["stack\t\(depth)\t\(stack.ordinal)"] + lines(of: stack.root, depth: depth + 1)
      + stack.entries.flatMap { lines(of: $0, depth: depth + 1) }
      + (stack.bound.map { [line(ofBound: $0, depth: depth + 1)] } ?? [])
  }

  /// The line that tells of a place that a binding showed.
  static func line(ofBound typeName: String, depth: Int) -> String {
    "bound\t\(depth)\t\(typeName)"
  }

  /// The lines of one screen and of everything it showed.
  static func lines(of entry: Entry, depth: Int) -> [String] {
    [entry.line(depth: depth)]
      + (entry.claim.map { ["result\t\(depth + 1)\t\(PercentText.encode($0))"] } ?? [])
      + entry.wanted.map { $0.line(depth: depth + 1) }
      + lines(of: entry.children, depth: depth + 1)
  }

  /// The lines of what one screen or tab showed.
  static func lines(of children: Children, depth: Int) -> [String] {
    children.stacks.flatMap { lines(of: $0, depth: depth) }
      + children.tabs.flatMap { lines(of: $0, depth: depth) }
  }

  private static func lines(of shown: Tabs, depth: Int) -> [String] {
    var lines = ["tabs\t\(depth)\t\(shown.ordinal)\t\(PercentText.encode(shown.selected))"]
    for (tag, content) in shown.contents.sorted(by: { $0.key < $1.key }) {
      lines.append("tab\t\(depth + 1)\t\(PercentText.encode(tag))")
      lines += self.lines(of: content, depth: depth + 2)
    }
    return lines
  }
}
