/// Writes the saved form of a scene, and keeps it, so that the next save costs what has changed.
///
/// A stack is saved up to the first screen that a binding shows, whose route cannot be written, or
/// whose flow code waits for.
struct SceneText {
  /// How many screens were written so far: each once, unless something about it changes.
  private(set) var written = 0

  /// The lines of each stack, by its number.
  private var stacks: [Int: StackText] = [:]
  private var lastPage = 0
  private var text = ""
  private var pages: [SavedScene.Page] = []

  /// The saved form of a state.
  /// - Complexity: O(screens that differ + pages).
  mutating func scene(
    _ state: NavigationState, passing: Set<NavigationEntry.ID> = []
  ) -> SavedScene {
    if stacks.count > state.stacks.count {
      let numbers = state.stacks.map(\.id.number)
      stacks = stacks.filter { numbers.contains($0.key) }
    }
    (text, pages) = (SavedNavigation.header + "\n", [])
    let marks = StackText.Marks(intents: state.intents, claims: state.claims, passing: passing)
    write(state.stacks[0], depth: 0, SceneShape(state), marks)
    return SavedScene(text: text, pages: pages)
  }

  private mutating func write(
    _ stack: NavigationState.Stack, depth: Int, _ shape: SceneShape, _ marks: StackText.Marks
  ) {
    text += "stack\t\(depth)\t\(stack.ordinal)\n"
    writeContents(of: .entry(stack.trail.first.id), depth: depth + 1, shape, marks)
    guard !stack.isBound else { return }
    var lines = stacks.removeValue(forKey: stack.id.number) ?? StackText(stack, depth: depth + 1)
    written += lines.update(stack, marks)
    var position = 0
    for parent in shape.parents.compactMap({ lines.position(of: $0) }).sorted() {
      write(&lines, position...parent)
      let entry = lines.records[parent].entry.id
      writeContents(of: .entry(entry), depth: depth + 2, shape, marks)
      position = parent + 1
    }
    write(&lines, position..<lines.records.count)
    if let unsaved = lines.unsaved, unsaved.isBound, let route = unsaved.route {
      text += SavedNavigation.line(ofBound: route.typeName, depth: depth + 1) + "\n"
    }
    stacks[stack.id.number] = lines
  }

  private mutating func write(_ lines: inout StackText, _ range: ClosedRange<Int>) {
    write(&lines, range.lowerBound..<range.upperBound + 1)
  }

  /// Writes screens that show nothing but themselves, but for the last: whole pages as pages.
  private mutating func write(_ lines: inout StackText, _ range: Range<Int>) {
    let size = StackText.pageSize
    var position = range.lowerBound
    while position < range.upperBound {
      if position % size == 0, position + size <= range.upperBound {
        pages.append(lines[page: position / size] ?? makePage(position / size, of: &lines))
        text += "\(SavedScene.pageMark)\(pages[pages.count - 1].number)\n"
        position += size
      } else {
        text += lines.records[position].text
        position += 1
      }
    }
  }

  private mutating func makePage(_ page: Int, of lines: inout StackText) -> SavedScene.Page {
    lastPage += 1
    return lines.makePage(page, number: lastPage)
  }

  private mutating func writeContents(
    of context: NavigationContext, depth: Int, _ shape: SceneShape, _ marks: StackText.Marks
  ) {
    for stack in shape.stacks[context] ?? [] { write(stack, depth: depth, shape, marks) }
    for shown in shape.tabs[context] ?? [] {
      text += "tabs\t\(depth)\t\(shown.ordinal)\t\(PercentText.encode(shown.selected))\n"
      for tag in shown.tags.sorted() where shape.isShowing(.tab(shown.id, tag)) {
        text += "tab\t\(depth + 1)\t\(PercentText.encode(tag))\n"
        writeContents(of: .tab(shown.id, tag), depth: depth + 2, shape, marks)
      }
    }
  }
}

/// Which stacks and tab views stand where.
private struct SceneShape {
  var stacks: [NavigationContext: [NavigationState.Stack]] = [:]
  var tabs: [NavigationContext: [NavigationState.Tabs]] = [:]
  /// The screens that show stacks or tab views.
  var parents: Set<NavigationEntry.ID> = []

  init(_ state: NavigationState) {
    for stack in state.stacks {
      guard let parent = stack.parent else { continue }
      stacks[parent, default: []].append(stack)
      note(parent)
    }
    for shown in state.tabs {
      tabs[shown.parent, default: []].append(shown)
      note(shown.parent)
    }
  }

  private mutating func note(_ context: NavigationContext) {
    if case .entry(let entry) = context { parents.insert(entry) }
  }

  /// Whether anything stands in a screen or a tab.
  func isShowing(_ context: NavigationContext) -> Bool {
    stacks[context] != nil || tabs[context] != nil
  }
}
