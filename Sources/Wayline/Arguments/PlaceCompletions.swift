import WaylineFlows
import WaylineNavigation
import WaylineShell
import WaylineSystem
import WaylineViews

/// The words that may follow the beginning of a place.
///
/// They come from the declared routes (`desk book <id>`), and from the links on the nearest screen that
/// the words open, on each of its tabs, for values such as numbers: the first ``limit`` that begin as typed
/// and that no guard refuses; the cut is reported.
@MainActor
struct PlaceCompletions {
  /// The most links of one screen that are offered.
  nonisolated static let limit = 1_000

  /// The forms of the places.
  let forms: [String]
  /// False if links are offered that a guard refuses, too.
  var asksGuards = true
  /// Makes the scene whose links are looked at, if the words take a value.
  let makeScene: () -> SceneHost
  /// Called if there are more links than the limit.
  var onCut: () -> Void = {}

  func candidates(for place: CompletionTable.PlaceBeginning) -> [CompletionTable.Candidate] {
    let words = place.words
    let next = forms.compactMap { PlaceForm($0).part(after: words) }
    let names = next.filter { !PlaceForm.isValue($0) && $0 != "…" }
    return names.map { .init(word: $0) }
      + (next.contains(where: PlaceForm.isValue) ? linked(place, in: makeScene()) : [])
  }

  /// The next words of the links on the nearest screen below a place.
  private func linked(
    _ place: CompletionTable.PlaceBeginning, in host: SceneHost
  ) -> [CompletionTable.Candidate] {
    let (words, last) = (place.words, place.last.lowercased())
    for count in stride(from: words.count, through: 0, by: -1) {
      guard count == 0 || opens(Array(words[..<count]), in: host) else { continue }
      let links = links(in: host) { link in
        link.count > words.count && link.starts(with: words)
          && link[words.count].lowercased().hasPrefix(last)
      }
      if !links.isEmpty {
        if links.count > Self.limit { onCut() }
        return links.prefix(Self.limit)
          .map { .init(word: $0.words[words.count], meaning: $0.label) }
      }
    }
    return []
  }

  /// The links on the screen, or on the first of its other tabs that has any.
  private func links(in host: SceneHost, where isWanted: ([String]) -> Bool) -> [PageLink] {
    let links = look(host, isWanted)
    if !links.isEmpty { return links }
    for name in tabNames(in: host) {
      guard let tab = tabs(in: host).first(where: { $0.choices.contains(name) }) else { continue }
      _ = host.views.perform(.value(name), on: tab.id)
      host.update()
      let links = look(host, isWanted)
      if !links.isEmpty { return links }
    }
    return []
  }

  private func look(_ host: SceneHost, _ isWanted: ([String]) -> Bool) -> [PageLink] {
    // One more than is offered tells whether there are more.
    PageLink.all(
      in: host.views, of: host.router, limit: Self.limit + 1, asksGuards: asksGuards,
      where: isWanted)
  }

  /// The tabs of the screen. They are not in the rows of a long list, which are visited after the others.
  private func tabs(in host: SceneHost) -> [Element] {
    var tabs: [Element] = []
    func isWanted(_ value: any Sendable) -> Bool { false }
    host.views.visitElements(where: isWanted) { elements in
      tabs = elements.filter { $0.kind == .tab && $0.isEnabled }
      return false
    }
    return tabs
  }

  private func tabNames(in host: SceneHost) -> [String] {
    tabs(in: host).flatMap { tab in tab.choices.filter { $0 != tab.value } }
  }

  private func opens(_ words: [String], in host: SceneHost) -> Bool {
    let handle = host.router.open(words: words)
    host.update()
    return handle.outcome == .completed || handle.outcome == .duplicate
  }
}

/// The values of places for Tab at the prompt of a running program.
///
/// The links of the present page know them; otherwise the program is asked in a process of its own, as the
/// script of a shell asks it. So no effect of looking reaches the running scene, and its files have one
/// connection in each process. The guards of the running scene decide, which know who has logged in.
@MainActor
struct PromptValues {
  /// The time after which the other process is given up.
  private static let limit = Duration.seconds(5)

  let host: SceneHost
  /// The value of `--store`.
  let store: String?

  func values(after words: [String], beginning: String) -> [(word: String, meaning: String)] {
    let lowered = beginning.lowercased()
    let links = PageLink.all(
      in: host.views, of: host.router, limit: PlaceCompletions.limit
    ) { link in
      link.count > words.count && link.starts(with: words)
        && link[words.count].lowercased().hasPrefix(lowered)
    }
    if links.isEmpty { return asked(words + [beginning]) }
    var known: Set<String> = []
    return links.map { (word: $0.words[words.count], meaning: $0.label) }
      .filter { known.insert($0.word).inserted }
  }

  private func asked(_ words: [String]) -> [(word: String, meaning: String)] {
    let place = store.map { ["--store", $0] } ?? []
    let arguments = [CompletionScript.promptRequest] + place + ["open"] + words
    let arrivals = SignalPipe.arrivals
    // What a signal asks for is done after the line editor returns, so that this must not hold it up.
    let output = try? ChildProcess.output(
      of: CurrentProcess.executable, arguments, within: Self.limit,
      unless: { SignalPipe.arrivals != arrivals })
    guard let bytes = output ?? nil else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      guard host.router.accepts(words: words.dropLast() + [parts[0]]) else { return nil }
      return (word: parts[0], meaning: parts.count > 1 ? parts[1] : "")
    }
  }
}
