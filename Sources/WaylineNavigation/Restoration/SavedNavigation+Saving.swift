import FoundationEssentials

extension SavedNavigation {
  /// What of a scene's navigation outlives the process.
  ///
  /// A stack is saved up to the first screen that a binding shows, or whose route cannot be written.
  package init(_ state: NavigationState) {
    scene = Self.stack(state.stacks[0], in: state)
  }

  private static func stack(_ stack: NavigationState.Stack, in state: NavigationState) -> Stack {
    var saved = Stack(ordinal: stack.ordinal)
    let entries = stack.trail.reversed()
    saved.root = children(of: .entry(entries[0].id), in: state)
    guard !stack.isBound else { return saved }
    for entry in entries.dropFirst() {
      guard let line = Self.entry(entry, in: state) else { break }
      saved.entries.append(line)
    }
    return saved
  }

  private static func entry(_ entry: NavigationEntry, in state: NavigationState) -> Entry? {
    guard !entry.isBound, let route = entry.route, let json = route.json else {
      return nil
    }
    return Entry(
      typeName: route.typeName, version: RouteText.version(of: route.type), json: json,
      presentation: entry.presentation, claim: state.claims[entry.id],
      wanted: wanted(state.intents[entry.id]),
      children: children(of: .entry(entry.id), in: state))
  }

  /// A wish is saved as a whole, or not at all.
  private static func wanted(_ intent: PendingIntent?) -> [Wanted] {
    let steps = intent?.steps ?? []
    let lines = steps.compactMap { step in
      step.route.json.map {
        Wanted(
          presentation: step.presentation, claim: step.claim, typeName: step.route.typeName,
          version: RouteText.version(of: step.route.type), json: $0)
      }
    }
    return lines.count == steps.count ? lines : []
  }

  private static func children(
    of context: NavigationContext, in state: NavigationState
  ) -> Children {
    Children(
      stacks: state.stacks.filter { $0.parent == context }.map { stack($0, in: state) },
      tabs: state.tabs.filter { $0.parent == context }.map { tabs($0, in: state) })
  }

  private static func tabs(_ shown: NavigationState.Tabs, in state: NavigationState) -> Tabs {
    var saved = Tabs(ordinal: shown.ordinal, selected: shown.selected)
    for tag in shown.tags {
      let content = children(of: .tab(shown.id, tag), in: state)
      if !content.isEmpty { saved.contents[tag] = content }
    }
    return saved
  }
}

/// Routes as text, and back.
enum RouteText {
  /// A value as one line of JSON; nil when it is not `Codable`.
  static func json(encoding value: some Any) -> String? {
    guard let value = value as? any Encodable else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a value of the type, through the aliases of its cases.
  static func value<Value: Decodable>(_ type: Value.Type, from json: String) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(json.utf8))
    } catch {
      guard let renamed = renamed(json, for: type) else { throw error }
      return try JSONDecoder().decode(type, from: Data(renamed.utf8))
    }
  }

  /// The version of a route type; 0 for one that has none.
  static func version(of type: Any.Type) -> Int {
    (type as? any VersionedValue.Type)?.version ?? 0
  }

  /// The same JSON with the name of the case replaced by what it is an alias of.
  private static func renamed(_ json: String, for type: Any.Type) -> String? {
    guard let name = caseName(in: json) else { return nil }
    let start = json.hasPrefix("{") ? 2 : 1
    let present = LinkNames.of(type).caseName(for: name)
    return present == name
      ? nil : json.prefix(start) + present + json.dropFirst(start + name.count)
  }

  /// The name of the case with which the JSON of an enum begins.
  static func caseName(in json: String) -> String? {
    let start = json.hasPrefix("{\"") ? 2 : json.hasPrefix("\"") ? 1 : 0
    return start > 0 ? String(json.dropFirst(start).prefix { $0 != "\"" }) : nil
  }
}
